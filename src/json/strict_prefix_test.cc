#include "json/strict_prefix.h"

#include <string>

#include <gtest/gtest.h>

namespace argwright::json {
namespace {

using Kind = StrictPrefix::Kind;

TEST(StrictPrefix, FindsTheEndOfAWholeObject) {
  for (const std::string behind : {"", " ", "\n```", "} ]", " and more {"}) {
    const std::string object = R"( {"a": "}", "b": [{}]})";
    const StrictPrefix prefix = read_strict_prefix(object + behind);
    EXPECT_EQ(prefix.kind, Kind::kObject) << behind;
    EXPECT_EQ(prefix.end, object.size()) << behind;
    EXPECT_TRUE(prefix.keys_are_unique);
  }
}

TEST(StrictPrefix, TellsWhereAKeyMayRepeat) {
  EXPECT_FALSE(read_strict_prefix(R"({"a": 1, "a": 1} x)").keys_are_unique);
  EXPECT_FALSE(read_strict_prefix(R"({"a": 1, "\u0061": 1} x)").keys_are_unique);
  EXPECT_TRUE(read_strict_prefix(R"({"a": {"a": 1}, "b": {"a": 1}} x)").keys_are_unique);
}

TEST(StrictPrefix, TellsHowATextWasCutOff) {
  const auto kind_and_closers = [](const char* text) {
    const StrictPrefix prefix = read_strict_prefix(text);
    return std::pair(prefix.kind, prefix.closers);
  };
  EXPECT_EQ(kind_and_closers(R"({"a": [{"b": "some te)"), std::pair(Kind::kInsideText, std::string("}]}")));
  EXPECT_EQ(kind_and_closers(R"({"a": 1, "b)"), std::pair(Kind::kInsideKey, std::string("}")));
  EXPECT_EQ(kind_and_closers(R"({"a": "half an escape \u12)"),
            std::pair(Kind::kInsideText, std::string("}")));
  EXPECT_EQ(kind_and_closers(R"({"a": )"), std::pair(Kind::kBeforeValue, std::string("}")));
  EXPECT_EQ(kind_and_closers(R"({"a": [1, )"), std::pair(Kind::kAfterComma, std::string("]}")));
  EXPECT_EQ(kind_and_closers(R"({"a": 1,)"), std::pair(Kind::kAfterComma, std::string("}")));
}

TEST(StrictPrefix, LeavesTheRestToOthers) {
  for (const char* text : {"", " ", "[1]", "\"a\"", "{'a': 1}", R"({"a": 1)", R"({"a": tru)", R"({"a": 1.)",
                           "{", R"({"a": "x" y)",
                           R"({"a)"
                           "\n",
                           R"({"a": "\x)"}) {
    EXPECT_EQ(read_strict_prefix(text).kind, Kind::kNone) << text;
  }
}

TEST(StrictPrefix, KeepsTheLimits) {
  Limits limits;
  limits.max_depth = 2;
  EXPECT_EQ(read_strict_prefix(R"({"a": {"b": 1}} x)", limits).kind, Kind::kObject);
  EXPECT_EQ(read_strict_prefix(R"({"a": {"b": {"c": 1}}} x)", limits).kind, Kind::kNone);
}

}  // namespace
}  // namespace argwright::json
