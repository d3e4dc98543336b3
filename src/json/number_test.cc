#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "argwright/json.h"

namespace argwright::json {
namespace {

std::optional<std::int64_t> int64_of(std::string text) { return Value(Number{std::move(text)}).as_int64(); }
std::optional<double> double_of(std::string text) { return Value(Number{std::move(text)}).as_double(); }

TEST(Number, IntegersThatFitBecomeInt64) {
  EXPECT_EQ(int64_of("0"), 0);
  EXPECT_EQ(int64_of("-0"), 0);
  EXPECT_EQ(int64_of("42"), 42);
  EXPECT_EQ(int64_of("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(int64_of("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
}

TEST(Number, OtherNumbersAreNoInt64) {
  EXPECT_EQ(int64_of("9223372036854775808"), std::nullopt);
  EXPECT_EQ(int64_of("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(int64_of("1.0"), std::nullopt);
  EXPECT_EQ(int64_of("1e2"), std::nullopt);
  EXPECT_EQ(int64_of(""), std::nullopt);
  EXPECT_EQ(Value("42").as_int64(), std::nullopt);
  EXPECT_EQ(Value(true).as_int64(), std::nullopt);
}

TEST(Number, BecomesTheNearestDouble) {
  EXPECT_EQ(double_of("0.1"), 0.1);
  EXPECT_EQ(double_of("-2.5e3"), -2500.0);
  EXPECT_EQ(double_of("12345678901234567890"), 12345678901234567890.0);
  EXPECT_EQ(double_of("1E+2"), 100.0);
  EXPECT_EQ(double_of("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(double_of("4.9e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(Number, HasNoDoubleWhenTheNearestIsInfinite) {
  EXPECT_EQ(double_of("1e400"), std::nullopt);
  EXPECT_EQ(double_of("-1e400"), std::nullopt);
  EXPECT_EQ(double_of("1e999999999999999999999999"), std::nullopt);
  EXPECT_EQ(double_of("1" + std::string(400, '0')), std::nullopt);
  EXPECT_EQ(double_of("1" + std::string(400, '0') + ".5e-2"), std::nullopt);
  EXPECT_EQ(Value("0.5").as_double(), std::nullopt);
}

TEST(Number, TooSmallForADoubleIsZeroWithItsSign) {
  for (const std::string text : {"1e-400", "0.1e-399", "123.456e-789", "1e-999999999999999999999999"}) {
    ASSERT_TRUE(double_of(text).has_value()) << text;
    EXPECT_EQ(*double_of(text), 0.0) << text;
    EXPECT_FALSE(std::signbit(*double_of(text))) << text;
    EXPECT_TRUE(std::signbit(double_of("-" + text).value())) << text;
  }
  EXPECT_EQ(double_of("0." + std::string(500, '0') + "1"), 0.0);
  EXPECT_EQ(double_of("0." + std::string(500, '0') + "1e100"), 0.0);
  EXPECT_EQ(double_of("0e999999999999999999999999"), 0.0);
  EXPECT_EQ(double_of("0.0e400"), 0.0);
}

TEST(Number, ALongMantissaAndItsExponentCancelOut) {
  EXPECT_EQ(double_of("1" + std::string(400, '0') + "e-400"), 1.0);
  EXPECT_EQ(double_of("0." + std::string(399, '0') + "1e400"), 1.0);
}

TEST(Number, IntegersAreWrittenInDecimal) {
  EXPECT_EQ(Value::integer(0).number_text(), "0");
  EXPECT_EQ(Value::integer(-17).number_text(), "-17");
  EXPECT_EQ(Value::integer(std::numeric_limits<std::int64_t>::min()).number_text(), "-9223372036854775808");
  EXPECT_EQ(Value::integer(std::numeric_limits<std::int64_t>::max()).as_int64(),
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace argwright::json
