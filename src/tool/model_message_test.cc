#include "argwright/model_message.h"

#include <gtest/gtest.h>

#include <string>

#include "argwright/schema.h"

namespace argwright::tool {
namespace {

Schema compiled(std::string_view text) { return *Schema::compile_text(text); }

std::string message(std::string_view schema_text, std::string_view raw,
                    Language language = Language::kEnglish) {
  const Schema schema = compiled(schema_text);
  return message_for_model(parse_call({"t", "", raw}, &schema), &schema, language);
}

std::string example(std::string_view schema_text) {
  const std::optional<json::Value> value = minimal_example(compiled(schema_text));
  return value ? json::write(*value) : "none";
}

constexpr std::string_view kWeather = R"({"type":"object","properties":{
  "city":{"type":"string"},"days":{"type":"integer","minimum":1,"maximum":14},
  "units":{"enum":["metric","imperial"]}},"required":["city"]})";

TEST(ModelMessage, TellsWhatIsMissingUnknownAndExpected) {
  EXPECT_EQ(
      message(kWeather, R"({"town":"Oslo","days":"many"})"),
      "Failed to parse arguments: unknown parameter town; days: expected integer >= 1, <= 14, got \"many\"; "
      "missing required parameter city (string)\n"
      "Parameters: city: string (required); days: integer >= 1, <= 14; units: one of: \"metric\", "
      "\"imperial\"\n"
      "Example: {\"city\":\"text\"}");
}

TEST(ModelMessage, SpeaksChineseWithTheSeedsPrefix) {
  EXPECT_EQ(
      message(kWeather, R"({"town":"Oslo","units":"kelvin"})", Language::kChinese),
      "参数解析失败: 未知参数 town; units: 应为 以下之一: \"metric\", \"imperial\", 实际为 \"kelvin\"; "
      "缺少必填参数 city (string)\n"
      "参数: city: string (必填); days: integer >= 1, <= 14; units: 以下之一: \"metric\", \"imperial\"\n"
      "示例: {\"city\":\"text\"}");
}

TEST(ModelMessage, NamesNestedPlacesByTheirPointer) {
  const std::string text = message(
      R"({"properties":{"jobs":{"type":"array","items":{"properties":{"n":{"type":"integer"}},"required":["n"]}}}})",
      R"({"jobs":[{"n":1},{"n":"x"},{}]})");
  EXPECT_TRUE(
      text.starts_with("Failed to parse arguments: /jobs/1/n: expected integer, got \"x\"; "
                       "missing required parameter /jobs/2/n (integer)\n"))
      << text;
}

TEST(ModelMessage, TellsTheModelToSendACutOffCallAgain) {
  const std::string text = message(kWeather, R"({"city":"Os)");
  EXPECT_TRUE(text.starts_with("Failed to parse arguments: failed to parse arguments after unquoting: "))
      << text;
  EXPECT_NE(text.find("\nThe arguments were cut off; send the whole call again\nParameters: city"),
            std::string::npos);
  EXPECT_NE(message(kWeather, R"({"city":"Os)", Language::kChinese).find("参数在传输中被截断"),
            std::string::npos);
}

TEST(ModelMessage, AsksForOneObjectWhenNoneCouldBeRead) {
  EXPECT_NE(message(kWeather, "weather in Oslo").find("\nSend one JSON object as arguments\n"),
            std::string::npos);
}

TEST(ModelMessage, AsksForSeveralCallsToBeSentApart) {
  EXPECT_NE(
      message(kWeather, R"({"city":"Oslo"}{"city":"Bergen"})").find("\nSeveral calls stood in one text"),
      std::string::npos);
}

TEST(ModelMessage, IsEmptyWhenNothingIsWrong) { EXPECT_EQ(message(kWeather, R"({"city":"Oslo"})"), ""); }

TEST(ModelMessage, NeedsNoSchema) {
  const ToolCallRequest request = parse_call({"t", "", "no idea"}, nullptr);
  EXPECT_EQ(message_for_model(request, nullptr, Language::kEnglish),
            "Failed to parse arguments: " + request.parse_error + "\nSend one JSON object as arguments");
}

TEST(ModelMessage, StaysShortWhateverWasSent) {
  std::string schema = R"({"additionalProperties":false,"properties":{)";
  std::string raw = "{";
  for (int i = 0; i < 300; ++i) {
    schema += (i > 0 ? ",\"" : "\"") + std::string(50, 'k') + std::to_string(i) + R"(":{"type":"string"})";
    raw += (i > 0 ? ",\"" : "\"") + std::string(500, 'u') + std::to_string(i) + "\":1";
  }
  const std::string text = message(schema + "}}", raw + "}");
  EXPECT_LT(text.size(), 2500U);
  EXPECT_NE(text.find("292 more problem(s)"), std::string::npos) << text;
}

TEST(ModelMessage, IsTheSameEveryTime) {
  EXPECT_EQ(message(kWeather, R"({"x":1})"), message(kWeather, R"({"x":1})"));
}

TEST(MinimalExample, HoldsTheRequiredMembersOnly) {
  EXPECT_EQ(example(kWeather), R"({"city":"text"})");
  EXPECT_EQ(example("{}"), "{}");
  EXPECT_EQ(example(R"({"type":"object"})"), "{}");
}

TEST(MinimalExample, HasAValueOfEveryType) {
  EXPECT_EQ(
      example(R"({"properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":"number"},
    "b":{"type":"boolean"},"l":{"type":"array","items":{"type":"integer"}},"o":{"type":"object"},"z":{"type":"null"},
    "d":{"type":"string","format":"date"},"t":{"type":"string","format":"date-time"},"u":{"type":"string","format":"uri"}},
    "required":["s","i","n","b","l","o","z","d","t","u","w"]})"),
      R"({"s":"text","i":1,"n":1,"b":true,"l":[1],"o":{},"z":null,"d":"2025-01-31","t":"2025-01-31T12:00:00Z",)"
      R"("u":"https://example.com","w":"text"})");
}

TEST(MinimalExample, MeetsBounds) {
  EXPECT_EQ(
      example(
          R"({"properties":{"i":{"type":"integer","minimum":5},"e":{"type":"integer","exclusiveMinimum":5},
    "m":{"type":"integer","maximum":-5},"x":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},
    "f":{"type":"integer","minimum":2.5},"s":{"type":"string","minLength":6},"c":{"type":"string","maxLength":2},
    "l":{"type":"array","minItems":2,"items":{"type":"boolean"}},"k":{"type":"integer","multipleOf":7,"minimum":1}},
    "required":["i","e","m","x","f","s","c","l","k"]})"),
      R"({"i":5,"e":6,"m":-5,"x":0.5,"f":3,"s":"texttext","c":"te","l":[true,true],"k":7})");
}

TEST(MinimalExample, PrefersWhatTheSchemaGives) {
  EXPECT_EQ(
      example(R"({"properties":{"a":{"type":"integer","examples":["3"]},"b":{"type":"string","default":"x"},
    "c":{"type":"integer","examples":["three"],"default":3},"d":{"enum":["red","green"]},"e":{"const":7}},
    "required":["a","b","c","d","e"]})"),
      R"({"a":3,"b":"x","c":3,"d":"red","e":7})");
}

TEST(MinimalExample, FollowsReferencesAndAlternatives) {
  EXPECT_EQ(
      example(R"({"$defs":{"p":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}},
    "properties":{"r":{"$ref":"#/$defs/p"},"n":{"anyOf":[{"type":"null"},{"type":"integer"}]},
    "q":{"allOf":[{"type":"string"},{"minLength":5}]}},"required":["r","n","q"]})"),
      R"({"r":{"x":1},"n":null,"q":"texttext"})");
  EXPECT_EQ(example(R"({"anyOf":[{"type":"string"},{"type":"object","required":["k"]}]})"),
            R"({"k":"text"})");
}

TEST(MinimalExample, GivesUpOnWhatItCannotMake) {
  EXPECT_EQ(example("false"), "none");
  EXPECT_EQ(
      example(
          R"({"type":"object","properties":{"a":{"type":"string","pattern":"^xyz{9}$"}},"required":["a"]})"),
      "none");
  EXPECT_EQ(example(R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"), "none");
  EXPECT_EQ(example(R"({"type":"object","allOf":[{"type":"string"}]})"), "none");
  EXPECT_EQ(example(R"({"type":"string"})"), "none");
}

TEST(MinimalExample, UsesTheExamplesOfParameters) {
  ToolParameter query;
  query.name = "query";
  query.example = "agent state consistency";
  ToolParameter limit;
  limit.name = "limit";
  limit.value_kind = ValueKind::kInteger;
  limit.example = "3";
  const Schema schema = Schema::from_parameters({query, limit});
  EXPECT_EQ(json::write(*minimal_example(schema)), R"({"query":"agent state consistency","limit":3})");
}

}  // namespace
}  // namespace argwright::tool
