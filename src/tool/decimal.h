// JSON number text compared and cut by its digits, never through a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace argwright::tool {

// 0.DIGITS x 10^exponent; no leading or trailing zeros in digits; zero has none.
struct Decimal {
  bool negative = false;
  std::string digits;
  long long exponent = 0;

  bool is_zero() const { return digits.empty(); }
  bool is_integral() const { return is_zero() || exponent >= static_cast<long long>(digits.size()); }
};

// `text` is a number of the JSON grammar.
Decimal decimal_of(std::string_view text);
// Negative, zero or positive as a is less than, equal to or greater than b.
int compare(const Decimal& a, const Decimal& b);
// The integer part as plain digits; none when it would have more than 400.
std::optional<std::string> integer_part(const Decimal& value);
// Is a/b an integer? None when b is zero or the numbers are too long to tell cheaply.
std::optional<bool> is_multiple(const Decimal& a, const Decimal& b);
// Is the whole of `text` a number that the JSON grammar allows, leading zeros and a plus sign apart? Gives
// the JSON text.
std::optional<std::string> number_text_of(std::string_view text);

}  // namespace argwright::tool
