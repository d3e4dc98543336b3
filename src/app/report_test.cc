#include "app/report.h"

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::app {
namespace {

std::string report(std::string_view raw, const RepairOptions& options = {},
                   const Declaration& declaration = {}) {
  const Answer answer = answer_arguments(raw, declaration, options);
  return report_line("a.txt", answer, details_of(answer, declaration, options));
}

// Every report is JSON on one line; what it says can be asked for.
json::Value parsed(const std::string& line) {
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  Result<json::Value> value = json::parse(line);
  EXPECT_TRUE(value) << line;
  return value ? std::move(*value) : json::Value(json::Object{});
}

TEST(Report, TellsEverythingAboutARepair) {
  EXPECT_EQ(
      report(R"({"price": 1.10,})"),
      R"({"file":"a.txt","outcome":"repaired","rejection":null,"complete":true,"unquote_depth":0,)"
      R"("text":"{\"price\":1.10}","arguments":{"price":1.10},"partial":null,)"
      R"("fixes":[{"rule":"trailing_comma","offset":14,"before":",","after":""}],"fixes_total":1,"diagnostics":[],)"
      R"("parse_warning":"dropped a trailing comma","parse_error":null,"error":null})");
}

TEST(Report, TellsTheErrorOfARejection) {
  const json::Value value = parsed(report(R"({"city": "Osl)"));
  EXPECT_EQ(value.find("outcome")->string(), "rejected");
  EXPECT_EQ(value.find("rejection")->string(), "truncated");
  EXPECT_FALSE(value.find("complete")->boolean());
  EXPECT_TRUE(value.find("text")->is_null());
  EXPECT_TRUE(value.find("arguments")->is_null());
  EXPECT_EQ(value.find("error")->find("code")->string(), "truncated");
  EXPECT_EQ(value.find("error")->find("offset")->number_text(), "13");
  EXPECT_NE(value.find("parse_error")->string().find("(original: {\"city\": \"Osl)"), std::string::npos);
}

Declaration weather() {
  return Declaration{.schema = std::make_shared<const Schema>(*Schema::compile_text(
                         R"({"type": "object", "required": ["city"], "properties":
                            {"city": {"type": "string"}, "days": {"type": "integer"}}})"))};
}

TEST(Report, ListsWhatWasCoerced) {
  const json::Value value = parsed(report(R"({"city": "Oslo", "days": "3"})", {}, weather()));
  EXPECT_EQ(value.find("outcome")->string(), "coerced");
  EXPECT_EQ(value.find("text")->string(), R"({"city":"Oslo","days":3})");
  EXPECT_EQ(json::write(*value.find("arguments")), R"({"city":"Oslo","days":3})");
  EXPECT_TRUE(value.find("partial")->is_null());
  EXPECT_TRUE(value.find("error")->is_null());
  EXPECT_EQ(json::write(*value.find("diagnostics")),
            R"([{"path":"/days","code":"string_to_integer",)"
            R"("message":"string literal converted to integer","severity":"warning"}])");
}

TEST(Report, TellsWhatDoesNotFit) {
  const json::Value value = parsed(report(R"({"town": "Oslo", "days": "3"})", {}, weather()));
  EXPECT_EQ(value.find("outcome")->string(), "rejected");
  EXPECT_EQ(value.find("rejection")->string(), "misfit");
  EXPECT_TRUE(value.find("arguments")->is_null());
  EXPECT_EQ(json::write(*value.find("partial")), R"({"town":"Oslo","days":3})");
  EXPECT_EQ(value.find("text")->string(), R"({"town":"Oslo","days":3})");
  EXPECT_EQ(value.find("error")->find("code")->string(), "misfit");
  EXPECT_TRUE(value.find("error")->find("message")->string().starts_with("/city: missing required"));
  EXPECT_TRUE(value.find("error")->find("offset")->is_null());
  const json::Array& diagnostics = value.find("diagnostics")->items();
  ASSERT_EQ(diagnostics.size(), 3U);
  EXPECT_EQ(diagnostics.back().find("code")->string(), "missing_required");
  EXPECT_EQ(diagnostics.back().find("severity")->string(), "error");
}

TEST(Report, PromotesTheArgumentsAndNotTheText) {
  const json::Value value = parsed(report(R"({"a": "true"})"));
  EXPECT_EQ(json::write(*value.find("arguments")), R"({"a":true})");
  EXPECT_EQ(value.find("text")->string(), R"({"a": "true"})");
}

TEST(Report, ListsTheArgumentsOfASplit) {
  const json::Value value = parsed(report(R"({"a":1}{"a":2})"));
  EXPECT_EQ(value.find("outcome")->string(), "split");
  EXPECT_TRUE(value.find("text")->is_null());
  ASSERT_TRUE(value.find("arguments")->is_array());
  EXPECT_EQ(json::write(*value.find("arguments")), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(value.find("error")->find("code")->string(), "ambiguous");
  EXPECT_TRUE(value.find("error")->find("offset")->is_null());
}

TEST(Report, KeepsTheTextButNotItsLines) {
  const json::Value value = parsed(report("{\r\n  \"a\": 1\n}"));
  EXPECT_EQ(value.find("outcome")->string(), "ok");
  EXPECT_EQ(value.find("text")->string(), "{\r\n  \"a\": 1\n}");
  EXPECT_EQ(json::write(*value.find("arguments")), R"({"a":1})");
}

TEST(Report, StaysTextWhateverTheBytes) {
  const json::Value value = parsed(report("{'a': '\xFF\xFE'}"));
  EXPECT_EQ(value.find("arguments")->find("a")->string(), "\uFFFD\uFFFD");
  RepairOptions options;
  options.enhance = false;
  EXPECT_EQ(parsed(report("{\xFF", options)).find("text")->string(), "{\uFFFD");
}

TEST(Report, PassesThroughWhenRepairIsOff) {
  RepairOptions options;
  options.enhance = false;
  const json::Value broken = parsed(report("{'a': 1}", options));
  EXPECT_EQ(broken.find("outcome")->string(), "repaired");
  EXPECT_EQ(broken.find("text")->string(), "{'a': 1}");
  EXPECT_TRUE(broken.find("arguments")->is_null());
  const json::Value valid = parsed(report(R"({"a": 1})", options));
  EXPECT_EQ(json::write(*valid.find("arguments")), R"({"a":1})");
}

}  // namespace
}  // namespace argwright::app
