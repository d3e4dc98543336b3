// One UTF-8 sequence, inline, for the loops that need it fast. utf8.h is the face for everybody else.
#pragma once

#include <cstddef>

namespace argwright::json {

struct Utf8Sequence {
  // Bytes of the character when well-formed; else bytes of the maximal ill-formed subpart (Unicode
  // 3.9, "U+FFFD Substitution of Maximal Subparts"), at least 1.
  std::size_t length = 1;
  bool well_formed = false;
  // Ill-formed only because the text ends: more bytes could still make it a character.
  bool cut = false;
};

namespace utf8_detail {

constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }
constexpr char32_t low_bits(char c, unsigned mask) { return static_cast<unsigned char>(c) & mask; }

// Out of line: only ill-formed text comes here.
[[gnu::noinline]] inline Utf8Sequence ill_formed_sequence(const char* p, const char* end) {
  const auto byte = [p](std::size_t i) { return static_cast<unsigned char>(p[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0xC2 || lead > 0xF4) return {1, false, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // Table 3-7 of the Unicode standard: only the second byte has ranges of its own. They keep out
  // overlong forms, surrogates and what lies above U+10FFFF.
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  std::size_t i = 1;
  for (; i < length && i < static_cast<std::size_t>(end - p); ++i) {
    if (byte(i) < low || byte(i) > high) return {i, false, false};
    low = 0x80;
    high = 0xBF;
  }
  return {i, false, i < length};
}

}  // namespace utf8_detail

// Precondition: p < end.
inline Utf8Sequence utf8_sequence(const char* p, const char* end) {
  using utf8_detail::continues;
  using utf8_detail::low_bits;
  const auto lead = static_cast<unsigned char>(*p);
  if (lead < 0x80) return {1, true, false};
  const std::ptrdiff_t available = end - p;
  if (lead < 0xE0) {
    if (lead >= 0xC2 && available >= 2 && continues(p[1])) return {2, true, false};
  } else if (lead < 0xF0) {
    if (available >= 3 && continues(p[1]) && continues(p[2])) {
      const char32_t top = low_bits(p[0], 0x0F) << 6 | low_bits(p[1], 0x3F);  // without the last six bits
      if (top >= 0x800 >> 6 && (top < 0xD800 >> 6 || top > 0xDFFF >> 6)) return {3, true, false};
    }
  } else if (available >= 4 && continues(p[1]) && continues(p[2]) && continues(p[3])) {
    const char32_t top = low_bits(p[0], 0x0F) << 6 | low_bits(p[1], 0x3F);  // without the last twelve
    if (top >= 0x10000 >> 12 && top <= 0x10FFFF >> 12) return {4, true, false};
  }
  return utf8_detail::ill_formed_sequence(p, end);
}

// The first byte in [p, end) that is ASCII or begins an ill-formed sequence, or `end`.
inline const char* skip_multibyte(const char* p, const char* end) {
  using utf8_detail::continues;
  using utf8_detail::low_bits;
  while (p != end && static_cast<unsigned char>(*p) >= 0x80) {
    // A loop of its own for the three-byte characters, i.e. most scripts of Asia: with a fixed
    // step the processor need not wait for one character to know where the next one is.
    while (end - p >= 3 && (static_cast<unsigned char>(*p) & 0xF0) == 0xE0 && continues(p[1]) &&
           continues(p[2])) {
      const char32_t top = low_bits(p[0], 0x0F) << 6 | low_bits(p[1], 0x3F);
      if (top < 0x800 >> 6 || (top >= 0xD800 >> 6 && top <= 0xDFFF >> 6)) return p;
      p += 3;
    }
    if (p == end || static_cast<unsigned char>(*p) < 0x80) return p;
    const Utf8Sequence sequence = utf8_sequence(p, end);
    if (!sequence.well_formed) return p;
    p += sequence.length;
  }
  return p;
}

// Writes a scalar value to `out`, which has room for 4 bytes; returns how many it took.
inline std::size_t write_utf8(char* out, char32_t code_point) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code_point < 0x80) {
    out[0] = byte(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = byte(0xC0 | code_point >> 6);
    out[1] = byte(0x80 | (code_point & 0x3F));
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = byte(0xE0 | code_point >> 12);
    out[1] = byte(0x80 | (code_point >> 6 & 0x3F));
    out[2] = byte(0x80 | (code_point & 0x3F));
    return 3;
  }
  out[0] = byte(0xF0 | code_point >> 18);
  out[1] = byte(0x80 | (code_point >> 12 & 0x3F));
  out[2] = byte(0x80 | (code_point >> 6 & 0x3F));
  out[3] = byte(0x80 | (code_point & 0x3F));
  return 4;
}

}  // namespace argwright::json
