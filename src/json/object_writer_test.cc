#include "json/object_writer.h"

#include <gtest/gtest.h>

#include <utility>

namespace argwright::json {
namespace {

TEST(ObjectWriter, WritesOneLineMemberByMember) {
  ObjectWriter out;
  out.text("a", "line\nbreak");
  out.text_or_null("b", "");
  out.raw("c", "[1]");
  out.number("d", 18446744073709551615U);
  out.boolean("e", true);
  EXPECT_EQ(std::move(out).finish(),
            R"({"a":"line\nbreak","b":null,"c":[1],"d":18446744073709551615,"e":true})");
}

TEST(ObjectWriter, ReplacesBytesThatAreNotUtf8) {
  ObjectWriter out;
  out.text("a", "x\xFFy");
  EXPECT_EQ(std::move(out).finish(), "{\"a\":\"x\xEF\xBF\xBDy\"}");
}

TEST(ObjectWriter, AnObjectOfNothing) { EXPECT_EQ(ObjectWriter().finish(), "{}"); }

}  // namespace
}  // namespace argwright::json
