#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "argwright/execution.h"
#include "argwright/tool.h"

namespace argwright {
namespace {

// S1-35 and S1-47 list the names and their order.
TEST(ToolNames, SpellsTheTenKindsInTheOrderOfTheDesign) {
  const std::vector<std::string> expected = {
      "String",    "Boolean",   "Integer", "Number",    "JsonObject",
      "JsonArray", "Timestamp", "Uri",     "EnumToken", "AttachmentReference"};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(value_kind_name(static_cast<ValueKind>(i)), expected[i]);
}

TEST(ToolNames, SpellsTheFourCardinalities) {
  const std::vector<std::string> expected = {"Single", "Optional", "List", "Map"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(cardinality_name(static_cast<Cardinality>(i)), expected[i]);
  }
}

TEST(ToolNames, SpellsTheThreeStatuses) {
  EXPECT_EQ(tool_status_name(ToolStatus::kSuccess), "Success");
  EXPECT_EQ(tool_status_name(ToolStatus::kFailed), "Failed");
  EXPECT_EQ(tool_status_name(ToolStatus::kSkipped), "Skipped");
}

TEST(ToolNames, NamesNothingForAValueOutsideTheEnumeration) {
  EXPECT_EQ(value_kind_name(static_cast<ValueKind>(200)), "");
  EXPECT_EQ(cardinality_name(static_cast<Cardinality>(200)), "");
  EXPECT_EQ(tool_status_name(static_cast<ToolStatus>(200)), "");
}

TEST(Environment, IsEmptyUnlessGivenValues) { EXPECT_EQ(Environment().find("session"), nullptr); }

TEST(Environment, FindsWhatItWasGivenAndSharesItWithItsCopies) {
  const Environment environment({{"session", json::Value("s-1")}, {"debug", json::Value(true)}});
  const Environment copy = environment;
  ASSERT_NE(environment.find("session"), nullptr);
  EXPECT_EQ(environment.find("session")->string(), "s-1");
  EXPECT_EQ(copy.find("debug"), environment.find("debug"));
  EXPECT_EQ(environment.find("Session"), nullptr);
  EXPECT_EQ(environment.find(""), nullptr);
}

}  // namespace
}  // namespace argwright
