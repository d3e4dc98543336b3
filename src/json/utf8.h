// UTF-8: one code point at a time, with the replacement policy of WHATWG/Unicode (one U+FFFD per
// maximal ill-formed subpart).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace argwright::json {

struct CodePoint {
  char32_t value = 0;      // U+FFFD when ill-formed
  std::size_t length = 0;  // bytes consumed, at least 1 for non-empty input
  bool well_formed = false;
};

// Precondition: offset < text.size().
CodePoint decode_utf8(std::string_view text, std::size_t offset);
void append_utf8(std::string& out, char32_t code_point);
bool is_valid_utf8(std::string_view text);
// The first `count` code points of `text` (ill-formed bytes count one each).
std::string_view first_code_points(std::string_view text, std::size_t count);

}  // namespace argwright::json
