// Tested by utf8_test.cc.
#include "json/utf8.h"

#include "json/byte_runs.h"
#include "json/utf8_sequence.h"

namespace argwright::json {

namespace {
constexpr char32_t kReplacement = 0xFFFD;
}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  const char* const p = text.data() + offset;
  const Utf8Sequence sequence = utf8_sequence(p, text.data() + text.size());
  if (!sequence.well_formed) return {kReplacement, sequence.length, false};
  const auto bits = [p](std::size_t i, unsigned mask) {
    return static_cast<char32_t>(static_cast<unsigned char>(p[i]) & mask);
  };
  switch (sequence.length) {
    case 1: return {bits(0, 0x7F), 1, true};
    case 2: return {bits(0, 0x1F) << 6 | bits(1, 0x3F), 2, true};
    case 3: return {bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F), 3, true};
    default: return {bits(0, 0x07) << 18 | bits(1, 0x3F) << 12 | bits(2, 0x3F) << 6 | bits(3, 0x3F), 4, true};
  }
}

void append_utf8(std::string& out, char32_t code_point) {
  // What is no scalar value has no UTF-8; writing it would break every promise further on.
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) code_point = kReplacement;
  char bytes[4];
  out.append(bytes, write_utf8(bytes, code_point));
}

bool is_valid_utf8(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while ((p = skip_ascii(p, end)) != end) {
    p = skip_multibyte(p, end);
    if (p != end && static_cast<unsigned char>(*p) >= 0x80) return false;
  }
  return true;
}

std::string_view first_code_points(std::string_view text, std::size_t count) {
  // Mostly all of it is ASCII.
  const std::string_view first = text.substr(0, count);
  const char* const ascii_end = skip_ascii(first.data(), first.data() + first.size());
  std::size_t offset = static_cast<std::size_t>(ascii_end - first.data());
  count -= offset;
  for (; count > 0 && offset < text.size(); --count) {
    const CodePoint point = decode_utf8(text, offset);
    offset += point.well_formed ? point.length : 1;
  }
  return text.substr(0, offset);
}

}  // namespace argwright::json
