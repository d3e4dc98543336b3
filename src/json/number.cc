// Numbers are kept as text; here they become machine numbers, and back.
//
// Tested by number_test.cc.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

#include "argwright/json.h"

namespace argwright::json {

namespace {

// Whether a number that no double can hold is too small rather than too large, i.e. whether it lies
// between -1 and 1. `text` is a number of the JSON grammar.
bool is_tiny(std::string_view text) {
  if (text.front() == '-') text.remove_prefix(1);
  const std::size_t exponent_mark = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent_mark);
  // An exponent too long for 64 bits outweighs every mantissa that fits in memory.
  long long exponent = 0;
  if (exponent_mark != std::string_view::npos) {
    std::string_view digits = text.substr(exponent_mark + 1);
    const bool negative = digits.front() == '-';
    if (digits.front() == '+') digits.remove_prefix(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (read.ec == std::errc::result_out_of_range) return negative;
  }
  // Where the first digit that counts stands, seen from the decimal point.
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t digit = mantissa.find_first_not_of("0.");
  if (digit == std::string_view::npos) return true;
  const auto magnitude =
      digit < point ? static_cast<long long>(point - digit) - 1 : -static_cast<long long>(digit - point);
  return exponent < -magnitude;
}

}  // namespace

Value Value::integer(std::int64_t value) {
  char digits[24];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  return Number{std::string(digits, written.ptr)};
}

std::optional<std::int64_t> Value::as_int64() const {
  if (!is_number()) return std::nullopt;
  const std::string& text = number_text();
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

std::optional<double> Value::as_double() const {
  if (!is_number()) return std::nullopt;
  const std::string& text = number_text();
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ptr != end) return std::nullopt;
  if (read.ec == std::errc()) return number;
  // from_chars calls a number out of range on either side. The double nearest to 1e-400 is 0.
  if (read.ec == std::errc::result_out_of_range && is_tiny(text)) return text.front() == '-' ? -0.0 : 0.0;
  return std::nullopt;
}

}  // namespace argwright::json
