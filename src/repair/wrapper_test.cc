#include "repair/wrapper.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

using Keys = std::vector<std::string>;

// What comes out of the wrapper; "<no wrapper>" or the error otherwise.
std::string opened(std::string_view object, const WrapperContext& context) {
  const Result<json::Value> value = json::parse(object);
  EXPECT_TRUE(value) << object;
  if (!value) return {};
  const Result<std::optional<json::Value>> inner = open_wrapper(*value, context);
  if (!inner) return "<" + std::string(error_code_name(inner.error().code)) + "> " + inner.error().message;
  return inner->has_value() ? json::write(**inner) : "<no wrapper>";
}

std::string opened_for(std::string_view tool, std::string_view object) {
  WrapperContext context;
  context.tool_name = tool;
  return opened(object, context);
}

std::string opened_for(std::string_view tool, const Keys& declared, std::string_view object) {
  WrapperContext context;
  context.tool_name = tool;
  context.declared_keys = &declared;
  return opened(object, context);
}

TEST(Wrapper, IsOpenedWhenItNamesTheCalledTool) {
  const std::string inner = R"({"city":"Rome"})";
  EXPECT_EQ(opened_for("tour", R"({"name":"tour","arguments":{"city":"Rome"}})"), inner);
  EXPECT_EQ(opened_for("tour", R"({"tool":"tour","input":{"city":"Rome"}})"), inner);
  EXPECT_EQ(opened_for("tour", R"({"action":"tour","action_input":{"city":"Rome"}})"), inner);
  EXPECT_EQ(opened_for("tour", R"({"recipient_name":"functions.tour","parameters":{"city":"Rome"}})"), inner);
  EXPECT_EQ(opened_for("tour", R"({"id":"c1","type":"function","name":"tour","arguments":{"city":"Rome"}})"),
            inner);
  EXPECT_EQ(
      opened_for("tour", R"({"type":"function","function":{"name":"tour","arguments":{"city":"Rome"}}})"),
      inner);
}

TEST(Wrapper, GivesArgumentsThatAreATextAsText) {
  EXPECT_EQ(opened_for("tour", R"({"name":"tour","arguments":"{\"city\":\"Rome\"}"})"),
            R"("{\"city\":\"Rome\"}")");
}

TEST(Wrapper, StaysClosedWithoutEvidence) {
  EXPECT_EQ(opened(R"({"name":"tour","arguments":{"city":"Rome"}})", {}), "<no wrapper>");
  EXPECT_EQ(opened_for("other", R"({"name":"tour","arguments":{"city":"Rome"}})"), "<no wrapper>");
  EXPECT_EQ(opened_for("tour", R"({"arguments":{"city":"Rome"}})"), "<no wrapper>")
      << "without a name only a declaration tells";
}

TEST(Wrapper, StaysClosedWhenTheDeclarationHasItsKey) {
  EXPECT_EQ(opened_for("tour", {"name", "arguments"}, R"({"name":"tour","arguments":{"city":"Rome"}})"),
            "<no wrapper>");
  EXPECT_EQ(opened_for("tour", {"input"}, R"({"input":{"city":"Rome"}})"), "<no wrapper>");
}

TEST(Wrapper, StaysClosedWhenTheDeclarationHasItsNameKey) {
  EXPECT_EQ(opened_for("", {"name"}, R"({"name":"nightly","arguments":{"city":"Rome"}})"), "<no wrapper>");
  EXPECT_EQ(opened_for("plan", {"name"}, R"({"name":"nightly","arguments":{"city":"Rome"}})"),
            "<no wrapper>");
  EXPECT_EQ(opened_for("tour", {"name"}, R"({"name":"tour","arguments":{"name":"Rome"}})"),
            R"({"name":"Rome"})")
      << "the name of the tool called leaves no doubt";
}

TEST(Wrapper, IsOpenedWhenTheDeclarationLacksItsKey) {
  EXPECT_EQ(opened_for("tour", {"city"}, R"({"input":{"city":"Rome"}})"), R"({"city":"Rome"})");
  EXPECT_EQ(opened_for("", {"city"}, R"({"name":"anything","args":{"city":"Rome"}})"), R"({"city":"Rome"})");
}

TEST(Wrapper, IsOpenedInsideAToolCallTag) {
  WrapperContext context;
  context.in_call_tag = true;
  EXPECT_EQ(opened(R"({"name":"tour","arguments":{"city":"Rome"}})", context), R"({"city":"Rome"})");
}

TEST(Wrapper, ThatNamesAnotherToolIsAnErrorWhereItIsSurelyAWrapper) {
  const std::string message = opened_for("tour", {"city"}, R"({"name":"wipe","arguments":{"city":"Rome"}})");
  EXPECT_EQ(message, "<ambiguous> the arguments name another tool, 'wipe', than the one called, 'tour'");
}

TEST(Wrapper, ThatHoldsNoObjectIsAnError) {
  EXPECT_TRUE(opened_for("tour", R"({"name":"tour","arguments":[1]})").starts_with("<not_an_object>"));
  EXPECT_TRUE(opened_for("tour", R"({"name":"tour","arguments":7})").starts_with("<not_an_object>"));
}

TEST(Wrapper, HasNoOtherMembers) {
  EXPECT_EQ(opened_for("tour", R"({"name":"tour","arguments":{},"city":"Rome"})"), "<no wrapper>");
  EXPECT_EQ(opened_for("tour", R"({"name":"tour","arguments":{},"input":{}})"), "<no wrapper>")
      << "two that could be the arguments";
  EXPECT_EQ(opened_for("tour", R"({"name":"tour","tool":"tour","input":{}})"), "<no wrapper>") << "two names";
  EXPECT_EQ(opened_for("tour", R"({"name":"tour"})"), "<no wrapper>");
  EXPECT_EQ(opened_for("tour", R"({})"), "<no wrapper>");
}

TEST(MayBeWrapper, IsTrueForEveryTextThatCouldBeOne) {
  EXPECT_TRUE(may_be_wrapper(std::string_view(R"({"name":"t","arguments":{}})")));
  EXPECT_TRUE(may_be_wrapper(std::string_view(R"({"kwargs":{}})")));
  EXPECT_FALSE(may_be_wrapper(std::string_view(R"({"city":"Rome"})")));
  EXPECT_FALSE(may_be_wrapper(std::string_view("{}")));
}

TEST(SameTool, IgnoresTheNamespaceThatWasWritten) {
  EXPECT_TRUE(same_tool("tour", "tour"));
  EXPECT_TRUE(same_tool("functions.tour", "tour"));
  EXPECT_TRUE(same_tool("default_api:tour", "tour"));
  EXPECT_TRUE(same_tool("a/b/tour", "tour"));
  EXPECT_FALSE(same_tool("tour", "functions.tour"));
  EXPECT_FALSE(same_tool("detour", "tour"));
  EXPECT_FALSE(same_tool("tours", "tour"));
  EXPECT_FALSE(same_tool("", "tour"));
}

TEST(Wrapper, KnowsItsKeys) {
  for (const char* key : {"arguments", "parameters", "name", "tool_call", "id", "thought"}) {
    EXPECT_TRUE(is_wrapper_key(key)) << key;
    EXPECT_TRUE(has_wrapper_keys(json::Object{{key, nullptr}})) << key;
  }
  for (const char* key : {"", "city", "Name", "names", "action_inpu"}) {
    EXPECT_FALSE(is_wrapper_key(key)) << key;
    EXPECT_FALSE(has_wrapper_keys(json::Object{{"name", nullptr}, {key, nullptr}})) << key;
  }
}

}  // namespace
}  // namespace argwright::repair
