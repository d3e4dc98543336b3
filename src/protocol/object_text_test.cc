#include "protocol/object_text.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

TEST(ObjectText, WritesAnEmptyObject) {
  std::string out;
  ObjectText(out).close();
  EXPECT_EQ(out, "{}");
}

TEST(ObjectText, WritesMembersOfEveryKindInOrder) {
  std::string out = "before ";
  ObjectText object(out);
  object.text("t", "a\"\n").integer("i", -5).raw("r", "null").value("v", testing::parsed("[1.10]"));
  ObjectText inner(object.key("o"));
  inner.text("x", "").close();
  object.members({{"odd \"key\"", json::Value(true)}}).close();
  EXPECT_EQ(out, R"(before {"t":"a\"\n","i":-5,"r":null,"v":[1.10],"o":{"x":""},"odd \"key\"":true})");
}

TEST(ObjectText, SeparatesMembersThatComeFirst) {
  std::string out;
  ObjectText(out).members({{"a", json::Value(nullptr)}, {"b", json::Value("x")}}).integer("c", 1).close();
  EXPECT_EQ(out, R"({"a":null,"b":"x","c":1})");
}

}  // namespace
}  // namespace argwright::protocol
