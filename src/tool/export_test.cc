#include <gtest/gtest.h>

#include "argwright/tool_builder.h"
#include "argwright/tool_export.h"

namespace argwright {
namespace {

ExportSubject weather() {
  return ExportSubject::of(*make_tool("weather", "Forecast for a place",
                                      param<std::string>("city", "Its name").example("Oslo"),
                                      param<std::optional<int>>("days", "How many").min(1).max(14),
                                      [](const std::string& city, std::optional<int>) { return city; }));
}

constexpr const char* kSchema =
    R"({"type":"object","properties":{"city":{"type":"string","description":"Its name","examples":["Oslo"]},)"
    R"("days":{"type":"integer","minimum":1,"maximum":14,"description":"How many"}},"required":["city"]})";

TEST(Export, WritesToolsForOpenAiChat) {
  EXPECT_EQ(
      json::write(export_openai_chat(weather())),
      std::string(
          R"({"type":"function","function":{"name":"weather","description":"Forecast for a place","parameters":)") +
          kSchema + "}}");
}

TEST(Export, WritesFlatToolsForOpenAiResponses) {
  EXPECT_EQ(json::write(export_openai_responses(weather())),
            std::string(
                R"({"type":"function","name":"weather","description":"Forecast for a place","parameters":)") +
                kSchema + R"(,"strict":false})");
}

TEST(Export, WritesToolsForAnthropic) {
  EXPECT_EQ(json::write(export_anthropic(weather())),
            std::string(R"({"name":"weather","description":"Forecast for a place","input_schema":)") +
                kSchema + "}");
}

TEST(Export, WritesAJsonSchemaThatNamesItsDialect) {
  EXPECT_EQ(json::write(export_json_schema(weather())),
            std::string(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"weather",)") +
                R"("description":"Forecast for a place",)" + (kSchema + 1));
}

TEST(Export, LeavesOutAnEmptyDescription) {
  const ExportSubject tool = ExportSubject::of("t", "", std::vector<ToolParameter>());
  EXPECT_EQ(
      json::write(export_openai_chat(tool)),
      R"({"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{},"required":[]}}})");
  EXPECT_EQ(export_anthropic(tool).find("description"), nullptr);
  EXPECT_EQ(export_json_schema(tool).find("description"), nullptr);
}

TEST(Export, GivesAnImportedSchemaAsItCame) {
  const char* text =
      R"({"$schema":"http://json-schema.org/draft-07/schema#","x-order":[1.10,1e400],"type":"object","title":"T",)"
      R"("properties":{"b":{"$ref":"#/definitions/B"},"a":{"type":["string","null"],"format":"color"}},)"
      R"("definitions":{"B":{"nullable":true,"deprecated":true}},"description":"D"})";
  const Result<Schema> schema = Schema::compile_text(text);
  ASSERT_TRUE(schema);
  const ExportSubject tool = ExportSubject::of("t", "of the tool", *schema);
  EXPECT_EQ(json::write(*export_openai_chat(tool).find("function")->find("parameters")), text);
  EXPECT_EQ(json::write(*export_openai_responses(tool).find("parameters")), text);
  EXPECT_EQ(json::write(*export_anthropic(tool).find("input_schema")), text);
  // It has a dialect, a title and a description of its own.
  EXPECT_EQ(json::write(export_json_schema(tool)), text);
}

TEST(Export, KeepsASchemaThatIsABoolean) {
  const Result<Schema> schema = Schema::compile_text("true");
  ASSERT_TRUE(schema);
  EXPECT_EQ(json::write(export_json_schema(ExportSubject::of("t", "", *schema))), "true");
}

TEST(Export, SpendsOneBudgetOnAToolAndItsParametersAndNoneOnHints) {
  ExportSubject tool = weather();
  tool.runs_shell = true;
  const ExportOptions options{.shell_hints = true, .description_budget = 30};
  const json::Value out = export_anthropic(tool, options);
  EXPECT_EQ(out.find("description")->string(), with_shell_hints("Forecast for…"));
  EXPECT_EQ(out.find("input_schema")->find("properties")->find("city")->find("description")->string(),
            "Its name");
  EXPECT_EQ(export_anthropic(tool, options), out);
}

TEST(Export, KnowsItsFormatsByName) {
  EXPECT_EQ(export_format_names(), (std::vector<std::string>{"openai", "responses", "anthropic",
                                                             "json-schema", "markdown", "form"}));
  EXPECT_EQ(export_format_of("openai"), ExportFormat::kOpenAiChat);
  EXPECT_EQ(export_format_of("responses"), ExportFormat::kOpenAiResponses);
  EXPECT_EQ(export_format_of("form"), ExportFormat::kForm);
  EXPECT_EQ(export_format_of("yaml"), std::nullopt);
  EXPECT_EQ(export_format_of(""), std::nullopt);
}

TEST(Export, WritesManyToolsAsOneText) {
  const std::vector<ExportSubject> tools = {weather(),
                                            ExportSubject::of("t", "", std::vector<ToolParameter>())};
  for (const std::string& name : export_format_names()) {
    const ExportFormat format = *export_format_of(name);
    const std::string text = export_tools(tools, format);
    EXPECT_TRUE(text.ends_with("\n")) << name;
    EXPECT_FALSE(text.ends_with("\n\n")) << name;
    EXPECT_EQ(export_tools(tools, format), text);
    if (format == ExportFormat::kMarkdown) {
      EXPECT_EQ(text, export_markdown(tools[0]) + "\n" + export_markdown(tools[1]));
      continue;
    }
    const Result<json::Value> list = json::parse(text);
    ASSERT_TRUE(list) << name;
    EXPECT_EQ(list->items().size(), 2U);
  }
  EXPECT_EQ(export_tools({}, ExportFormat::kOpenAiChat), "[]\n");
  EXPECT_EQ(export_tools({}, ExportFormat::kMarkdown), "");
}

}  // namespace
}  // namespace argwright
