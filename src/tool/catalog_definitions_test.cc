#include <gtest/gtest.h>

#include <string>

#include "argwright/catalog.h"

namespace argwright::tool {
namespace {

Result<std::vector<ToolDeclaration>> read(std::string_view text) {
  return read_declarations(*json::parse(text));
}

TEST(ToolDefinitions, AreReadAsEachProviderWritesThem) {
  const auto declarations = read(R"([
    {"type":"function","function":{"name":"chat","description":"by Chat","parameters":{"properties":{"a":{}}}}},
    {"type":"function","name":"responses","description":"by Responses","parameters":{"properties":{"b":{}}}},
    {"name":"anthropic","description":"by Anthropic","input_schema":{"properties":{"c":{}}}},
    {"name":"mcp","inputSchema":{"properties":{"d":{}}}}])");
  ASSERT_TRUE(declarations);
  std::string seen;
  for (const ToolDeclaration& declaration : *declarations) {
    ASSERT_NE(declaration.schema, nullptr);
    seen += declaration.name + "(" + declaration.schema->keys().at(0) + ") " + declaration.description + "\n";
  }
  EXPECT_EQ(seen, "chat(a) by Chat\nresponses(b) by Responses\nanthropic(c) by Anthropic\nmcp(d) \n");
}

TEST(ToolDefinitions, MayStandInARequest) {
  const auto declarations = read(R"({"model":"m","tools":[{"name":"t","input_schema":{}}]})");
  ASSERT_TRUE(declarations);
  EXPECT_EQ(declarations->size(), 1U);
}

TEST(ToolDefinitions, WithoutSchemaTakeNoArguments) {
  const auto declarations = read(R"([{"type":"function","function":{"name":"t"}},
    {"type":"function","name":"u","parameters":null}])");
  ASSERT_TRUE(declarations);
  ASSERT_EQ(declarations->size(), 2U);
  for (const ToolDeclaration& declaration : *declarations) {
    ASSERT_NE(declaration.schema, nullptr);
    EXPECT_TRUE(declaration.schema->keys().empty());
  }
}

TEST(ToolDefinitions, LeaveOutWhatIsNoFunctionWithJsonArguments) {
  const auto declarations =
      read(R"([{"type":"web_search_20250305","name":"web_search"},{"type":"file_search"},
    {"type":"custom","custom":{"name":"free"}},{"type":"custom","name":"free"},"text",null,{"name":7}])");
  ASSERT_TRUE(declarations);
  EXPECT_TRUE(declarations->empty());
}

TEST(ToolDefinitions, KeepAToolWhoseSchemaIsBroken) {
  const auto declarations = read(R"([{"name":"t","input_schema":{"type":"objekt"}}])");
  ASSERT_TRUE(declarations);
  ASSERT_EQ(declarations->size(), 1U);
  EXPECT_EQ((*declarations)[0].schema, nullptr);
  EXPECT_NE((*declarations)[0].schema_error.find("/type"), std::string::npos);
}

TEST(ToolDefinitions, MustBeAList) {
  EXPECT_EQ(read("7").error().message, "expected a list of tool definitions, found number");
  EXPECT_EQ(read(R"({"tools":{}})").error().describe(),
            "expected a list of tool definitions, found object (at /tools)");
}

}  // namespace
}  // namespace argwright::tool
