// Tested by base64_test.cc.
#include "app/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace argwright::app {
namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNone);
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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

}  // namespace argwright::app
