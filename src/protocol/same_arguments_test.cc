#include "protocol/same_arguments.h"

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

TEST(SameArguments, AreToldByTextOrByValue) {
  EXPECT_TRUE(say_the_same("{'a'", "{'a'")) << "whatever it is";
  EXPECT_TRUE(say_the_same(R"({"a":1})", R"({ "a" : 1 })"));
  EXPECT_TRUE(say_the_same("", " {} "));
  EXPECT_FALSE(say_the_same(R"({"a":1})", R"({"a":2})"));
  EXPECT_FALSE(say_the_same("{'a'", "{'b'"));
  EXPECT_FALSE(say_the_same("", R"({"a":1})"));
}

}  // namespace
}  // namespace argwright::protocol
