#include "gateway/config/glob.h"

#include <cstddef>

namespace argwright::gateway {
namespace {

// Bytes of the character at `at`; bytes that are no UTF-8 count as one each.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  std::size_t length = 1;
  if (lead >= 0xF0) {
    length = 4;
  } else if (lead >= 0xE0) {
    length = 3;
  } else if (lead >= 0xC0) {
    length = 2;
  }
  std::size_t end = at + 1;
  while (end < text.size() && end < at + length && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    ++end;
  return end - at;
}

// One walk for both questions. Only the last '*' is ever tried again: an earlier one can give nothing that
// the last one could not. With `narrow_is_pattern` a '*' of the text is met by a '*' of the pattern only, and
// its
// '?' by '?' and '*'.
bool walk(std::string_view pattern, std::string_view text, bool narrow_is_pattern) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    const bool wild_text = narrow_is_pattern && text[t] == '*';
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && pattern[p] == '?' && !wild_text) {
      ++p;
      t += character_length(text, t);
    } else if (p < pattern.size() && pattern[p] == text[t] && !wild_text &&
               !(narrow_is_pattern && text[t] == '?')) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      star_text += character_length(text, star_text);
      t = star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view text) { return walk(pattern, text, false); }

bool glob_covers(std::string_view wide, std::string_view narrow) { return walk(wide, narrow, true); }

}  // namespace argwright::gateway
