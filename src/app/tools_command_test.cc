#include "app/tools_command.h"

#include <gtest/gtest.h>

#include "app/builtin_tools.h"
#include "app/command_line.h"

namespace argwright::app {
namespace {

ToolResult run(std::string_view name, ToolExecutionContext context) {
  ToolResult result = ToolResult::failed("no such tool");
  for (const std::shared_ptr<Tool>& tool : builtin_tools()) {
    if (tool->name() == name)
      tool->execute(context, {}, [&](ToolResult given) { result = std::move(given); });
  }
  return result;
}

ToolExecutionContext call(std::string_view name, std::string_view raw) {
  ToolExecutionContext context;
  for (const std::shared_ptr<Tool>& tool : builtin_tools()) {
    if (tool->name() != name) continue;
    const Schema schema = Schema::from_parameters(tool->parameters());
    context.request = parse_call({name, "call_1", raw}, &schema);
  }
  return context;
}

std::variant<CommandLine, Stop> read(std::vector<const char*> words) {
  words.insert(words.begin(), "argwright");
  return read_command_line(static_cast<int>(words.size()), words.data());
}

TEST(BuiltinTools, AreTheSampleAndDiagnostics) {
  const std::vector<std::shared_ptr<Tool>> tools = builtin_tools();
  ASSERT_EQ(tools.size(), 2U);
  EXPECT_EQ(tools[0]->name(), "memory.search");
  EXPECT_EQ(tools[0]->description(), "根据关键词在记忆库中查找相关片段，并返回摘要");
  EXPECT_EQ(tools[0]->on_parse_error(), OnParseError::kPass);
  ASSERT_EQ(tools[0]->parameters().size(), 2U);
  EXPECT_EQ(tools[0]->parameters()[0].description, "用户输入的检索关键词");
  EXPECT_EQ(tools[0]->parameters()[0].example, "agent state consistency");
  EXPECT_TRUE(tools[0]->parameters()[0].is_required);
  EXPECT_EQ(tools[0]->parameters()[1].description, "需要返回的最大片段数");
  EXPECT_EQ(tools[0]->parameters()[1].cardinality, Cardinality::kOptional);
  EXPECT_EQ(tools[0]->parameters()[1].example, "3");
  EXPECT_EQ(tools[1]->name(), "diagnostics");
}

// S1-103
TEST(BuiltinTools, SearchCountsThreeUnlessTheLimitIsAnInteger) {
  const auto content = [](std::string_view raw) {
    const ToolResult result = run("memory.search", call("memory.search", raw));
    EXPECT_EQ(result.status, ToolStatus::kSuccess);
    EXPECT_TRUE(result.metadata.empty());
    return result.content;
  };
  EXPECT_EQ(content(R"({"query":"agent","limit":5})"), "命中 5 条记录");
  EXPECT_EQ(content(R"({"query":"agent","limit":"5"})"), "命中 5 条记录");
  EXPECT_EQ(content(R"({"query":"agent"})"), "命中 3 条记录");
  EXPECT_EQ(content(R"({"limit":7})"), "命中 7 条记录");
  EXPECT_EQ(content(R"({"query":"agent","limit":"many"})"), "命中 3 条记录");
}

TEST(BuiltinTools, DiagnosticsTellWhatWasMadeOfTheCall) {
  const std::string content = run("diagnostics", call("diagnostics", "{'section': 'CALL',}")).content;
  const Result<json::Value> report = json::parse(content);
  ASSERT_TRUE(report) << content;
  EXPECT_EQ(report->find("engine"), nullptr);
  const json::Value* told = report->find("call");
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->find("id")->string(), "call_1");
  EXPECT_EQ(told->find("raw_arguments")->string(), "{'section': 'CALL',}");
  EXPECT_EQ(told->find("outcome")->string(), "coerced");
  EXPECT_FALSE(told->find("fixes")->items().empty());
  EXPECT_NE(run("diagnostics", call("diagnostics", "{}")).content.find(R"("engine":{"version":)"),
            std::string::npos);
}

TEST(ToolsCommand, PrintsMarkdownUnlessToldOtherwise) {
  const std::string text = tools_text({});
  EXPECT_TRUE(text.starts_with("## `memory.search`\n")) << text;
  EXPECT_NE(text.find("\n## `diagnostics`\n"), std::string::npos);
  EXPECT_NE(text.find("| `query` | String | yes |"), std::string::npos);
  EXPECT_NE(text.find("`all`, `engine`, `call`"), std::string::npos);
}

TEST(ToolsCommand, PrintsJsonInEveryOtherFormat) {
  for (const char* name : {"openai", "responses", "anthropic", "json-schema", "form"}) {
    const Result<json::Value> list = json::parse(tools_text({*export_format_of(name)}));
    ASSERT_TRUE(list) << name;
    EXPECT_EQ(list->items().size(), builtin_tools().size());
  }
}

TEST(ToolsCommand, IsReadFromTheCommandLine) {
  const auto format = [](std::vector<const char*> words) {
    const auto line = read(std::move(words));
    const CommandLine* const wanted = std::get_if<CommandLine>(&line);
    EXPECT_NE(wanted, nullptr);
    if (wanted == nullptr) return ExportFormat::kForm;
    EXPECT_EQ(wanted->command, Command::kTools);
    return wanted->tools.format;
  };
  EXPECT_EQ(format({"tools"}), ExportFormat::kMarkdown);
  EXPECT_EQ(format({"tools", "--format", "openai"}), ExportFormat::kOpenAiChat);
  EXPECT_EQ(format({"tools", "--format=json-schema"}), ExportFormat::kJsonSchema);
}

TEST(ToolsCommand, HelpsAndNamesAWrongFormat) {
  const auto help = read({"tools", "--help"});
  ASSERT_NE(std::get_if<Stop>(&help), nullptr);
  EXPECT_NE(std::get_if<Stop>(&help)->output.find("Examples:\n  argwright tools"), std::string::npos);
  const auto wrong = read({"tools", "--format", "yaml"});
  ASSERT_NE(std::get_if<Stop>(&wrong), nullptr);
  EXPECT_EQ(std::get_if<Stop>(&wrong)->status, kExitError);
  EXPECT_NE(std::get_if<Stop>(&wrong)->error.find("yaml"), std::string::npos);
  EXPECT_NE(std::get_if<Stop>(&wrong)->error.find("argwright tools --help"), std::string::npos);
}

}  // namespace
}  // namespace argwright::app
