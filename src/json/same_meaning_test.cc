#include <gtest/gtest.h>

#include <string>

#include "argwright/json.h"

namespace argwright::json {
namespace {

bool same(std::string_view a, std::string_view b) {
  const Result<Value> left = parse(a);
  const Result<Value> right = parse(b);
  EXPECT_TRUE(left && right) << a << ' ' << b;
  const bool answer = same_meaning(*left, *right);
  EXPECT_EQ(same_meaning(*right, *left), answer) << a << ' ' << b;
  return answer;
}

TEST(SameMeaning, KeyOrderDoesNotCount) {
  EXPECT_TRUE(same(R"({"a":1,"b":{"c":[2],"d":3}})", R"({"b":{"d":3,"c":[2]},"a":1})"));
}

TEST(SameMeaning, TheLastDuplicateWins) {
  EXPECT_TRUE(same(R"({"a":1,"b":2,"a":3})", R"({"b":2,"a":3})"));
  EXPECT_TRUE(same(R"({"a":[],"a":{"x":1}})", R"({"a":null,"a":7,"a":{"x":1}})"));
  EXPECT_FALSE(same(R"({"a":1,"a":3})", R"({"a":3,"a":1})"));
}

TEST(SameMeaning, OrderOfElementsAndTextOfNumbersCount) {
  EXPECT_FALSE(same("[1,2]", "[2,1]"));
  EXPECT_FALSE(same("[1]", "[1,1]"));
  EXPECT_FALSE(same("1.0", "1"));
  EXPECT_FALSE(same("1e2", "100"));
}

TEST(SameMeaning, KindsAndKeysCount) {
  EXPECT_FALSE(same("[]", "{}"));
  EXPECT_FALSE(same("\"1\"", "1"));
  EXPECT_FALSE(same("null", "false"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"b":1})"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"a":1,"b":null})"));
}

TEST(SameMeaning, SpellingOfStringsDoesNotCount) {
  EXPECT_TRUE(same(R"({"\u0061":"\u00e9\/"})", "{\"a\":\"\xC3\xA9/\"}"));
}

// Comparing every key with every other would take minutes here.
TEST(SameMeaning, WideObjectsAreComparedQuickly) {
  constexpr int kKeys = 200000;
  Object forward;
  Object backward;
  for (int i = 0; i < kKeys; ++i) {
    forward.push_back({"key" + std::to_string(i), Value::integer(i)});
    backward.push_back({"key" + std::to_string(kKeys - 1 - i), Value::integer(kKeys - 1 - i)});
  }
  const Value a(std::move(forward));
  Value b(std::move(backward));
  EXPECT_TRUE(same_meaning(a, b));
  b.members().back().value = nullptr;
  EXPECT_FALSE(same_meaning(a, b));
}

}  // namespace
}  // namespace argwright::json
