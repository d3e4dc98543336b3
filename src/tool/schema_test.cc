#include "argwright/schema.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace argwright {
namespace {

std::string error_of(std::string_view text) {
  const Result<Schema> schema = Schema::compile_text(text);
  return schema ? "" : schema.error().describe();
}

TEST(SchemaCompile, NamesThePlaceOfAFault) {
  EXPECT_EQ(error_of(R"({"type":"object","properties":{"a":{"type":"strnig"}}})"),
            "unknown type \"strnig\" (at /properties/a/type)");
  EXPECT_EQ(error_of(R"({"properties":[]})"), "properties must be an object (at /properties)");
  EXPECT_EQ(error_of(R"({"properties":{"a":5}})"),
            "a schema must be an object or a boolean, found number (at /properties/a)");
  EXPECT_EQ(error_of(R"({"$ref":"#/$defs/x"})"), "the reference \"#/$defs/x\" leads nowhere (at /$ref)");
  EXPECT_EQ(error_of(R"({"$ref":"https://a.example/s.json"})"),
            "only local references are understood, found \"https://a.example/s.json\" (at /$ref)");
  EXPECT_EQ(error_of(R"({"anyOf":[]})"), "anyOf must not be empty (at /anyOf)");
  EXPECT_NE(error_of("{"), "");
}

TEST(SchemaCompile, KeepsUnknownKeywordsAndTheOrderOfKeys) {
  const Result<Schema> schema =
      Schema::compile_text(R"({"x-vendor":1,"type":"object","properties":{"b":{},"a":{"title":"A"}}})");
  ASSERT_TRUE(schema);
  EXPECT_EQ(json::write(schema->source()),
            R"({"x-vendor":1,"type":"object","properties":{"b":{},"a":{"title":"A"}}})");
  EXPECT_EQ(schema->keys(), (std::vector<std::string>{"b", "a"}));
}

TEST(SchemaCompile, CollectsKeysThroughReferencesAndAlternatives) {
  const Result<Schema> schema = Schema::compile_text(
      R"({"allOf":[{"$ref":"#/$defs/base"},{"anyOf":[{"properties":{"c":{}}},true]}],"$defs":{"base":{"properties":{"a":{}}}}})");
  ASSERT_TRUE(schema);
  std::vector<std::string> keys = schema->keys();
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "c"}));
}

TEST(SchemaCompile, CountsRequiredNamesAmongTheKeys) {
  const Result<Schema> schema = Schema::compile_text(
      R"({"properties":{"b":{},"a":{}},"required":["z","a"],"allOf":[{"required":["y","z"]}]})");
  ASSERT_TRUE(schema);
  EXPECT_EQ(schema->keys(), (std::vector<std::string>{"b", "a", "z", "y"}));
}

TEST(SchemaCompile, SaysThatTheFaultIsAtTheRoot) {
  EXPECT_EQ(Schema::compile(json::Value(json::Number{"5"})).error().describe(),
            "a schema must be an object or a boolean, found number (at the root)");
  EXPECT_EQ(Schema::compile(json::Value(json::Number{"5"})).error().where.pointer, "");
}

TEST(SchemaCompile, TakesAReferenceToItself) {
  EXPECT_EQ(error_of(R"({"$ref":"#"})"), "");
  EXPECT_EQ(error_of(R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})"),
            "");
}

TEST(SchemaCompile, IgnoresPatternsThatCannotBeSearchedInLinearTime) {
  const Result<Schema> schema =
      Schema::compile_text(R"({"type":"object","properties":{"v":{"type":"string","pattern":"(?=a)b"}}})");
  ASSERT_TRUE(schema);
  json::Value value = *json::parse(R"({"v":"x"})");
  EXPECT_TRUE(coerce(value, *schema).fits());
}

TEST(SchemaFromParameters, SaysWhatTheParametersSay) {
  ToolParameter query;
  query.name = "query";
  query.description = "what to look for";
  query.example = "goats";
  ToolParameter limit;
  limit.name = "limit";
  limit.value_kind = ValueKind::kInteger;
  limit.cardinality = Cardinality::kOptional;
  limit.is_required = false;
  limit.constraints.minimum = "1";
  const Schema schema = Schema::from_parameters({query, limit});
  EXPECT_EQ(
      json::write(schema.source()),
      R"({"type":"object","properties":{"query":{"type":"string","description":"what to look for","examples":["goats"]},)"
      R"("limit":{"type":"integer","minimum":1}},"required":["query"]})");
}

TEST(SchemaFromParameters, GivesExamplesInTheirType) {
  const auto example = [](ValueKind kind, Cardinality cardinality, const char* text) {
    ToolParameter p;
    p.name = "v";
    p.value_kind = kind;
    p.cardinality = cardinality;
    p.example = text;
    const Schema schema = Schema::from_parameters({p});
    return json::write(*schema.source().find("properties")->find("v")->find("examples"));
  };
  EXPECT_EQ(example(ValueKind::kInteger, Cardinality::kSingle, "3"), "[3]");
  EXPECT_EQ(example(ValueKind::kNumber, Cardinality::kOptional, "1.50"), "[1.50]");
  EXPECT_EQ(example(ValueKind::kBoolean, Cardinality::kSingle, "true"), "[true]");
  EXPECT_EQ(example(ValueKind::kString, Cardinality::kSingle, "3"), R"(["3"])");
  EXPECT_EQ(example(ValueKind::kTimestamp, Cardinality::kSingle, "2031-02-01"), R"(["2031-02-01"])");
  EXPECT_EQ(example(ValueKind::kJsonObject, Cardinality::kSingle, R"({"a": 1})"), R"([{"a":1}])");
  EXPECT_EQ(example(ValueKind::kInteger, Cardinality::kList, "[1, 2]"), "[[1,2]]");
  EXPECT_EQ(example(ValueKind::kString, Cardinality::kList, "goats"), R"([["goats"]])");
  EXPECT_EQ(example(ValueKind::kInteger, Cardinality::kMap, R"({"a":1})"), R"([{"a":1}])");
  EXPECT_EQ(example(ValueKind::kInteger, Cardinality::kSingle, "about three"), R"(["about three"])");
}

}  // namespace
}  // namespace argwright
