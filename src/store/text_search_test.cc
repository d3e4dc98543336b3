#include "store/text_search.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::store {
namespace {

bool found(std::string_view wanted, std::string_view text) { return TextSearch(wanted).is_in(text); }

TEST(TextSearch, FindsAtEveryPlace) {
  EXPECT_TRUE(found("ab", "ab.."));
  EXPECT_TRUE(found("ab", ".ab."));
  EXPECT_TRUE(found("ab", "..ab"));
  EXPECT_TRUE(found("ab", "ab"));
  EXPECT_TRUE(found("a", "a"));
}

TEST(TextSearch, DoesNotFindWhatIsNotThere) {
  EXPECT_FALSE(found("ab", ""));
  EXPECT_FALSE(found("ab", "a"));
  EXPECT_FALSE(found("ab", "ba"));
  EXPECT_FALSE(found("abc", "ab"));
}

TEST(TextSearch, TakesAsciiLettersInEitherCase) {
  EXPECT_TRUE(found("ReadFile", "x readfile y"));
  EXPECT_TRUE(found("readfile", "x READFILE y"));
  EXPECT_FALSE(found("[", "{"));  // 32 apart, but no letters
  EXPECT_FALSE(found("@", "`"));
}

TEST(TextSearch, TakesOtherBytesAsTheyAre) {
  EXPECT_TRUE(found("城市", "{\"城市\": 1}"));
  EXPECT_TRUE(found("%_", "100%_"));
  EXPECT_FALSE(found("%", "100"));
  const std::string with_zero("a\0Needle", 8);
  EXPECT_TRUE(found("needle", with_zero));
  EXPECT_TRUE(found(std::string_view("a\0n", 3), with_zero));
  EXPECT_TRUE(found("\xff", "a\xff"));
}

TEST(TextSearch, FindsAnythingWhereNothingIsWanted) { EXPECT_TRUE(found("", "")); }

TEST(TextSearch, FindsAcrossTheBordersOfBlocks) {
  for (const std::size_t place : {65535U, 65530U, 65536U, 131070U, 131072U}) {
    std::string text(200'000, '.');
    text.replace(place, 6, "Needle");
    EXPECT_TRUE(found("needle", text)) << place;
    text[place + 3] = '.';
    EXPECT_FALSE(found("needle", text)) << place;
  }
}

TEST(TextSearch, FindsWhatIsLongerThanABlock) {
  const std::string wanted(100'000, 'x');
  EXPECT_TRUE(found(wanted, "a" + wanted + "b"));
  EXPECT_FALSE(found(wanted, wanted.substr(1)));
}

TEST(TextSearch, IsLinearOnHostileTexts) {
  const std::string wanted = "b" + std::string(50'000, 'a');
  EXPECT_FALSE(found(wanted, std::string(8'000'000, 'a')));  // takes minutes otherwise
}

}  // namespace
}  // namespace argwright::store
