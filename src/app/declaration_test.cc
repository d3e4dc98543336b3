#include "app/declaration.h"

#include <gtest/gtest.h>

namespace argwright::app {
namespace {

// "NAME: key key" or the error.
std::string read(std::string_view text, std::string_view tool = {}) {
  SchemaCache cache;
  const Result<DeclaredTools> declared = DeclaredTools::read(*json::parse(text), cache);
  if (!declared) return declared.error().message;
  const Result<Declaration> declaration = declared->choose(tool);
  if (!declaration) return declaration.error().message;
  EXPECT_EQ(declaration->trouble, "");
  EXPECT_FALSE(declaration->text_alone);
  std::string words = declaration->tool_name + ":";
  for (const std::string& key : declaration->schema->keys()) words += " " + key;
  return words;
}

TEST(Declaration, ReadsABareSchema) {
  EXPECT_EQ(read(R"({"type": "object", "properties": {"a": {}, "b": {"type": "string"}}})"), ": a b");
  EXPECT_EQ(read(R"({"properties": {"a": {}}})", "f"), "f: a");
  EXPECT_EQ(read(R"({"type": ["object", "null"], "properties": {}})"), ":");
  EXPECT_EQ(read(R"({"type": "object"})"), ":");
  EXPECT_EQ(read(R"({"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"a": {}}}}})"), ": a");
  EXPECT_EQ(read("{}"), ":");
}

TEST(Declaration, ReadsToolDefinitionsOfEveryKind) {
  EXPECT_EQ(
      read(R"({"type": "function", "function": {"name": "f", "parameters": {"properties": {"a": {}}}}})"),
      "f: a");
  EXPECT_EQ(read(R"({"type": "function", "name": "f", "parameters": {"properties": {"a": {}}}})"), "f: a");
  EXPECT_EQ(read(R"({"name": "f", "input_schema": {"properties": {"a": {}}}})"), "f: a");
  EXPECT_EQ(read(R"({"name": "f", "inputSchema": {"properties": {"a": {}}}})"), "f: a");
  EXPECT_EQ(read(R"({"type": "function", "function": {"name": "f"}})"), "f:");
  EXPECT_EQ(read(R"({"type": "function", "name": "f", "parameters": null})"), "f:");
}

TEST(Declaration, ChoosesFromAList) {
  const std::string two = R"([{"name": "f", "input_schema": {"properties": {"a": {}}}},
                              {"name": "g", "input_schema": {"properties": {"b": {}}}}])";
  EXPECT_EQ(read(two, "g"), "g: b");
  EXPECT_EQ(read(two), "holds 2 tools; choose one with --tool: f, g");
  EXPECT_EQ(read(two, "h"), "holds no tool named h, only f, g");
  EXPECT_EQ(read("{\"tools\": " + two + "}", "f"), "f: a");
  EXPECT_EQ(read(R"([{"name": "f", "input_schema": {}}])"), "f:");
  EXPECT_EQ(read(R"([{"name": "f", "input_schema": {"type": 5}}, {"name": "g", "input_schema": {}}])", "g"),
            "g:");
}

TEST(Declaration, KnowsWhetherANameHasToChoose) {
  SchemaCache cache;
  const auto declared = [&](std::string_view text) {
    return *DeclaredTools::read(*json::parse(text), cache);
  };
  const DeclaredTools bare = declared("{}");
  EXPECT_FALSE(bare.needs_a_name());
  EXPECT_TRUE(bare.declares("anything"));
  const DeclaredTools one = declared(R"({"name": "f", "input_schema": {}})");
  EXPECT_FALSE(one.needs_a_name());
  EXPECT_TRUE(one.declares("f"));
  EXPECT_FALSE(one.declares("g"));
  EXPECT_TRUE(
      declared(R"([{"name": "f", "input_schema": {}}, {"name": "g", "input_schema": {}}])").needs_a_name());
}

TEST(Declaration, RefusesWhatIsNotOne) {
  EXPECT_EQ(read("5"), "not a schema: a schema must be an object or a boolean, found number (at the root)");
  EXPECT_EQ(read("true"), "not a schema: boolean");
  EXPECT_EQ(read("[]"), "not a schema: a list without a tool definition");
  EXPECT_EQ(read("[1, {}]"), "not a schema: a list without a tool definition");
  EXPECT_EQ(read(R"({"city": "Oslo"})"), "not a schema: neither a JSON Schema nor a tool definition");
  EXPECT_EQ(read(R"({"type": "string"})"), "not a schema of arguments: its type is not object");
  EXPECT_EQ(read(R"({"properties": ["a"]})"), "not a schema: properties must be an object (at /properties)");
  EXPECT_EQ(read(R"({"name": "f", "input_schema": 5})"),
            "not a schema: a schema must be an object or a boolean, found number (at the root)");
  EXPECT_EQ(read(R"({"name": "f", "input_schema": {"city": "Oslo"}})"),
            "not a schema: neither a JSON Schema nor a tool definition");
  EXPECT_EQ(read(R"({"name": "f", "input_schema": {}})", "g"), "holds no tool named g, only f");
  EXPECT_EQ(read(R"([{"name": "f", "input_schema": {}}, {"name": "f", "input_schema": {}}])", "f"),
            R"(two tools are named 'f': "" and "")");
}

TEST(Declaration, BoundsTheListOfNames) {
  std::string list;
  for (int i = 0; i < 30; ++i) {
    list += (i == 0 ? "" : ", ") + (R"({"input_schema": {}, "name": "tool_)" + std::to_string(i) + "\"}");
  }
  const std::string words = read("[" + list + "]", "f");
  EXPECT_TRUE(words.ends_with("tool_19, ...")) << words;
}

TEST(Declaration, CompilesATextOnce) {
  SchemaCache cache;
  const json::Value schema = *json::parse(R"({"type": "object", "properties": {"a": {}}})");
  const Result<DeclaredTools> first = DeclaredTools::read(schema, cache);
  const std::uint64_t compiled = cache.statistics().misses;
  const Result<DeclaredTools> second = DeclaredTools::read(schema, cache);
  EXPECT_EQ(cache.statistics().misses, compiled);
  EXPECT_EQ(first->choose("f")->schema, second->choose("g")->schema);
}

}  // namespace
}  // namespace argwright::app
