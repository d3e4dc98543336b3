#include <gtest/gtest.h>

#include <algorithm>

#include "argwright/tool_export.h"
#include "json/utf8.h"

namespace argwright {
namespace {

json::Value parse(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value ? *value : json::Value();
}

std::string trimmed(std::string_view description, std::size_t budget) {
  json::Value schema(json::Object{{"description", description}});
  const std::size_t left = trim_descriptions(schema, budget);
  EXPECT_LE(left, budget);
  return schema.find("description")->string();
}

TEST(Trim, LeavesDescriptionsWithinTheBudgetAlone) {
  EXPECT_EQ(trimmed("Reads a file.", 13), "Reads a file.");
  EXPECT_EQ(trimmed("", 0), "");
}

TEST(Trim, CutsAfterASentenceThenAfterAWordThenAnywhere) {
  EXPECT_EQ(trimmed("Reads a file. Lines are numbered from one, as in editors.", 20), "Reads a file.…");
  EXPECT_EQ(trimmed("Reads a file\nLines are numbered from one.", 20), "Reads a file…");
  EXPECT_EQ(trimmed("Reads the named file and numbers its lines", 20), "Reads the named…");
  EXPECT_EQ(trimmed("Reads files, folders and links", 13), "Reads files…");
  EXPECT_EQ(trimmed("Version 1.5 of the file", 10), "Version…");
  EXPECT_EQ(trimmed(std::string(100, 'x'), 10), std::string(9, 'x') + "…");
  EXPECT_EQ(trimmed("abc", 1), "…");
  EXPECT_EQ(trimmed("abc", 0), "");
}

TEST(Trim, CountsAndCutsCharactersNotBytes) {
  EXPECT_EQ(trimmed("根据关键词在记忆库中查找相关片段，并返回摘要", 8), "根据关键词在记…");
  EXPECT_EQ(trimmed("查找片段。并返回摘要，按时间排序", 9), "查找片段。…");
  EXPECT_EQ(trimmed("查找片段，并返回摘要", 6), "查找片段…");
  EXPECT_EQ(trimmed("ééééé", 5), "ééééé");
  // An e with a combining accent, a family joined by ZWJ: not torn apart.
  EXPECT_EQ(trimmed("cafe\xCC\x81s", 5), "caf…");
  EXPECT_EQ(trimmed("ab\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7x", 5), "ab…");
}

TEST(Trim, TakesFromTheLongestFirst) {
  json::Value schema = parse(R"({"description":"A short one","properties":{
    "a":{"description":"This description is rather long and goes on for a while"},
    "b":{"description":"Tiny"},
    "c":{"description":"This one is long as well, though not quite so long"}}})");
  EXPECT_LE(trim_descriptions(schema, 60), 60U);
  EXPECT_EQ(schema.find("description")->string(), "A short one");
  const json::Value& properties = *schema.find("properties");
  EXPECT_EQ(properties.find("a")->find("description")->string(), "This description is…");
  EXPECT_EQ(properties.find("b")->find("description")->string(), "Tiny");
  EXPECT_EQ(properties.find("c")->find("description")->string(), "This one is long as…");
}

TEST(Trim, TouchesNothingButDescriptions) {
  const char* text = R"({"type":"object","title":"A title that stays as it is","description":"Goes away",
    "properties":{"description":{"type":"string","enum":["a long allowed value"],"default":"a long default value","description":"Goes away"},
                  "options":{"default":{"description":"data, not a description"},"examples":[{"description":"data too"}],
                             "const":{"description":"data"},"x-note":{"description":"unknown keyword"}}},
    "required":["description"]})";
  json::Value schema = parse(text);
  json::Value expected = schema;
  *expected.find("description") = json::Value("");
  *expected.find("properties")->find("description")->find("description") = json::Value("");
  EXPECT_EQ(trim_descriptions(schema, 0), 0U);
  EXPECT_EQ(schema, expected);
}

TEST(Trim, ReachesEverySchemaInASchema) {
  json::Value schema =
      parse(R"({"$defs":{"d":{"description":"gone"}},"definitions":{"d":{"description":"gone"}},
    "items":{"description":"gone"},"prefixItems":[{"description":"gone"}],"additionalProperties":{"description":"gone"},
    "patternProperties":{"^a":{"description":"gone"}},"anyOf":[{"description":"gone"}],"oneOf":[{"description":"gone"}],
    "allOf":[{"description":"gone"}],"not":{"description":"gone"},"if":{"description":"gone"},"then":{"description":"gone"},
    "else":{"description":"gone"},"contains":{"description":"gone"},"propertyNames":{"description":"gone"},
    "dependentSchemas":{"a":{"description":"gone"}},"properties":{"a":{"items":{"properties":{"b":{"description":"gone"}}}}}})");
  trim_descriptions(schema, 0);
  EXPECT_EQ(json::write(schema).find("gone"), std::string::npos);
}

TEST(Trim, SharesOneBudgetOverAListOfTools) {
  json::Value tools = parse(R"({"tools":[
    {"type":"function","function":{"name":"a long name of a tool","description":"One two three four","parameters":{"properties":{"p":{"description":"One two three four"}}}}},
    {"name":"b","description":"One two three four","input_schema":{}}]})");
  EXPECT_LE(trim_descriptions(tools, 30), 30U);
  EXPECT_EQ(tools.find("tools")->items()[0].find("function")->find("description")->string(), "One two…");
  EXPECT_EQ(tools.find("tools")->items()[0].find("function")->find("name")->string(),
            "a long name of a tool");
  EXPECT_EQ(tools.find("tools")->items()[1].find("description")->string(), "One two…");
}

TEST(Trim, ChangesNothingTheSecondTimeAndNeverPassesTheBudget) {
  const json::Value original =
      parse(R"({"description":"First. Second sentence, longer than the first.","properties":{
    "a":{"description":"只有一句话，没有空格"},"b":{"description":"wordwithoutanyblankinside"},"c":{"description":"a b c d e f g"},
    "d":{"description":"  blanks first"},"e":{"description":"...,,,;;;"}}})");
  for (std::size_t budget = 0; budget < 130; ++budget) {
    json::Value schema = original;
    const std::size_t left = trim_descriptions(schema, budget);
    EXPECT_LE(left, budget);
    EXPECT_TRUE(json::is_valid_utf8(json::write(schema)));
    const json::Value once = schema;
    EXPECT_EQ(trim_descriptions(schema, budget), left);
    EXPECT_EQ(schema, once) << budget;
  }
}

TEST(Trim, TakesWhatIsNoSchemaAtAll) {
  for (const char* text :
       {"null", "true", "[1,\"a\",[]]", R"({"description":7,"properties":[],"items":3})"}) {
    json::Value value = parse(text);
    const json::Value before = value;
    EXPECT_EQ(trim_descriptions(value, 0), 0U);
    EXPECT_EQ(value, before);
  }
}

}  // namespace
}  // namespace argwright
