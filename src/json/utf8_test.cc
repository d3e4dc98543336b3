#include "json/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/utf8_sequence.h"

namespace argwright::json {
namespace {

// Lengths of the pieces that `text` is read in; negative for ill-formed ones.
std::vector<int> pieces(std::string_view text) {
  std::vector<int> lengths;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint point = decode_utf8(text, offset);
    lengths.push_back(point.well_formed ? static_cast<int>(point.length) : -static_cast<int>(point.length));
    offset += point.length;
  }
  return lengths;
}

TEST(Utf8, EveryScalarValueSurvivesEncodingAndDecoding) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value == 0xD800) value = 0xE000;
    std::string text;
    append_utf8(text, value);
    const CodePoint point = decode_utf8(text, 0);
    ASSERT_TRUE(point.well_formed) << static_cast<unsigned>(value);
    ASSERT_EQ(point.value, value);
    ASSERT_EQ(point.length, text.size());
    ASSERT_TRUE(is_valid_utf8(text));
  }
}

TEST(Utf8, WhatIsNoScalarValueIsWrittenAsReplacementCharacter) {
  for (const char32_t value : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    std::string text;
    append_utf8(text, value);
    EXPECT_EQ(text, "\xEF\xBF\xBD");
  }
}

// The example of the Unicode standard, table 3-8.
TEST(Utf8, ReplacesMaximalSubparts) {
  EXPECT_EQ(pieces("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
            (std::vector<int>{1, -3, -2, -1, 1, -1, 1, -1, -1, 1}));
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndValuesAboveTheLast) {
  EXPECT_EQ(pieces("\xC0\x80"), (std::vector<int>{-1, -1}));
  EXPECT_EQ(pieces("\xC1\xBF"), (std::vector<int>{-1, -1}));
  EXPECT_EQ(pieces("\xE0\x9F\xBF"), (std::vector<int>{-1, -1, -1}));
  EXPECT_EQ(pieces("\xED\xA0\x80"), (std::vector<int>{-1, -1, -1}));
  EXPECT_EQ(pieces("\xF0\x8F\xBF\xBF"), (std::vector<int>{-1, -1, -1, -1}));
  EXPECT_EQ(pieces("\xF4\x90\x80\x80"), (std::vector<int>{-1, -1, -1, -1}));
  EXPECT_EQ(pieces("\xF5\x80\xFF\xFE"), (std::vector<int>{-1, -1, -1, -1}));
}

TEST(Utf8, AnIllFormedPieceReadsAsReplacementCharacter) {
  EXPECT_EQ(decode_utf8("\xFF", 0).value, char32_t{0xFFFD});
}

TEST(Utf8, TellsACutSequenceFromABadOne) {
  const auto sequence = [](std::string_view text) {
    return utf8_sequence(text.data(), text.data() + text.size());
  };
  for (const std::string_view text : {"\xC3", "\xE6\x97", "\xE6", "\xF0\x9F\x98", "\xF0\x9F", "\xF0"}) {
    EXPECT_FALSE(sequence(text).well_formed);
    EXPECT_TRUE(sequence(text).cut) << text.size();
  }
  for (const std::string_view text : {"\xC3(", "\xE0\x80", "\xED\xA0", "\xF4\x90", "\x80", "\xFF"})
    EXPECT_FALSE(sequence(text).cut);
}

// All texts of up to four bytes over bytes at the edges of the ranges: the fast ways to validate
// agree with reading piece by piece.
TEST(Utf8, ValidityAgreesWithDecodingOnEveryShortText) {
  const std::string edges(
      "\x00\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xDF\xE0\xE1\xED\xEE\xEF\xF0\xF1\xF4\xF5\xFF", 21);
  const std::size_t count = edges.size();
  for (std::size_t length = 1; length <= 4; ++length) {
    std::size_t total = 1;
    for (std::size_t i = 0; i < length; ++i) total *= count;
    std::vector<char> exact(length);  // memory of the exact size, for the sanitizer
    for (std::size_t number = 0; number < total; ++number) {
      std::size_t rest = number;
      for (char& byte : exact) {
        byte = edges[rest % count];
        rest /= count;
      }
      const std::string_view text(exact.data(), exact.size());
      bool valid = true;
      for (const int piece : pieces(text)) valid = valid && piece > 0;
      ASSERT_EQ(is_valid_utf8(text), valid) << number << " of length " << length;
      ASSERT_EQ(is_valid_utf8(std::string(20, 'a') + std::string(text) + "b"), valid)
          << number << " of length " << length;
    }
  }
}

TEST(Utf8, EmptyTextIsValid) { EXPECT_TRUE(is_valid_utf8("")); }

TEST(Utf8, FirstCodePointsNeverSplitsACharacter) {
  EXPECT_EQ(first_code_points("h\xC3\xA9llo", 2), "h\xC3\xA9");
  EXPECT_EQ(first_code_points("\xE4\xB8\xAD\xE6\x96\x87", 1), "\xE4\xB8\xAD");
  EXPECT_EQ(first_code_points("abc", 10), "abc");
  EXPECT_EQ(first_code_points("abc", 0), "");
  EXPECT_EQ(first_code_points("", 3), "");
}

TEST(Utf8, FirstCodePointsCountsEveryIllFormedByte) {
  EXPECT_EQ(first_code_points("\xF1\x80\x80z", 3), "\xF1\x80\x80");
}

}  // namespace
}  // namespace argwright::json
