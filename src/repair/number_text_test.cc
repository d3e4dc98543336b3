#include "repair/number_text.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

struct NumberCase {
  std::string_view text;
  std::size_t length;
  NumberForm form;
  std::string_view json;
};

void expect_tokens(const std::vector<NumberCase>& cases) {
  for (const NumberCase& c : cases) {
    SCOPED_TRACE(c.text);
    // Something before it, so that the offset counts.
    const NumberToken token = read_number_token("x" + std::string(c.text), 1);
    EXPECT_EQ(token.length, c.length);
    EXPECT_EQ(token.form, c.form);
    EXPECT_EQ(token.json, c.json);
    if (!token.json.empty()) {
      EXPECT_TRUE(json::parse(token.json)) << token.json;
    }
  }
}

TEST(NumberToken, TakesJsonNumbersAsTheyAre) {
  expect_tokens({
      {"0", 1, NumberForm::kJson, ""},
      {"-0", 2, NumberForm::kJson, ""},
      {"12,", 2, NumberForm::kJson, ""},
      {"-1.50}", 5, NumberForm::kJson, ""},
      {"1e400 ", 5, NumberForm::kJson, ""},
      {"1.5E-07]", 7, NumberForm::kJson, ""},
      {"12345678901234567890123", 23, NumberForm::kJson, ""},
  });
}

TEST(NumberToken, RewritesWhatJsonSpellsOtherwiseWithoutLosingADigit) {
  expect_tokens({
      {"+5", 2, NumberForm::kRewritten, "5"},
      {".5", 2, NumberForm::kRewritten, "0.5"},
      {"-.50", 4, NumberForm::kRewritten, "-0.50"},
      {"+.5e3", 5, NumberForm::kRewritten, "0.5e3"},
      {"5.,", 2, NumberForm::kRewritten, "5"},
      {"5.e3}", 4, NumberForm::kRewritten, "5e3"},
      {"0x1F", 4, NumberForm::kRewritten, "31"},
      {"-0X10", 5, NumberForm::kRewritten, "-16"},
      {"+0xff", 5, NumberForm::kRewritten, "255"},
      {"0x0", 3, NumberForm::kRewritten, "0"},
  });
}

TEST(NumberToken, LeavesLeadingZerosToTheCaller) {
  expect_tokens({
      {"007", 3, NumberForm::kLeadingZero, ""},
      {"00", 2, NumberForm::kLeadingZero, ""},
      {"-012.5", 6, NumberForm::kLeadingZero, ""},
  });
}

TEST(NumberToken, KnowsABeginningOfANumberFromANumber) {
  expect_tokens({
      {"-", 1, NumberForm::kUnfinished, ""},
      {"+", 1, NumberForm::kUnfinished, ""},
      {"1e", 2, NumberForm::kUnfinished, ""},
      {"1e-", 3, NumberForm::kUnfinished, ""},
      {"12.", 3, NumberForm::kUnfinished, ""},
      {"0x", 2, NumberForm::kUnfinished, ""},
  });
}

TEST(NumberToken, SeesNoneElsewhere) {
  expect_tokens({
      {"", 0, NumberForm::kJson, ""},
      {"a", 0, NumberForm::kJson, ""},
      {".", 0, NumberForm::kJson, ""},
      {"...", 0, NumberForm::kJson, ""},
      {"-a", 0, NumberForm::kJson, ""},
      {"--5", 0, NumberForm::kJson, ""},
  });
}

TEST(NumberToken, GivesUpOnEndlessHexadecimals) {
  const std::string digits(65, 'f');
  const NumberToken token = read_number_token("0x" + digits, 0);
  EXPECT_EQ(token.form, NumberForm::kTooLong);
  EXPECT_EQ(token.length, 67U);
}

TEST(DecimalOfHex, IsExactBeyondEveryMachineWord) {
  EXPECT_EQ(decimal_of_hex("0"), "0");
  EXPECT_EQ(decimal_of_hex("000fF"), "255");
  EXPECT_EQ(decimal_of_hex("ffffffffffffffff"), "18446744073709551615");
  EXPECT_EQ(decimal_of_hex("10000000000000000"), "18446744073709551616");
  EXPECT_EQ(decimal_of_hex(std::string(64, 'f')),
            "115792089237316195423570985008687907853269984665640564039457584007913129639935");
  EXPECT_EQ(decimal_of_hex(std::string(65, '0')), "") << "more digits than are converted";
}

}  // namespace
}  // namespace argwright::repair
