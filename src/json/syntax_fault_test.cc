#include "json/syntax_fault.h"

#include <gtest/gtest.h>

#include <string>

#include "json/utf8.h"

namespace argwright::json {
namespace {

TEST(SyntaxFault, DescribesWhatIsFound) {
  EXPECT_EQ(describe_found("x}", 1), "'}'");
  EXPECT_EQ(describe_found("\"", 0), "'\"'");
  EXPECT_EQ(describe_found("'", 0), "a single quote");
  EXPECT_EQ(describe_found("None, 1", 0), "'None'");
  EXPECT_EQ(describe_found("7up", 0), "'7'");
  EXPECT_EQ(describe_found("\n", 0), "a line feed");
  EXPECT_EQ(describe_found("\t", 0), "a tab");
  EXPECT_EQ(describe_found("\r", 0), "a carriage return");
  EXPECT_EQ(describe_found(std::string_view("\0", 1), 0), "a NUL byte");
  EXPECT_EQ(describe_found("\x01", 0), "U+0001");
  EXPECT_EQ(describe_found("\x7F", 0), "U+007F");
  EXPECT_EQ(describe_found("\xC2\x85", 0), "U+0085");
  EXPECT_EQ(describe_found("\xEF\xBB\xBF{}", 0), "a byte order mark");
  EXPECT_EQ(describe_found("\xE2\x80\x9Chi", 0), "'\xE2\x80\x9C'");
  EXPECT_EQ(describe_found("\xFF", 0), "byte 0xFF");
  EXPECT_EQ(describe_found("abc", 3), "the end of the text");
}

TEST(SyntaxFault, ShortensLongWords) { EXPECT_LT(describe_found(std::string(1000, 'a'), 0).size(), 40U); }

TEST(SyntaxFault, DescriptionsAreValidUtf8WhateverTheBytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      ASSERT_TRUE(is_valid_utf8(describe_found(text, 0))) << first << ' ' << second;
    }
  }
}

TEST(SyntaxFault, EveryFaultHasWordsWithAndWithoutAByte) {
  for (int fault = 1; fault <= static_cast<int>(SyntaxFault::kSize); ++fault) {
    const auto which = static_cast<SyntaxFault>(fault);
    const Error inside = make_syntax_error(which, "{}x", 2, {});
    const Error behind = make_syntax_error(which, "{}x", 3, {});
    EXPECT_FALSE(inside.message.empty() && behind.message.empty()) << fault;
  }
}

}  // namespace
}  // namespace argwright::json
