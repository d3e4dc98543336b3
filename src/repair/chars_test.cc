#include "repair/chars.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

using std::string_literals::operator""s;

struct QuoteCase {
  std::string_view text;
  QuoteKind kind;
};

TEST(QuoteAt, KnowsEveryQuoteThatModelsWrite) {
  const std::vector<QuoteCase> cases = {
      {"\"", QuoteKind::kDouble},          {"'", QuoteKind::kSingle},
      {"`", QuoteKind::kBacktick},         {"\u00B4", QuoteKind::kBacktick},
      {"\u2018", QuoteKind::kSmartSingle}, {"\u2019", QuoteKind::kSmartSingle},
      {"\u201A", QuoteKind::kSmartSingle}, {"\u201B", QuoteKind::kSmartSingle},
      {"\u201C", QuoteKind::kSmartDouble}, {"\u201D", QuoteKind::kSmartDouble},
      {"\u201E", QuoteKind::kSmartDouble}, {"\u201F", QuoteKind::kSmartDouble},
      {"\uFF02", QuoteKind::kSmartDouble}, {"\uFF07", QuoteKind::kSmartSingle},
  };
  for (const QuoteCase& c : cases) {
    SCOPED_TRACE(c.text);
    const Quote quote = quote_at("x" + std::string(c.text) + "y", 1);
    EXPECT_TRUE(quote);
    EXPECT_EQ(quote.kind, c.kind);
    EXPECT_EQ(quote.length, c.text.size());
  }
}

TEST(QuoteAt, SeesNoneInOtherOrHalfCharacters) {
  for (const std::string_view text :
       {"a", "\u00E9", "\u2013", "\u2020", "\uFF01", "\xE2\x80", "\xE2", "\xEF\xBC", "\xC2", "\u00AB", ""}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(quote_at(text, 0));
    EXPECT_EQ(quote_at(text, 0).length, 0U);
  }
  EXPECT_FALSE(quote_at("\"", 1)) << "behind the end";
}

TEST(Closes, LetsTypographicQuotesBeClosedByPlainOnesButNotTheReverse) {
  for (const QuoteKind kind : {QuoteKind::kDouble, QuoteKind::kSingle, QuoteKind::kBacktick,
                               QuoteKind::kSmartDouble, QuoteKind::kSmartSingle}) {
    EXPECT_TRUE(closes(kind, kind));
  }
  EXPECT_TRUE(closes(QuoteKind::kSmartDouble, QuoteKind::kDouble));
  EXPECT_TRUE(closes(QuoteKind::kSmartSingle, QuoteKind::kSingle));
  EXPECT_FALSE(closes(QuoteKind::kDouble, QuoteKind::kSmartDouble))
      << "a typographic quote in a plain string is text";
  EXPECT_FALSE(closes(QuoteKind::kSingle, QuoteKind::kSmartSingle));
  EXPECT_FALSE(closes(QuoteKind::kDouble, QuoteKind::kSingle));
  EXPECT_FALSE(closes(QuoteKind::kSmartDouble, QuoteKind::kSmartSingle));
  EXPECT_FALSE(closes(QuoteKind::kNone, QuoteKind::kNone));
}

TEST(InvisibleLength, MeasuresWhatAReaderDoesNotSee) {
  for (const std::string_view text :
       {"\u00A0", "\u0085", "\u00AD", "\u200B", "\u200D", "\u200E", "\u2028", "\u2029", "\u202F", "\u2060",
        "\u205F", "\u3000", "\uFEFF", "\u180E", "\u1680", "\v", "\f"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(invisible_length(text, 0), text.size());
  }
  EXPECT_EQ(invisible_length("\0"s, 0), 1U);
  for (const std::string_view text :
       {" ", "\n", "a", "\u00E9", "\u2013", "\u2065", "\u3001", "\uFF1A", "\xE2\x80", "\xEF\xBB"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(invisible_length(text, 0), 0U) << "JSON's own blanks and visible characters do not count";
  }
  EXPECT_EQ(invisible_length("", 0), 0U) << "the end of the text is no NUL";
}

TEST(PunctuationAt, ReadsFullWidthSignsAsTheirAsciiOnes) {
  const std::vector<std::pair<std::string_view, char>> cases = {
      {"{", '{'},      {"}", '}'},      {"[", '['},      {"]", ']'},      {"(", '('},      {")", ')'},
      {",", ','},      {":", ':'},      {";", ';'},      {"=", '='},      {"\uFF5B", '{'}, {"\uFF5D", '}'},
      {"\uFF3B", '['}, {"\uFF3D", ']'}, {"\uFF08", '('}, {"\uFF09", ')'}, {"\uFF0C", ','}, {"\u3001", ','},
      {"\uFF1A", ':'}, {"\uFF1B", ';'}, {"\uFF1D", '='},
  };
  for (const auto& [text, ascii] : cases) {
    SCOPED_TRACE(text);
    const Punctuation p = punctuation_at("a" + std::string(text), 1);
    EXPECT_EQ(p.ascii, ascii);
    EXPECT_EQ(p.length, text.size());
  }
  for (const std::string_view text : {"a", "\"", "\u3002", "\uFF01", "\uFF1F", "\xEF\xBC", "\xE3\x80", ""}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(punctuation_at(text, 0).ascii, 0);
  }
}

TEST(IdentifierLength, TakesWordsWithDashesAndDotsInside) {
  EXPECT_EQ(identifier_length("max_tokens: 1", 0, 99), 10U);
  EXPECT_EQ(identifier_length("$top,", 0, 99), 4U);
  EXPECT_EQ(identifier_length("content-type=", 0, 99), 12U);
  EXPECT_EQ(identifier_length("a.b.c ", 0, 99), 5U);
  EXPECT_EQ(identifier_length("a- b", 0, 99), 1U) << "a dash ends no identifier";
  EXPECT_EQ(identifier_length("-a", 0, 99), 0U) << "nor does it begin one";
  EXPECT_EQ(identifier_length("\u540D\u524D: 1", 0, 99), 6U);
  EXPECT_EQ(identifier_length("k\uFF1A1", 0, 99), 1U) << "full-width punctuation ends it";
  EXPECT_EQ(identifier_length("k\u200B", 0, 99), 1U);
  EXPECT_EQ(identifier_length("k\u201D", 0, 99), 1U);
  EXPECT_EQ(identifier_length("", 0, 99), 0U);
  EXPECT_EQ(identifier_length("xyz", 2, 99), 1U);
}

TEST(IdentifierLength, LooksNoFurtherThanItsLimit) {
  EXPECT_EQ(identifier_length(std::string(100000, 'a'), 0, 32), 32U);
  EXPECT_LE(identifier_length(std::string(100, 'a') + "\u540D", 0, 101), 101U)
      << "not even inside a character";
}

}  // namespace
}  // namespace argwright::repair
