#include "app/answer.h"

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::app {
namespace {

Declaration declared(std::string_view schema, std::string tool = {}) {
  Result<Schema> compiled = Schema::compile_text(schema);
  EXPECT_TRUE(compiled) << schema;
  return Declaration{.tool_name = std::move(tool),
                     .schema = std::make_shared<const Schema>(*std::move(compiled))};
}

const std::string_view kWeather = R"({"type": "object", "required": ["city"], "properties":
    {"city": {"type": "string"}, "days": {"type": "integer"}}})";

std::string arguments(const Answer& answer) {
  return answer.call.arguments ? json::write(*answer.call.arguments) : "none";
}

TEST(Answer, TypesByTheDeclaration) {
  const Answer answer = answer_arguments(R"({"city": "true", "days": "3"})", declared(kWeather), {});
  EXPECT_EQ(answer.call.outcome, Outcome::kCoerced);
  EXPECT_EQ(arguments(answer), R"({"city":"true","days":3})");
  EXPECT_FALSE(answer.is_misfit());
}

TEST(Answer, RefusesWhatDoesNotFit) {
  const Declaration weather = declared(kWeather);
  const Answer answer = answer_arguments(R"({"days": "many"})", weather, {});
  EXPECT_TRUE(answer.is_misfit());
  EXPECT_EQ(arguments(answer), "none");
  EXPECT_EQ(json::write(*answer.call.partial), R"({"days":"many"})");
  const Details details = details_of(answer, weather, {});
  EXPECT_EQ(details.error.message,
            R"(/days: expected integer, got string "many"; /city: missing required parameter 'city' )"
            R"((sent: days))");
}

TEST(Answer, PromotesForAnUndeclaredToolOnly) {
  const std::string_view raw = R"({"a": "true", "b": ["null"]})";
  const Answer undeclared = answer_arguments(raw, {.tool_name = "f"}, {});
  EXPECT_EQ(arguments(undeclared), R"({"a":true,"b":[null]})");
  EXPECT_EQ(undeclared.call.text(), raw);
  EXPECT_EQ(undeclared.call.outcome, Outcome::kCoerced);
  EXPECT_TRUE(undeclared.call.parse_warning.starts_with("tool_definition_missing; "))
      << undeclared.call.parse_warning;

  const Answer alone = answer_arguments(raw, {.tool_name = "f", .text_alone = true}, {});
  EXPECT_EQ(arguments(alone), R"({"a":"true","b":["null"]})");
  EXPECT_EQ(alone.call.outcome, Outcome::kOk);
  EXPECT_EQ(alone.call.parse_warning, "");
  EXPECT_TRUE(alone.call.diagnostics.empty());
}

TEST(Answer, OfTheTextAloneIsThatOfTheRepair) {
  const auto alone = [](std::string_view raw) {
    return answer_arguments(raw, Declaration{.text_alone = true}, {}).call;
  };
  for (const std::string_view raw :
       {"{\"a\": 1}", "{'a': 1}", "\"{\\\"a\\\":1}\"", "{\"a\": \"b", "nothing", "{\"a\":1}{\"a\":2}"}) {
    SCOPED_TRACE(raw);
    const RepairResult repaired = repair_arguments(raw);
    const ToolCallRequest call = alone(raw);
    EXPECT_EQ(call.outcome, repaired.outcome);
    EXPECT_EQ(call.rejection, repaired.rejection);
    EXPECT_EQ(call.text(), repaired.text);
    EXPECT_EQ(call.parse_error, repaired.parse_error);
    EXPECT_EQ(call.parse_warning, repaired.parse_warning);
    EXPECT_EQ(call.fixes.size(), repaired.fixes.size());
    EXPECT_EQ(call.unquote_depth, repaired.unquote_depth);
    EXPECT_EQ(call.complete, repaired.complete);
    EXPECT_EQ(call.accepted(), repaired.accepted());
    EXPECT_EQ(call.parts.size(), repaired.parts.size());
    if (!repaired.accepted()) continue;
    EXPECT_EQ(*call.arguments, *json::parse(repaired.text));
  }
}

TEST(Answer, WarnsOfADeclarationThatIsOfNoUse) {
  for (const char* tool : {"", "f"}) {
    const Answer answer =
        answer_arguments(R"({"a": "true"})", {.tool_name = tool, .trouble = "not a schema: number"}, {});
    EXPECT_EQ(arguments(answer), R"({"a":true})");
    const std::string& warning = answer.call.parse_warning;
    EXPECT_EQ(warning.find("tool_definition_missing"), warning.rfind("tool_definition_missing")) << warning;
    EXPECT_NE(warning.find("tool_definition_missing"), std::string::npos) << warning;
    EXPECT_TRUE(warning.ends_with("; the schema cannot be used: not a schema: number")) << warning;
    EXPECT_EQ(answer.call.diagnostics.back().code, "tool_definition_broken");
  }
}

TEST(Answer, TellsWhatWouldBeDoneWhereNothingIs) {
  RepairOptions off;
  off.enhance = false;
  const Answer answer = answer_arguments("{'days': '3', 'city': 'Oslo'}", declared(kWeather), off);
  EXPECT_FALSE(answer.enhance);
  EXPECT_EQ(answer.call.outcome, Outcome::kCoerced);
  EXPECT_EQ(arguments(answer), R"({"days":3,"city":"Oslo"})");
}

TEST(Answer, OpensWrappersByTheDeclarationAndNotByTheOptions) {
  const std::string_view raw = R"({"name": "f", "arguments": {"city": "Oslo"}})";
  const std::vector<std::string> wrong = {"name", "arguments"};
  RepairOptions options;
  options.tool_name = "g";
  options.declared_keys = &wrong;
  EXPECT_EQ(arguments(answer_arguments(raw, declared(kWeather, "f"), options)), R"({"city":"Oslo"})");
  EXPECT_EQ(arguments(answer_arguments(raw, {.tool_name = "f"}, options)), R"({"city":"Oslo"})");
}

TEST(Details, NameTheErrorAndItsPlace) {
  const std::string_view raw = R"({"city": "Osl)";
  for (const Declaration& declaration :
       {declared(kWeather), Declaration{}, Declaration{.text_alone = true}}) {
    const Details details = details_of(answer_arguments(raw, declaration, {}), declaration, {});
    EXPECT_EQ(details.error.code, ErrorCode::kTruncated);
    EXPECT_EQ(details.error.where.offset, 13U);
  }
}

TEST(Details, CountTheFixesThatAreNotListed) {
  std::string raw = "{";
  for (int i = 0; i < 30; ++i) raw += "'k" + std::to_string(i) + "': 1, ";
  raw += "}";
  RepairOptions options;
  options.limits.max_fixes = 5;
  const Answer answer = answer_arguments(raw, {}, options);
  EXPECT_EQ(answer.call.fixes.size(), 5U);
  EXPECT_EQ(details_of(answer, {}, options).fixes_total, 31U);
  EXPECT_EQ(details_of(answer_arguments("{'a': 1}", {}, options), {}, options).fixes_total, 1U);
}

}  // namespace
}  // namespace argwright::app
