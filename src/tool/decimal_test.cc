#include "tool/decimal.h"

#include <gtest/gtest.h>

namespace argwright::tool {
namespace {

int compare_texts(std::string_view a, std::string_view b) {
  const int result = compare(decimal_of(a), decimal_of(b));
  return result < 0 ? -1 : (result > 0 ? 1 : 0);
}

TEST(Decimal, ComparesByValueWhateverTheNotation) {
  EXPECT_EQ(compare_texts("1", "1.0"), 0);
  EXPECT_EQ(compare_texts("100", "1e2"), 0);
  EXPECT_EQ(compare_texts("0.001", "1E-3"), 0);
  EXPECT_EQ(compare_texts("-0", "0"), 0);
  EXPECT_EQ(compare_texts("2", "10"), -1);
  EXPECT_EQ(compare_texts("-2", "-10"), 1);
  EXPECT_EQ(compare_texts("-1", "0"), -1);
  EXPECT_EQ(compare_texts("0.1", "0.09"), 1);
}

TEST(Decimal, ComparesWhereADoubleCannot) {
  EXPECT_EQ(compare_texts("9007199254740993", "9007199254740992"), 1);
  EXPECT_EQ(compare_texts("1e400", "1e399"), 1);
  EXPECT_EQ(compare_texts("12345678901234567890", "12345678901234567891"), -1);
}

TEST(Decimal, KnowsIntegersInEveryNotation) {
  EXPECT_TRUE(decimal_of("42.0").is_integral());
  EXPECT_TRUE(decimal_of("1e3").is_integral());
  EXPECT_TRUE(decimal_of("12.5e1").is_integral());
  EXPECT_FALSE(decimal_of("3.7").is_integral());
  EXPECT_FALSE(decimal_of("1e-1").is_integral());
}

TEST(Decimal, CutsTheFractionAndKeepsEveryDigit) {
  EXPECT_EQ(integer_part(decimal_of("3.7")), "3");
  EXPECT_EQ(integer_part(decimal_of("-3.7")), "-3");
  EXPECT_EQ(integer_part(decimal_of("0.9")), "0");
  EXPECT_EQ(integer_part(decimal_of("1e3")), "1000");
  EXPECT_EQ(integer_part(decimal_of("900719925474099312345.9")), "900719925474099312345");
  EXPECT_EQ(integer_part(decimal_of("1e401")), std::nullopt);
}

TEST(Decimal, KnowsMultiples) {
  EXPECT_EQ(is_multiple(decimal_of("0.3"), decimal_of("0.1")), true);
  EXPECT_EQ(is_multiple(decimal_of("7"), decimal_of("2")), false);
  EXPECT_EQ(is_multiple(decimal_of("1e3"), decimal_of("8")), true);
  EXPECT_EQ(is_multiple(decimal_of("5"), decimal_of("0")), std::nullopt);
}

TEST(NumberTextOf, TakesWholeNumbersOnly) {
  EXPECT_EQ(number_text_of("42"), "42");
  EXPECT_EQ(number_text_of("-15"), "-15");
  EXPECT_EQ(number_text_of("+5"), "5");
  EXPECT_EQ(number_text_of("007"), "7");
  EXPECT_EQ(number_text_of("12.50"), "12.50");
  EXPECT_EQ(number_text_of("1e-07"), "1e-07");
  for (const char* text : {"", "-", "40px", "1,200", "a dozen", "1.", ".5", "1e", "0x10", "1 2"}) {
    EXPECT_EQ(number_text_of(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace argwright::tool
