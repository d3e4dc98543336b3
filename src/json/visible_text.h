// Text as a person can read it on a terminal: nothing invisible, nothing that moves the cursor, and columns
// counted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace argwright::json {

// What one code point, or one byte that is not UTF-8, looks like.
struct Glyph {
  std::string text;        // valid UTF-8
  int columns = 0;         // 0 for a combining mark, 2 for a wide character
  std::size_t length = 0;  // bytes of the source that it stands for, at least 1
  bool replaced = false;   // a control or invisible character, or a bad byte, made visible
};

// The glyph at `offset`. Control characters become their pictures (U+2400 ...), other invisible ones
// <U+200B>, bad bytes <FF>. Precondition: offset < text.size().
Glyph glyph_at(std::string_view text, std::size_t offset);

// All of `text` made visible on one line, cut with "..." where it is wider than `max_columns`.
std::string visible(std::string_view text, int max_columns);
// Without a bound.
std::string visible(std::string_view text);

// Columns of a text that is visible already.
int columns_of(std::string_view text);

// `text` with bytes that are not UTF-8 replaced by U+FFFD, for where only text may stand.
std::string valid_utf8(std::string_view text);

}  // namespace argwright::json
