// Tested by base64_test.cc.
#include "base/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace argwright {
namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}
constexpr std::array<std::uint8_t, 256> kValues = make_values();

Error bad(const char* words, std::size_t offset) { return Error::at(ErrorCode::kSyntax, words, offset); }

}  // namespace

Result<std::string> decode_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::size_t digits = text.size();
  while (digits > 0 && text.size() - digits < 2 && text[digits - 1] == '=') --digits;

  std::uint32_t bits = 0;
  int held = 0;  // bits in `bits` that were not yet given out
  for (std::size_t i = 0; i < digits; ++i) {
    const std::uint8_t value = kValues[static_cast<unsigned char>(text[i])];
    if (value == kNone) return bad("not a base64 digit", i);
    bits = bits << 6 | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(bits >> held & 0xFF);
    }
  }
  if (text.size() % 4 != 0) return bad("base64 comes in groups of four", text.size());
  if ((bits & ((1U << held) - 1)) != 0) return bad("bits left over at the end of base64", digits - 1);
  return bytes;
}

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view piece = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < 3; ++at) {
      bits = bits << 8 | (at < piece.size() ? static_cast<unsigned char>(piece[at]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      text += digit <= piece.size() ? kAlphabet[(bits >> (18 - 6 * digit)) & 63] : '=';
    }
  }
  return text;
}

}  // namespace argwright
