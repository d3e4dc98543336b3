// The characters of JSON5 (json5.org): classes of ASCII, white space, identifiers.
#pragma once

#include <array>
#include <cstdint>

namespace argwright::repair::json5 {

enum CharClass : std::uint8_t {
  kSpace = 1,         // white space of JSON
  kGap = 2,           // may start what only JSON5 allows between tokens: odd white space, a comment
  kNameStart = 4,     // ASCII that starts an identifier
  kDigit = 8,         // 0 to 9
  kPlainEscape = 16,  // after a backslash: one of JSON's own two-character escapes
};

constexpr std::array<std::uint8_t, 256> make_char_classes() {
  std::array<std::uint8_t, 256> table{};
  const auto mark = [&table](const char* bytes, int bits) {
    for (; *bytes != '\0'; ++bytes) {
      std::uint8_t& entry = table[static_cast<unsigned char>(*bytes)];
      entry = static_cast<std::uint8_t>(entry | bits);
    }
  };
  mark(" \t\n\r", kSpace);
  // VT, FF, '/', and the first bytes of U+00A0, U+1680, U+2000 to U+205F, U+3000 and U+FEFF.
  mark("\v\f/\xC2\xE1\xE2\xE3\xEF", kGap);
  mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$", kNameStart);
  mark("0123456789", kDigit);
  mark("\"\\/bfnrt", kPlainEscape);
  return table;
}

inline constexpr std::array<std::uint8_t, 256> kCharClasses = make_char_classes();

inline bool is(char c, int classes) { return (kCharClasses[static_cast<unsigned char>(c)] & classes) != 0; }

inline bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

inline int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Of a UTF-16 code unit.
inline bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
inline bool is_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

// White space of JSON5 that JSON lacks, line separators included (JSON5 1.0.0, section 8).
bool is_odd_space(char32_t c);

// Part of an identifier; `first`: its first character.
bool is_name_character(char32_t c, bool first);

}  // namespace argwright::repair::json5
