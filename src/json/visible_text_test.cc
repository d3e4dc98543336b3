#include "json/visible_text.h"

#include <gtest/gtest.h>

#include "json/utf8.h"

namespace argwright::json {
namespace {

TEST(VisibleText, LeavesPlainTextAlone) {
  EXPECT_EQ(visible("{\"a\": 1}"), "{\"a\": 1}");
  EXPECT_EQ(visible("Tromsø 東京"), "Tromsø 東京");
}

TEST(VisibleText, ShowsControlCharactersAsPictures) {
  EXPECT_EQ(visible("a\nb\tc\r"), "a␊b␉c␍");
  EXPECT_EQ(visible(std::string_view("\0\x1b\x7f", 3)), "␀␛␡");
}

TEST(VisibleText, NamesInvisibleCharactersAndBadBytes) {
  EXPECT_EQ(visible("a\u200Bb"), "a<U+200B>b");
  EXPECT_EQ(visible("\uFEFF{"), "<U+FEFF>{");
  EXPECT_EQ(visible("\u202Eabc"), "<U+202E>abc");
  EXPECT_EQ(visible("\u009B31m"), "<U+009B>31m");
  EXPECT_EQ(visible("\U000E0041"), "<U+E0041>");
  EXPECT_EQ(visible("a\xFFz\xC3"), "a<FF>z<C3>");
}

TEST(VisibleText, CountsColumns) {
  EXPECT_EQ(columns_of("abc"), 3);
  EXPECT_EQ(columns_of("東京"), 4);
  EXPECT_EQ(columns_of("e\u0301"), 1);
  EXPECT_EQ(columns_of("ø"), 1);
  EXPECT_EQ(columns_of("😀"), 2);
  EXPECT_EQ(columns_of("“x”"), 3);
  EXPECT_EQ(columns_of("："), 2);
}

TEST(VisibleText, CutsAtAColumn) {
  EXPECT_EQ(visible("abcdef", 6), "abcdef");
  EXPECT_EQ(visible("abcdefg", 6), "abc...");
  EXPECT_EQ(visible("東京東京", 7), "東京...");
  EXPECT_EQ(visible("東京東京", 6), "東...");
}

TEST(VisibleText, IsAlwaysValidUtf8) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_TRUE(is_valid_utf8(visible(all)));
  EXPECT_TRUE(is_valid_utf8(valid_utf8(all)));
  EXPECT_EQ(valid_utf8("a\xFF"
                       "b"),
            "a\uFFFD"
            "b");
  EXPECT_EQ(valid_utf8("Tromsø"), "Tromsø");
}

}  // namespace
}  // namespace argwright::json
