#include "gateway/pattern.h"

#include <cstddef>

namespace argwright::gateway {

// Linear in both for the patterns people write: only the last star is ever tried again.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t at = 0;
  std::size_t in = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_in = 0;
  while (in < text.size()) {
    if (at < pattern.size() && (pattern[at] == '?' || (pattern[at] == text[in] && pattern[at] != '*'))) {
      ++at;
      ++in;
    } else if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      star_in = in;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in = ++star_in;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace argwright::gateway
