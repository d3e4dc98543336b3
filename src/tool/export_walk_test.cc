#include "tool/export_walk.h"

#include <gtest/gtest.h>

namespace argwright::tool {
namespace {

json::Value parse(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value.has_value()) << text;
  return value ? *value : json::Value();
}

TEST(ForEachSchema, VisitsInDocumentOrder) {
  json::Value schema =
      parse(R"({"title":"0","properties":{"title":{"title":"1","items":{"title":"2"}},"b":{"title":"3"}},
    "anyOf":[{"title":"4"},true],"additionalProperties":{"title":"5"}})");
  std::string order;
  for_each_schema(schema, [&](json::Value& one) { order += one.find("title")->string(); });
  EXPECT_EQ(order, "012345");
}

TEST(ForEachSchema, BearsAnyDepth) {
  json::Value schema(json::Object{});
  for (int i = 0; i < 100000; ++i) {
    json::Value outer(json::Object{});
    outer.members().push_back({"items", std::move(schema)});
    schema = std::move(outer);
  }
  std::size_t count = 0;
  for_each_schema(schema, [&](json::Value&) { ++count; });
  EXPECT_EQ(count, 100001U);
}

TEST(DefinitionParts, FindsNameAndSchemaInEveryShape) {
  for (const char* text :
       {R"({"type":"function","function":{"name":"t","parameters":{"n":1}}})",
        R"({"function":{"name":"t","parameters":{"n":1}}})",
        R"({"type":"function","name":"t","parameters":{"n":1}})", R"({"name":"t","parameters":{"n":1}})",
        R"({"name":"t","input_schema":{"n":1}})", R"({"type":"custom","name":"t","input_schema":{"n":1}})",
        R"({"name":"t","inputSchema":{"n":1}})"}) {
    json::Value definition = parse(text);
    const std::optional<DefinitionParts> parts = parts_of(definition);
    ASSERT_TRUE(parts) << text;
    EXPECT_EQ(parts->name, "t");
    ASSERT_NE(parts->schema, nullptr);
    EXPECT_EQ(json::write(*parts->schema), R"({"n":1})");
    EXPECT_NE(parts->holder->find("name"), nullptr);
  }
}

TEST(DefinitionParts, TakesAnOpenAiFunctionWithoutParameters) {
  json::Value chat = parse(R"({"type":"function","function":{"name":"t"}})");
  ASSERT_TRUE(parts_of(chat));
  EXPECT_EQ(parts_of(chat)->schema, nullptr);
  json::Value flat = parse(R"({"type":"function","name":"t","parameters":null})");
  ASSERT_TRUE(parts_of(flat));
  EXPECT_EQ(parts_of(flat)->schema, nullptr);
}

TEST(DefinitionParts, RefusesSchemasAndBuiltInTools) {
  for (const char* text :
       {R"({"type":"object","properties":{"name":{}}})", R"({"name":"t"})",
        R"({"type":"web_search_20250305","name":"web_search"})", R"({"type":"custom","custom":{"name":"t"}})",
        R"({"type":"object","name":"t","parameters":{}})", "[]", "1"}) {
    json::Value value = parse(text);
    EXPECT_FALSE(parts_of(value)) << text;
  }
}

TEST(DefinitionsIn, TakesAListAnObjectWithAListAndOneDefinition) {
  json::Value list = parse("[1,2]");
  EXPECT_EQ(definitions_in(list).size(), 2U);
  json::Value holder = parse(R"({"tools":[1,2,3]})");
  EXPECT_EQ(definitions_in(holder).size(), 3U);
  json::Value one = parse(R"({"tools":{"a":1}})");
  ASSERT_EQ(definitions_in(one).size(), 1U);
  EXPECT_EQ(definitions_in(one)[0], &one);
}

}  // namespace
}  // namespace argwright::tool
