#include <gtest/gtest.h>

#include <string>

#include "argwright/json.h"

namespace argwright::json {
namespace {

// Arrays and objects in turn around one scalar.
Value deep(std::size_t depth, Value inside = nullptr) {
  Value value = std::move(inside);
  for (std::size_t i = 0; i < depth; ++i) {
    if (i % 2 == 0) {
      Array items;
      items.push_back(std::move(value));
      value = Value(std::move(items));
    } else {
      Object members;
      members.push_back(Member{"k", std::move(value)});
      value = Value(std::move(members));
    }
  }
  return value;
}

TEST(Value, HoldsWhatItWasMadeFrom) {
  EXPECT_EQ(Value().kind(), Kind::kNull);
  EXPECT_EQ(Value(nullptr).kind(), Kind::kNull);
  EXPECT_EQ(Value(true).kind(), Kind::kBoolean);
  EXPECT_EQ(Value(Number{"1"}).kind(), Kind::kNumber);
  EXPECT_EQ(Value("text").kind(), Kind::kString);
  EXPECT_EQ(Value(std::string("text")), Value(std::string_view("text")));
  EXPECT_EQ(Value(Array{}).kind(), Kind::kArray);
  EXPECT_EQ(Value(Object{}).kind(), Kind::kObject);
}

TEST(Value, KindsHaveNames) {
  EXPECT_EQ(kind_name(Kind::kNull), "null");
  EXPECT_EQ(kind_name(Kind::kBoolean), "boolean");
  EXPECT_EQ(kind_name(Kind::kNumber), "number");
  EXPECT_EQ(kind_name(Kind::kString), "string");
  EXPECT_EQ(kind_name(Kind::kArray), "array");
  EXPECT_EQ(kind_name(Kind::kObject), "object");
}

TEST(Value, FindGivesTheLastOfDuplicates) {
  Value value(Object{{"a", Number{"1"}}, {"b", true}, {"a", Number{"2"}}});
  ASSERT_NE(value.find("a"), nullptr);
  EXPECT_EQ(value.find("a")->number_text(), "2");
  *value.find("b") = Value("changed");
  EXPECT_EQ(value.members()[1].value.string(), "changed");
  EXPECT_EQ(value.find("c"), nullptr);
  EXPECT_EQ(Value(Array{}).find("a"), nullptr);
  EXPECT_EQ(Value().find("a"), nullptr);
}

TEST(Value, EqualityIsExact) {
  const Value value(Object{{"a", Array{Number{"1"}, "x", nullptr}}, {"b", Object{}}});
  EXPECT_EQ(value, Value(Object{{"a", Array{Number{"1"}, "x", nullptr}}, {"b", Object{}}}));
  EXPECT_NE(value, Value(Object{{"b", Object{}}, {"a", Array{Number{"1"}, "x", nullptr}}}));
  EXPECT_NE(value, Value(Object{{"a", Array{Number{"1.0"}, "x", nullptr}}, {"b", Object{}}}));
  EXPECT_NE(value, Value(Object{{"a", Array{Number{"1"}, "x"}}, {"b", Object{}}}));
  EXPECT_NE(value, Value(Object{{"a", Array{Number{"1"}, "x", nullptr}}, {"b", Array{}}}));
  EXPECT_NE(value, Value(Object{{"a", Array{Number{"1"}, "x", nullptr}}, {"c", Object{}}}));
  EXPECT_NE(Value(Number{"1"}), Value("1"));
  EXPECT_NE(Value(false), Value(nullptr));
  EXPECT_NE(Value(Array{}), Value(Object{}));
}

TEST(Value, CopiesAreIndependent) {
  const Value original(Object{{"a", Array{Number{"1"}, Object{{"deep", "x"}}}}, {"b", "y"}});
  Value copy = original;
  EXPECT_EQ(copy, original);
  copy.find("a")->items()[1].find("deep")->string() = "changed";
  EXPECT_NE(copy, original);
  EXPECT_EQ(original.find("a")->items()[1].find("deep")->string(), "x");
  copy = original;
  EXPECT_EQ(copy, original);
  const Value& alias = copy;
  copy = alias;
  EXPECT_EQ(copy, original);
}

TEST(Value, MayBeAssignedFromAPartOfItself) {
  Value value(Object{{"arguments", Object{{"a", Array{Number{"1"}}}}}});
  value = std::move(*value.find("arguments"));
  EXPECT_EQ(value, Value(Object{{"a", Array{Number{"1"}}}}));
  value = std::move(*value.find("a"));
  EXPECT_EQ(value, Value(Array{Number{"1"}}));
  const Value& item = value.items()[0];
  value = item;
  EXPECT_EQ(value, Value(Number{"1"}));
}

TEST(Value, AnyDepthIsCopiedComparedAndDestroyed) {
  constexpr std::size_t kDepth = 300000;
  const Value value = deep(kDepth);
  const Value copy = value;
  EXPECT_EQ(copy, value);
  EXPECT_NE(copy, deep(kDepth, true));
  EXPECT_TRUE(same_meaning(copy, value));
  EXPECT_FALSE(same_meaning(copy, deep(kDepth, true)));
}

TEST(Value, DeepAndWideIsDestroyedToo) {
  Array items;
  for (int i = 0; i < 50; ++i) items.push_back(deep(static_cast<std::size_t>(i) * 100, "leaf"));
  Value value(std::move(items));
  const Value copy = value;
  value = nullptr;
  EXPECT_TRUE(value.is_null());
  EXPECT_EQ(copy.items().size(), 50U);
}

}  // namespace
}  // namespace argwright::json
