#include "app/batch.h"

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::app {
namespace {

std::string answer(std::string_view line, const BatchDefaults& defaults = {},
                   const LinePlace& place = {3, {}}) {
  SchemaCache cache;
  return answer_line(line, place, defaults, cache).value_or("(nothing)");
}

json::Value parsed(std::string_view line, const BatchDefaults& defaults = {}) {
  const std::string text = answer(line, defaults);
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value) << text;
  return value ? std::move(*value) : json::Value(json::Object{});
}

std::string member(const json::Value& value, std::string_view key) {
  const json::Value* const found = value.find(key);
  return found != nullptr ? json::write(*found) : "(absent)";
}

TEST(Batch, AnswersWithEveryMember) {
  EXPECT_EQ(
      answer(R"({"id": "c-1", "raw": "{\"a\": 1,}"})"),
      R"({"id":"c-1","outcome":"repaired","arguments":{"a":1},"text":"{\"a\":1}",)"
      R"("parse_warning":"dropped a trailing comma","parse_error":null,)"
      R"("fixes":[{"rule":"trailing_comma","offset":7,"before":",","after":""}],"rejection":null,"unquote_depth":0,)"
      R"("diagnostics":[]})");
}

TEST(Batch, EchoesTheIdAsWritten) {
  EXPECT_EQ(member(parsed(R"({"id": 12345678901234567890, "raw": "{}"})"), "id"), "12345678901234567890");
  EXPECT_EQ(member(parsed(R"({"id": 1.50, "raw": "{}"})"), "id"), "1.50");
  EXPECT_EQ(member(parsed(R"({"id": "\u00e5\n", "raw": "{}"})"), "id"), R"("å\n")");
}

TEST(Batch, KeepsTheTextOfNumbersAndOfValidArguments) {
  const std::string text =
      answer("{\"id\":1,\"raw\":\"{\\\"n\\\": 12345678901234567890,\\n \\\"m\\\": 1.10}\"}");
  EXPECT_NE(text.find(R"("arguments":{"n": 12345678901234567890,  "m": 1.10})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("text":"{\"n\": 12345678901234567890,\n \"m\": 1.10}")"), std::string::npos) << text;
}

TEST(Batch, GivesNoArgumentsWhenRejected) {
  const json::Value value = parsed(R"({"id": 1, "raw": "{\"a\": \"b"})");
  EXPECT_EQ(member(value, "outcome"), R"("rejected")");
  EXPECT_EQ(member(value, "rejection"), R"("truncated")");
  EXPECT_EQ(member(value, "arguments"), "null");
  EXPECT_EQ(member(value, "text"), "null");
  EXPECT_TRUE(value.find("parse_error")->is_string());
}

TEST(Batch, ListsTheCallsOfASplit) {
  const json::Value value = parsed(R"({"id": 1, "raw": "{\"a\":1}{\"a\":2}"})");
  EXPECT_EQ(member(value, "outcome"), R"("split")");
  EXPECT_EQ(member(value, "arguments"), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(member(value, "text"), "null");
}

TEST(Batch, ReadsBase64) {
  EXPECT_EQ(member(parsed(R"({"id": 1, "raw_b64": "eyJhIjoxfQ=="})"), "arguments"), R"({"a":1})");
  // {"a":"\xFF"}: bytes that JSON cannot carry in `raw`.
  const json::Value value = parsed(R"({"id": 1, "raw_b64": "eyJhIjoi/yJ9"})");
  EXPECT_EQ(member(value, "arguments"), "{\"a\":\"\uFFFD\"}");
  EXPECT_EQ(value.find("fixes")->items().front().find("before")->string(), "\uFFFD");
}

TEST(Batch, TakesCompleteFromTheLine) {
  const std::string_view whole = R"({"id": 1, "raw": "{\"a\": 1", "complete": true})";
  const std::string_view cut = R"({"id": 1, "raw": "{\"a\": 1", "complete": false})";
  const std::string_view silent = R"({"id": 1, "raw": "{\"a\": 1"})";
  EXPECT_EQ(member(parsed(whole), "outcome"), R"("repaired")");
  EXPECT_EQ(member(parsed(cut), "rejection"), R"("truncated")");
  EXPECT_EQ(member(parsed(silent), "outcome"), R"("repaired")");
  BatchDefaults incomplete;
  incomplete.options.complete = false;
  EXPECT_EQ(member(parsed(silent, incomplete), "outcome"), R"("rejected")");
  EXPECT_EQ(member(parsed(whole, incomplete), "outcome"), R"("repaired")");
}

TEST(Batch, OpensAWrapperByToolAndSchema) {
  const std::string wrapped = R"("raw": "{\"name\": \"f\", \"arguments\": {\"a\": 1}}")";
  const std::string open = R"({"a":1})";
  const std::string closed = R"({"name":"f","arguments":{"a":1}})";
  EXPECT_EQ(member(parsed("{\"id\": 1, " + wrapped + "}"), "arguments"), closed);
  EXPECT_EQ(member(parsed("{\"id\": 1, \"tool\": \"f\", " + wrapped + "}"), "arguments"), open);
  EXPECT_EQ(
      member(parsed("{\"id\": 1, \"schema\": {\"properties\": {\"a\": {}}}, " + wrapped + "}"), "arguments"),
      open);
  EXPECT_EQ(
      member(parsed(R"({"id": 1, "tool": null, "schema": {"properties": {"name": {}, "arguments": {}}}, )" +
                    wrapped + "}"),
             "arguments"),
      closed);
  BatchDefaults defaults;
  defaults.tool = "f";
  EXPECT_EQ(member(parsed("{\"id\": 1, \"schema\": null, " + wrapped + "}", defaults), "arguments"), open);
}

const std::string kWeather =
    R"({"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]})";

TEST(Batch, CoercesByTheSchemaOfTheLine) {
  EXPECT_EQ(
      answer(R"({"id": 1, "raw": "{\"city\": \"true\", \"days\": \"3\"}", "schema": )" + kWeather + "}"),
      R"({"id":1,"outcome":"coerced","arguments":{"city":"true","days":3},)"
      R"("text":"{\"city\":\"true\",\"days\":3}","parse_warning":"string literal converted to integer",)"
      R"("parse_error":null,"fixes":[],"rejection":null,"unquote_depth":0,"diagnostics":[{"path":"/days",)"
      R"("code":"string_to_integer","message":"string literal converted to integer","severity":"warning"}]})");
}

TEST(Batch, PassesWhatFitsByteForByte) {
  const json::Value value =
      parsed(R"({"id": 1, "raw": "{ \"city\" : \"null\" }", "schema": )" + kWeather + "}");
  EXPECT_EQ(member(value, "outcome"), R"("ok")");
  EXPECT_EQ(member(value, "text"), R"("{ \"city\" : \"null\" }")");
  EXPECT_EQ(member(value, "partial"), "(absent)");
}

TEST(Batch, AddsWhatCouldBeReadOfAMisfit) {
  const json::Value value = parsed(R"({"id": 1, "raw": "{'days': '3'}", "schema": )" + kWeather + "}");
  EXPECT_EQ(member(value, "outcome"), R"("rejected")");
  EXPECT_EQ(member(value, "rejection"), R"("misfit")");
  EXPECT_EQ(member(value, "arguments"), "null");
  EXPECT_EQ(member(value, "partial"), R"({"days":3})");
  EXPECT_EQ(member(value, "text"), R"("{\"days\":3}")");
  EXPECT_EQ(member(value, "parse_error"), R"~("missing required parameter 'city' (sent: days)")~");
  EXPECT_NE(member(value, "fixes"), "[]");
  EXPECT_EQ(value.find("diagnostics")->items().back().find("path")->string(), "/city");
}

TEST(Batch, CoercesEachCallOfASplit) {
  const json::Value value = parsed(
      R"({"id": 1, "raw": "{\"city\":\"a\",\"days\":\"1\"}{\"city\":\"b\"}", "schema": )" + kWeather + "}");
  EXPECT_EQ(member(value, "outcome"), R"("split")");
  EXPECT_EQ(member(value, "arguments"), R"([{"city":"a","days":1},{"city":"b"}])");
}

TEST(Batch, TellsAnUndeclaredToolFromTheTextAlone) {
  const std::string raw = R"("raw": "{\"a\": \"true\", \"b\": \"null\", \"c\": \"5\"}")";
  const json::Value undeclared = parsed("{\"id\": 1, \"tool\": \"f\", " + raw + "}");
  EXPECT_EQ(member(undeclared, "outcome"), R"("coerced")");
  EXPECT_EQ(member(undeclared, "arguments"), R"({"a":true,"b":null,"c":"5"})");
  EXPECT_EQ(member(undeclared, "text"), R"("{\"a\": \"true\", \"b\": \"null\", \"c\": \"5\"}")");
  EXPECT_EQ(member(undeclared, "parse_warning"),
            R"("tool_definition_missing; string literal converted to boolean true; )"
            R"(string literal converted to null")");

  BatchDefaults defaults;
  SchemaCache cache;
  defaults.declared = *DeclaredTools::read(*json::parse(R"({"required": ["z"]})"), cache);
  for (const BatchDefaults& either : {BatchDefaults{}, defaults}) {
    const json::Value alone = parsed("{\"id\": 1, \"tool\": \"f\", \"schema\": null, " + raw + "}", either);
    EXPECT_EQ(member(alone, "outcome"), R"("ok")");
    EXPECT_EQ(member(alone, "arguments"), R"({"a":"true","b":"null","c":"5"})");
    EXPECT_EQ(member(alone, "parse_warning"), "null");
    EXPECT_EQ(member(alone, "diagnostics"), "[]");
  }
}

TEST(Batch, WarnsOfASchemaThatCannotBeUsed) {
  for (const char* schema : {"5", "[]", "true", "\"x\"", R"({"type": 5})", R"({"properties": []})",
                             R"({"city": "Oslo"})", R"({"$ref": "#/nowhere"})"}) {
    SCOPED_TRACE(schema);
    const json::Value value =
        parsed(R"({"id": 1, "raw": "{\"a\": \"true\"}", "schema": )" + std::string(schema) + "}");
    EXPECT_EQ(member(value, "error"), "(absent)");
    EXPECT_EQ(member(value, "arguments"), R"({"a":true})");
    const std::string warning = member(value, "parse_warning");
    EXPECT_NE(warning.find("tool_definition_missing; the schema cannot be used: "), std::string::npos)
        << warning;
  }
}

TEST(Batch, ChoosesFromTheDefaultsByTheToolOfTheLine) {
  BatchDefaults defaults;
  SchemaCache cache;
  defaults.declared = *DeclaredTools::read(
      *json::parse(R"([{"name": "f", "input_schema": {"properties": {"a": {"type": "integer"}}}},
                       {"name": "g", "input_schema": {"properties": {"a": {"type": "string"}}}}])"),
      cache);
  const auto of = [&](std::string_view rest) {
    return parsed(R"({"id": 1, "raw": "{\"a\": \"5\"}")" + std::string(rest) + "}", defaults);
  };
  EXPECT_EQ(member(of(R"(, "tool": "f")"), "arguments"), R"({"a":5})");
  EXPECT_EQ(member(of(R"(, "tool": "g")"), "arguments"), R"({"a":"5"})");
  EXPECT_EQ(member(of(R"(, "tool": "h")"), "parse_warning"), R"("tool_definition_missing")");
  EXPECT_NE(member(of(""), "parse_warning").find("holds 2 tools"), std::string::npos);
  defaults.tool = "f";
  EXPECT_EQ(member(of(""), "arguments"), R"({"a":5})");
  EXPECT_EQ(member(of(R"(, "tool": "g")"), "arguments"), R"({"a":"5"})");
  // What the line says counts.
  EXPECT_EQ(member(of(R"(, "schema": {"properties": {"a": {"type": "string"}}})"), "arguments"),
            R"({"a":"5"})");
}

TEST(Batch, TakesAToolDefinitionForASchema) {
  EXPECT_EQ(member(parsed(R"({"id": 1, "raw": "{\"a\": \"5\"}", "schema": {"type": "function", "function":
                              {"name": "f", "parameters": {"properties": {"a": {"type": "integer"}}}}}})"),
                   "arguments"),
            R"({"a":5})");
}

TEST(Batch, CompilesASchemaOnce) {
  SchemaCache cache;
  const std::string line = R"({"id": 1, "raw": "{\"city\": \"Oslo\"}", "schema": )" + kWeather + "}";
  const std::optional<std::string> first = answer_line(line, {1, {}}, {}, cache);
  const std::uint64_t compiled = cache.statistics().misses;
  EXPECT_GT(compiled, 0U);
  EXPECT_EQ(answer_line(line, {2, {}}, {}, cache), first);
  EXPECT_EQ(cache.statistics().misses, compiled);
}

TEST(Batch, AnswersALineThatIsNotARequestWithItsError) {
  EXPECT_EQ(answer(R"({"id": 7})"), R"({"id":7,"error":"has neither raw nor raw_b64","line":3})");
  EXPECT_EQ(answer("[1]"), R"({"id":null,"error":"not an object: array","line":3})");
  EXPECT_EQ(answer(R"({"raw": "{}"})"), R"({"id":null,"error":"has no id","line":3})");
  EXPECT_EQ(answer(R"({"id": {}, "raw": "{}"})"),
            R"({"id":{},"error":"id is neither a string nor a number","line":3})");
  const auto error_of = [](std::string_view line) { return parsed(line).find("error")->string(); };
  EXPECT_EQ(error_of("{\"id\": 1").substr(0, 20), "not a line of JSON: ");
  EXPECT_EQ(error_of("\xFF").substr(0, 20), "not a line of JSON: ");
  EXPECT_EQ(error_of(R"({"id": 1, "raw": 2})"), "raw is not a string");
  EXPECT_EQ(error_of(R"({"id": 1, "raw": "", "raw_b64": ""})"), "has both raw and raw_b64");
  EXPECT_EQ(error_of(R"({"id": 1, "raw_b64": "e"})").substr(0, 23), "raw_b64 is not base64: ");
  EXPECT_EQ(error_of(R"({"id": 1, "raw_b64": null})"), "raw_b64 is not a string");
  EXPECT_EQ(error_of(R"({"id": 1, "raw": "{}", "complete": "yes"})"), "complete is not a boolean");
  EXPECT_EQ(error_of(R"({"id": 1, "raw": "{}", "complete": null})"), "complete is not a boolean");
  EXPECT_EQ(error_of(R"({"id": 1, "raw": "{}", "tool": 5})"), "tool is not a string");
}

TEST(Batch, NamesTheFileOfABadLine) {
  EXPECT_EQ(answer("[]", {}, {9, "calls.jsonl"}),
            R"({"id":null,"error":"not an object: array","line":9,"file":"calls.jsonl"})");
}

TEST(Batch, SkipsBlankLines) {
  SchemaCache cache;
  EXPECT_FALSE(answer_line("", {1, {}}, {}, cache));
  EXPECT_FALSE(answer_line(" \t\r", {1, {}}, {}, cache));
  EXPECT_FALSE(answer_line("\xEF\xBB\xBF", {1, {}}, {}, cache));
  EXPECT_TRUE(answer_line("\xEF\xBB\xBF{\"id\":1,\"raw\":\"{}\"}\r", {1, {}}, {}, cache)
                  ->starts_with(R"({"id":1,"outcome":"ok")"));
}

TEST(Batch, PassesThroughWhenRepairIsOff) {
  BatchDefaults defaults;
  defaults.options.enhance = false;
  const json::Value broken = parsed(R"({"id": 1, "raw": "{'a': 1}"})", defaults);
  EXPECT_EQ(member(broken, "outcome"), R"("repaired")");
  EXPECT_EQ(member(broken, "text"), R"("{'a': 1}")");
  EXPECT_EQ(member(broken, "arguments"), "null");
  EXPECT_NE(member(broken, "fixes"), "[]");
  const json::Value unreadable = parsed(R"({"id": 1, "raw": "hello"})", defaults);
  EXPECT_EQ(member(unreadable, "text"), R"("hello")");
  EXPECT_TRUE(unreadable.find("parse_error")->is_string());
  EXPECT_EQ(member(parsed(R"({"id": 1, "raw": "{\"a\":1}"})", defaults), "arguments"), R"({"a":1})");
  const json::Value typed =
      parsed(R"({"id": 1, "raw": "{\"days\":\"3\"}", "schema": )" + kWeather + "}", defaults);
  EXPECT_EQ(member(typed, "text"), R"("{\"days\":\"3\"}")");
  EXPECT_EQ(member(typed, "arguments"), R"({"days":"3"})");
  EXPECT_EQ(member(typed, "rejection"), R"("misfit")");
}

}  // namespace
}  // namespace argwright::app
