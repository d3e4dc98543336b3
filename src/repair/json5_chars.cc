// Tested by json5_test.cc.
#include "repair/json5_chars.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace argwright::repair::json5 {

namespace {

// Identifiers beyond ASCII. ES5 asks for letters, marks, digits and connectors, which takes Unicode's
// tables of several hundred ranges. A key needs less: everything counts as a letter but white space
// and the punctuation and symbols that occur in model output. So full-width commas, typographic
// quotes and emoji end an identifier, as they must, while the rarer signs of some scripts do not.
struct Range {
  char32_t first, last;
};
constexpr Range kNoLetters[] = {
    {0x0080, 0x00A9},     // C1 controls, no-break space, Latin-1 signs but for the letters
    {0x00AB, 0x00B4},     //   U+00AA,
    {0x00B6, 0x00B9},     //   U+00B5 and
    {0x00BB, 0x00BF},     //   U+00BA
    {0x00D7, 0x00D7},     // multiplication sign
    {0x00F7, 0x00F7},     // division sign
    {0x037E, 0x037E},     // Greek question mark
    {0x0589, 0x058A},     // Armenian full stop and hyphen
    {0x060C, 0x060D},     // Arabic comma and date separator
    {0x061B, 0x061F},     // Arabic semicolon, letter mark, question mark
    {0x066A, 0x066D},     // Arabic percent sign and separators
    {0x06D4, 0x06D4},     // Arabic full stop
    {0x0964, 0x0965},     // danda
    {0x1680, 0x1680},     // Ogham space
    {0x180E, 0x180E},     // Mongolian vowel separator
    {0x2000, 0x203E},     // general punctuation: spaces, dashes, quotes, but for the connectors
    {0x2041, 0x2053},     //   U+203F, U+2040 and
    {0x2055, 0x2070},     //   U+2054
    {0x2074, 0x207E},     // superscript digits and signs
    {0x2080, 0x208E},     // subscript digits and signs
    {0x20A0, 0x20CF},     // currency
    {0x2190, 0x2BFF},     // arrows, mathematics, box drawing, dingbats
    {0x2E00, 0x3004},     // supplemental punctuation, radicals, CJK punctuation but for the letters
    {0x3008, 0x3020},     //   U+3005 to U+3007
    {0x3030, 0x3030},     // wavy dash
    {0x303D, 0x303F},     // part alternation mark, half-fill space
    {0x30A0, 0x30A0},     // katakana hyphen
    {0x30FB, 0x30FB},     // katakana middle dot
    {0x3200, 0x33FF},     // enclosed and squared CJK
    {0x4DC0, 0x4DFF},     // hexagrams
    {0xD800, 0xF8FF},     // surrogates, private use
    {0xFD3E, 0xFD3F},     // ornate parentheses
    {0xFE10, 0xFE1F},     // vertical forms
    {0xFE30, 0xFE6F},     // compatibility and small forms
    {0xFEFF, 0xFEFF},     // byte order mark
    {0xFF00, 0xFF0F},     // full-width punctuation: ! to /
    {0xFF1A, 0xFF20},     //   : to @
    {0xFF3B, 0xFF3E},     //   [ to ^
    {0xFF40, 0xFF40},     //   `
    {0xFF5B, 0xFF65},     //   { and on, half-width CJK punctuation
    {0xFFE0, 0xFFFF},     // full-width signs, specials
    {0x1F000, 0x1FAFF},   // emoji and pictographs
    {0xE0000, 0x10FFFF},  // tags, private use
};

constexpr bool in_order() {
  for (std::size_t i = 1; i < std::size(kNoLetters); ++i) {
    if (kNoLetters[i - 1].last >= kNoLetters[i].first) return false;
  }
  return true;
}
static_assert(in_order(), "kNoLetters is searched by halves");

}  // namespace

bool is_odd_space(char32_t c) {
  return c == 0x0B || c == 0x0C || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

bool is_name_character(char32_t c, bool first) {
  if (c < 0x80) {
    const char byte = static_cast<char>(c);
    return is(byte, kNameStart) || (!first && is(byte, kDigit));
  }
  if (c == 0x200C || c == 0x200D) return !first;  // joiners belong inside a word
  const Range* range = std::lower_bound(std::begin(kNoLetters), std::end(kNoLetters), c,
                                        [](const Range& r, char32_t value) { return r.last < value; });
  return range == std::end(kNoLetters) || c < range->first;
}

}  // namespace argwright::repair::json5
