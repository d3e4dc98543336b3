#include "repair/number_text.h"

#include "repair/chars.h"

namespace argwright::repair {
namespace {

constexpr std::size_t kMaxHexDigits = 64;

std::size_t digits_length(std::string_view text, std::size_t at) {
  std::size_t i = at;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i - at;
}

}  // namespace

std::string decimal_of_hex(std::string_view digits) {
  if (digits.size() > kMaxHexDigits) return {};
  std::string decimal = "0";  // least significant digit first
  for (const char c : digits) {
    int carry = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    for (char& d : decimal) {
      const int value = (d - '0') * 16 + carry;
      d = static_cast<char>('0' + value % 10);
      carry = value / 10;
    }
    for (; carry > 0; carry /= 10) decimal += static_cast<char>('0' + carry % 10);
  }
  return {decimal.rbegin(), decimal.rend()};
}

NumberToken read_number_token(std::string_view text, std::size_t at) {
  const auto peek = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  std::size_t i = at;
  std::string sign;
  bool rewritten = false;
  if (peek(i) == '-') {
    sign = "-";
    ++i;
  } else if (peek(i) == '+') {
    rewritten = true;
    ++i;
  }
  if (peek(i) == '0' && (peek(i + 1) == 'x' || peek(i + 1) == 'X')) {
    std::size_t end = i + 2;
    while (end < text.size() && is_hex(text[end])) ++end;
    const std::string_view digits = text.substr(i + 2, end - i - 2);
    if (digits.empty()) return {end - at, NumberForm::kUnfinished, {}};
    std::string decimal = decimal_of_hex(digits);
    if (decimal.empty()) return {end - at, NumberForm::kTooLong, {}};
    return {end - at, NumberForm::kRewritten, sign + decimal};
  }

  const std::size_t integer_at = i;
  const std::size_t integer = digits_length(text, i);
  i += integer;
  std::string json = sign + std::string(integer == 0 ? "0" : text.substr(integer_at, integer));
  if (integer == 0) rewritten = true;
  bool unfinished = false;
  std::size_t fraction = 0;
  if (peek(i) == '.') {
    fraction = digits_length(text, i + 1);
    if (integer == 0 && fraction == 0) return {};
    if (fraction == 0) {
      rewritten = true;  // "5.": whole
      unfinished = i + 1 >= text.size();
    } else {
      json += '.';
      json += text.substr(i + 1, fraction);
    }
    i += 1 + fraction;
  } else if (integer == 0) {
    // A lone sign is the beginning of a number only at the end of the text.
    if (i > at && i >= text.size()) return {i - at, NumberForm::kUnfinished, {}};
    return {};
  }
  if (peek(i) == 'e' || peek(i) == 'E') {
    std::size_t exponent_at = i + 1;
    if (peek(exponent_at) == '+' || peek(exponent_at) == '-') ++exponent_at;
    const std::size_t exponent = digits_length(text, exponent_at);
    if (exponent == 0) {
      if (exponent_at >= text.size()) return {exponent_at - at, NumberForm::kUnfinished, {}};
    } else {
      json += text.substr(i, exponent_at + exponent - i);
      i = exponent_at + exponent;
      unfinished = false;
    }
  }
  if (unfinished) return {i - at, NumberForm::kUnfinished, {}};
  if (integer > 1 && text[integer_at] == '0') return {i - at, NumberForm::kLeadingZero, {}};
  if (rewritten) return {i - at, NumberForm::kRewritten, std::move(json)};
  return {i - at, NumberForm::kJson, {}};
}

}  // namespace argwright::repair
