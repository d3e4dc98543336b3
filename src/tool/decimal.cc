#include "tool/decimal.h"

#include <algorithm>

namespace argwright::tool {
namespace {

constexpr long long kMaxPlainDigits = 400;
constexpr long long kExponentBound = 1'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Decimal decimal_of(std::string_view text) {
  Decimal result;
  std::size_t i = 0;
  if (i < text.size() && text[i] == '-') {
    result.negative = true;
    ++i;
  }
  long long point = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) {
    result.digits += text[i];
    ++point;
  }
  if (i < text.size() && text[i] == '.') {
    for (++i; i < text.size() && is_digit(text[i]); ++i) result.digits += text[i];
  }
  long long exponent = 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    const bool minus = i < text.size() && text[i] == '-';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    for (; i < text.size() && is_digit(text[i]); ++i)
      exponent = std::min(exponent * 10 + (text[i] - '0'), kExponentBound);
    if (minus) exponent = -exponent;
  }
  const std::size_t first = result.digits.find_first_not_of('0');
  if (first == std::string::npos) return Decimal{};
  result.digits.erase(0, first);
  result.exponent = point - static_cast<long long>(first) + exponent;
  result.digits.erase(result.digits.find_last_not_of('0') + 1);
  return result;
}

int compare(const Decimal& a, const Decimal& b) {
  if (a.is_zero() || b.is_zero()) {
    const int sign_a = a.is_zero() ? 0 : (a.negative ? -1 : 1);
    const int sign_b = b.is_zero() ? 0 : (b.negative ? -1 : 1);
    return sign_a - sign_b;
  }
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  int magnitude = 0;
  if (a.exponent != b.exponent) {
    magnitude = a.exponent < b.exponent ? -1 : 1;
  } else {
    magnitude = a.digits.compare(b.digits);  // a prefix is smaller, as it should be
  }
  return a.negative ? -magnitude : magnitude;
}

std::optional<std::string> integer_part(const Decimal& value) {
  if (value.is_zero() || value.exponent <= 0) return "0";
  if (value.exponent > kMaxPlainDigits) return std::nullopt;
  std::string digits = value.digits.substr(0, static_cast<std::size_t>(value.exponent));
  digits.append(static_cast<std::size_t>(value.exponent) - digits.size(), '0');
  return (value.negative ? "-" : "") + digits;
}

std::optional<bool> is_multiple(const Decimal& a, const Decimal& b) {
  if (b.is_zero()) return std::nullopt;
  if (a.is_zero()) return true;
  // Scale both to integers: a = A * 10^s, b = B * 10^s with s the smaller last place.
  const long long last_a = a.exponent - static_cast<long long>(a.digits.size());
  const long long last_b = b.exponent - static_cast<long long>(b.digits.size());
  const long long scale = std::min(last_a, last_b);
  if (last_a - scale > kMaxPlainDigits || last_b - scale > 18 ||
      b.digits.size() + static_cast<std::size_t>(last_b - scale) > 18) {
    return std::nullopt;
  }
  unsigned long long divisor = 0;
  for (const char c : b.digits) divisor = divisor * 10 + static_cast<unsigned long long>(c - '0');
  for (long long i = 0; i < last_b - scale; ++i) divisor *= 10;
  unsigned __int128 rest = 0;
  for (const char c : a.digits) rest = (rest * 10 + static_cast<unsigned>(c - '0')) % divisor;
  for (long long i = 0; i < last_a - scale; ++i) rest = rest * 10 % divisor;
  return rest == 0;
}

std::optional<std::string> number_text_of(std::string_view text) {
  std::string result;
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
    if (text[i] == '-') result += '-';
    ++i;
  }
  const std::size_t integer = i;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == integer) return std::nullopt;
  std::size_t first = integer;
  while (first + 1 < i && text[first] == '0') ++first;
  result += text.substr(first, i - first);
  if (i < text.size() && text[i] == '.') {
    const std::size_t fraction = i++;
    while (i < text.size() && is_digit(text[i])) ++i;
    if (i == fraction + 1) return std::nullopt;
    result += text.substr(fraction, i - fraction);
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const std::size_t exponent = i++;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    const std::size_t digits = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    if (i == digits) return std::nullopt;
    result += text.substr(exponent, i - exponent);
  }
  if (i != text.size()) return std::nullopt;
  return result;
}

}  // namespace argwright::tool
