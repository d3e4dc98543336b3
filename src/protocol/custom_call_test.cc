#include "protocol/custom_call.h"

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

TEST(CustomCall, WrapsTextAndGivesItBackByteForByte) {
  for (const char* text :
       {"", "plain", "a \"quoted\"\n\tline\\", "{\"input\":1}", "\xC3\xA9\xF0\x9F\x98\x80"}) {
    EXPECT_EQ(unwrapped_input(wrapped_input(text)), text);
  }
  EXPECT_EQ(wrapped_input("a\"b"), R"({"input":"a\"b"})");
}

TEST(CustomCall, LeavesOtherShapesAlone) {
  for (const char* text : {"", "{}", "null", "[]", R"({"input":1})", R"({"input":"x","more":1})",
                           R"({"other":"x"})", R"({"input":"x")", R"("input")"}) {
    EXPECT_EQ(unwrapped_input(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace argwright::protocol
