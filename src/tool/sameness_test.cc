#include "tool/sameness.h"

#include <gtest/gtest.h>

namespace argwright::tool {
namespace {

json::Value value(std::string_view text) { return *json::parse(text); }

TEST(Sameness, ComparesNumbersByValueAndObjectsWithoutOrder) {
  EXPECT_TRUE(equal(value("1"), value("1.0")));
  EXPECT_TRUE(equal(value("-0"), value("0.0")));
  EXPECT_TRUE(equal(value("12e1"), value("120")));
  EXPECT_FALSE(equal(value("1"), value("-1")));
  EXPECT_FALSE(equal(value("1"), value("\"1\"")));
  EXPECT_FALSE(equal(value("9007199254740993"), value("9007199254740992")));
  EXPECT_TRUE(equal(value(R"({"a":[1],"b":{}})"), value(R"({"b":{},"a":[1.0]})")));
  EXPECT_TRUE(equal(value(R"({"a":2,"a":1})"), value(R"({"a":1})")));
  EXPECT_FALSE(equal(value(R"({"a":1})"), value(R"({"a":1,"b":1})")));
}

TEST(Sameness, FindsAValueThatOccursTwice) {
  EXPECT_FALSE(has_repeats(value("[]").items()));
  EXPECT_FALSE(has_repeats(value(R"([1,"1",true,[1],{"a":1}])").items()));
  EXPECT_TRUE(has_repeats(value("[1,2,1.0]").items()));
  EXPECT_TRUE(has_repeats(value(R"([{"a":1,"b":2},{"b":2,"a":1}])").items()));
}

TEST(Sameness, TellsWhichMembersAreShadowed) {
  EXPECT_EQ(shadowed(value(R"({"a":1,"b":2})").members()), std::vector<bool>());
  EXPECT_EQ(shadowed(value(R"({"a":1,"b":2,"a":3,"a":4})").members()),
            (std::vector<bool>{true, false, true, false}));
  json::Object many;
  for (int i = 0; i < 40; ++i) many.push_back({std::to_string(i), json::Value()});
  EXPECT_EQ(shadowed(many), std::vector<bool>());
  many[3].key = "30";
  EXPECT_TRUE(shadowed(many)[3]);
  EXPECT_FALSE(shadowed(many)[30]);
}

}  // namespace
}  // namespace argwright::tool
