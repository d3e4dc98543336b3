#include "tool/export_fields.h"

#include <gtest/gtest.h>

namespace argwright::tool {
namespace {

std::vector<Field> fields(std::string_view schema) {
  const Result<json::Value> value = json::parse(schema);
  EXPECT_TRUE(value.has_value()) << schema;
  return value ? fields_of(*value, {}) : std::vector<Field>();
}

Field field(std::string_view property) {
  const std::vector<Field> all = fields(R"({"properties":{"p":)" + std::string(property) + R"(},"$defs":{
    "word":{"enum":["a","b"],"description":"Of the word"},"place":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}})");
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? Field() : all[0];
}

std::string kind(std::string_view property) { return kind_words(field(property)); }

TEST(Fields, TellTheKindOfEveryType) {
  EXPECT_EQ(kind(R"({"type":"string"})"), "String");
  EXPECT_EQ(kind(R"({"type":"string","format":"date-time"})"), "Timestamp");
  EXPECT_EQ(kind(R"({"type":"string","format":"uri"})"), "Uri");
  EXPECT_EQ(kind(R"({"type":"string","enum":["a"]})"), "EnumToken");
  EXPECT_EQ(kind(R"({"enum":["a"]})"), "EnumToken");
  EXPECT_EQ(kind(R"({"const":"a"})"), "EnumToken");
  EXPECT_EQ(kind(R"({"type":"integer","enum":[1,2]})"), "Integer");
  EXPECT_EQ(kind(R"({"type":"number"})"), "Number");
  EXPECT_EQ(kind(R"({"type":["integer","number"]})"), "Number");
  EXPECT_EQ(kind(R"({"type":"boolean"})"), "Boolean");
  EXPECT_EQ(kind(R"({"type":"object"})"), "JsonObject");
  EXPECT_EQ(kind(R"({"properties":{}})"), "JsonObject");
  EXPECT_EQ(kind(R"({"type":"array"})"), "JsonArray");
  EXPECT_EQ(kind("{}"), "any");
  EXPECT_EQ(kind("true"), "any");
}

TEST(Fields, TellListsAndMaps) {
  EXPECT_EQ(kind(R"({"type":"array","items":{"type":"string"}})"), "list of String");
  EXPECT_EQ(kind(R"({"items":{"$ref":"#/$defs/word"}})"), "list of EnumToken");
  EXPECT_EQ(kind(R"({"type":"array","items":{"type":"array","items":{"type":"string"}}})"),
            "list of JsonArray");
  EXPECT_EQ(kind(R"({"type":"array","items":{}})"), "JsonArray");
  EXPECT_EQ(kind(R"({"type":"object","additionalProperties":{"type":"integer"}})"), "map of Integer");
  EXPECT_EQ(kind(R"({"type":"object","additionalProperties":false})"), "JsonObject");
  EXPECT_EQ(kind(R"({"type":"object","properties":{"a":{}},"additionalProperties":{"type":"integer"}})"),
            "JsonObject");
}

TEST(Fields, TellNullAndAlternatives) {
  EXPECT_EQ(kind(R"({"type":["string","null"]})"), "String or null");
  EXPECT_EQ(kind(R"({"type":"string","nullable":true})"), "String or null");
  EXPECT_EQ(kind(R"({"anyOf":[{"type":"integer"},{"type":"null"}]})"), "Integer or null");
  EXPECT_EQ(kind(R"({"oneOf":[{"type":"integer"},{"const":null}]})"), "Integer or null");
  EXPECT_EQ(kind(R"({"type":["string","integer"]})"), "String or Integer");
  EXPECT_EQ(kind(R"({"anyOf":[{"type":"string"},{"$ref":"#/$defs/place"},{"type":"null"}]})"),
            "String or JsonObject or null");
  EXPECT_EQ(kind(R"({"anyOf":[{"type":"string"},{}]})"), "any");
  EXPECT_EQ(kind(R"({"type":"null"})"), "any");
}

TEST(Fields, ReadThroughReferencesWithTheNearestWordsFirst) {
  const Field near = field(R"({"$ref":"#/$defs/word","description":"Nearer"})");
  EXPECT_EQ(near.description, "Nearer");
  EXPECT_EQ(near.options.size(), 2U);
  EXPECT_EQ(field(R"({"$ref":"#/$defs/word"})").description, "Of the word");
  EXPECT_EQ(field(R"({"allOf":[{"$ref":"#/$defs/word"}],"default":"a"})").default_value, json::Value("a"));
  EXPECT_EQ(kind(R"({"$ref":"#/$defs/nowhere"})"), "any");
  EXPECT_EQ(kind(R"({"$ref":"other.json"})"), "any");
}

TEST(Fields, CollectChoicesFromConstants) {
  const Field one = field(R"({"oneOf":[{"const":"a","description":"A"},{"const":"b"}]})");
  EXPECT_EQ(json::write(json::Value(one.options)), R"(["a","b"])");
  EXPECT_EQ(kind_words(one), "EnumToken");
  EXPECT_TRUE(field(R"({"oneOf":[{"const":"a"},{"type":"string"}]})").options.empty());
}

TEST(Fields, KeepBoundsDefaultsAndExamples) {
  const Field number =
      field(R"({"type":"integer","minimum":1,"maximum":10,"default":null,"examples":[3,4],"title":"T"})");
  EXPECT_EQ(json::write(json::Value(number.bounds)), R"({"minimum":1,"maximum":10})");
  EXPECT_EQ(number.default_value, json::Value());
  EXPECT_EQ(number.example, json::Value::integer(3));
  EXPECT_EQ(number.title, "T");
  const Field list =
      field(R"({"type":"array","minItems":1,"items":{"type":"string","maxLength":5,"enum":["x"]}})");
  EXPECT_EQ(json::write(json::Value(list.bounds)), R"({"maxLength":5})");
  EXPECT_EQ(json::write(json::Value(list.list_bounds)), R"({"minItems":1})");
  EXPECT_EQ(list.options.size(), 1U);
}

TEST(Fields, OpenObjectsListsOfObjectsAndMapsOfObjects) {
  for (const char* property :
       {R"({"$ref":"#/$defs/place"})", R"({"type":"array","items":{"$ref":"#/$defs/place"}})",
        R"({"type":"object","additionalProperties":{"$ref":"#/$defs/place"}})",
        R"({"anyOf":[{"$ref":"#/$defs/place"},{"type":"null"}]})"}) {
    const Field one = field(property);
    ASSERT_EQ(one.members.size(), 1U) << property;
    EXPECT_EQ(one.members[0].name, "city");
    EXPECT_TRUE(one.members[0].required);
  }
}

TEST(Fields, JoinThePartsOfAllOf) {
  const std::vector<Field> all = fields(R"({"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},
    {"properties":{"b":{"type":"integer"},"a":{"type":"boolean"}},"required":["b"]}],"properties":{"c":{}},"required":["c"]})");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "c");
  EXPECT_EQ(all[1].name, "a");
  EXPECT_EQ(kind_words(all[1]), "String");
  for (const Field& one : all) EXPECT_TRUE(one.required) << one.name;
}

TEST(Fields, OpenASchemaThatContainsItselfOnce) {
  const std::vector<Field> all =
      fields(R"({"properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#"}}}})");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(kind_words(all[1]), "list of JsonObject");
  EXPECT_TRUE(all[1].members.empty());
  EXPECT_EQ(kind_words(fields(R"({"properties":{"a":{"$ref":"#/properties/a"}}})")[0]), "any");
}

TEST(Fields, StayFewWhenASchemaMultipliesItself) {
  std::string defs;
  for (int level = 0; level < 20; ++level) {
    defs += (level > 0 ? "," : "") + ("\"d" + std::to_string(level)) + R"(":{"properties":{)";
    for (int i = 0; i < 10; ++i) {
      defs += (i > 0 ? "," : "") + ("\"p" + std::to_string(i)) + R"(":{"$ref":"#/$defs/d)" +
              std::to_string(level + 1) + "\"}";
    }
    defs += "}}";
  }
  const std::vector<Field> all = fields(R"({"$ref":"#/$defs/d0","$defs":{)" + defs + "}}");
  EXPECT_FALSE(all.empty());
  std::size_t count = 0;
  std::vector<const Field*> open;
  for (const Field& one : all) open.push_back(&one);
  while (!open.empty()) {
    const Field* one = open.back();
    open.pop_back();
    ++count;
    for (const Field& member : one->members) open.push_back(&member);
  }
  EXPECT_LE(count, 5000U);
}

TEST(Fields, TakeTheKindsOfTheParameters) {
  ToolParameter file;
  file.name = "file";
  file.value_kind = ValueKind::kAttachmentReference;
  const Result<json::Value> schema =
      json::parse(R"({"properties":{"file":{"type":"string"},"other":{"type":"string"}}})");
  const std::vector<Field> all = fields_of(*schema, {file});
  EXPECT_EQ(kind_words(all[0]), "AttachmentReference");
  EXPECT_EQ(kind_words(all[1]), "String");
}

}  // namespace
}  // namespace argwright::tool
