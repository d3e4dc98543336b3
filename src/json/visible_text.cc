// Widths follow Unicode's East Asian Width (W and F) and emoji presentation in ranges, not point by point: an
// unassigned point inside a range is never met in practice. Tested by visible_text_test.cc.
#include "json/visible_text.h"

#include <algorithm>
#include <array>
#include <limits>

#include "json/utf8.h"

namespace argwright::json {
namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool contains(const std::array<Range, N>& ranges, char32_t point) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), point,
                                      [](char32_t value, const Range& range) { return value < range.first; });
  return after != ranges.begin() && point <= std::prev(after)->last;
}

// Drawn over the character before them.
constexpr std::array<Range, 12> kCombining = {{
    {0x0300, 0x036F},
    {0x0483, 0x0489},
    {0x0591, 0x05BD},
    {0x064B, 0x065F},
    {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x20D0, 0x20FF},
    {0xFE00, 0xFE0F},
    {0xFE20, 0xFE2F},
}};

constexpr std::array<Range, 20> kWide = {{
    {0x1100, 0x115F}, {0x231A, 0x231B}, {0x23E9, 0x23EC}, {0x25FD, 0x25FE}, {0x2614, 0x2615},
    {0x26A1, 0x26A1}, {0x2705, 0x2705}, {0x2728, 0x2728}, {0x274C, 0x274C}, {0x2753, 0x2755},
    {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0xA4CF}, {0xA960, 0xA97C},
    {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
}};

constexpr std::array<Range, 3> kWideAstral = {{{0x1B000, 0x1B2FF}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}}};

// Invisible, or able to reorder the line around them.
constexpr std::array<Range, 10> kInvisible = {{
    {0x0080, 0x009F},
    {0x00AD, 0x00AD},
    {0x061C, 0x061C},
    {0x180E, 0x180E},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},
    {0xE0000, 0xE0FFF},
}};

bool is_plain(char c) { return c >= 0x20 && c < 0x7F; }

std::string hexadecimal(char32_t value, int digits) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) {
    if (!text.empty() || shift / 4 < digits || (value >> shift) != 0) text += kDigits[value >> shift & 0xF];
  }
  return text;
}

Glyph named(std::string name, std::size_t length) {
  const int columns = static_cast<int>(name.size());
  return Glyph{std::move(name), columns, length, true};
}

}  // namespace

Glyph glyph_at(std::string_view text, std::size_t offset) {
  if (is_plain(text[offset])) return Glyph{std::string(1, text[offset]), 1, 1, false};
  const CodePoint point = decode_utf8(text, offset);
  if (!point.well_formed)
    return named("<" + hexadecimal(static_cast<unsigned char>(text[offset]), 2) + ">", 1);
  if (point.value < 0x20 || point.value == 0x7F) {
    constexpr char32_t kPictures = 0x2400;
    constexpr char32_t kPictureOfDelete = 0x2421;
    Glyph glyph{{}, 1, 1, true};
    append_utf8(glyph.text, point.value == 0x7F ? kPictureOfDelete : kPictures + point.value);
    return glyph;
  }
  if (contains(kInvisible, point.value))
    return named("<U+" + hexadecimal(point.value, 4) + ">", point.length);
  int columns = 1;
  if (contains(kCombining, point.value)) columns = 0;
  if (contains(kWide, point.value) || contains(kWideAstral, point.value)) columns = 2;
  return Glyph{std::string(text.substr(offset, point.length)), columns, point.length, false};
}

std::string visible(std::string_view text, int max_columns) {
  constexpr std::string_view kCut = "...";
  constexpr int kCutColumns = 3;
  std::string line;
  int columns = 0;
  std::size_t cut = 0;  // bytes of `line` that leave room for the dots
  for (std::size_t i = 0; i < text.size();) {
    if (is_plain(text[i]) && columns + kCutColumns < max_columns) {  // most text, most of the time
      line += text[i++];
      ++columns;
      cut = line.size();
      continue;
    }
    const Glyph glyph = glyph_at(text, i);
    if (columns + glyph.columns > max_columns) {
      line.resize(cut);
      line += kCut;
      return line;
    }
    line += glyph.text;
    columns += glyph.columns;
    if (columns + kCutColumns <= max_columns) cut = line.size();
    i += glyph.length;
  }
  return line;
}

std::string visible(std::string_view text) { return visible(text, std::numeric_limits<int>::max() / 2); }

int columns_of(std::string_view text) {
  int columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Glyph glyph = glyph_at(text, i);
    columns += glyph.columns;
    i += glyph.length;
  }
  return columns;
}

std::string valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string valid;
  valid.reserve(text.size() + 2);
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_utf8(text, i);
    append_utf8(valid, point.value);
    i += point.length;
  }
  return valid;
}

}  // namespace argwright::json
