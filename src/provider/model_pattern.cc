#include "provider/model_pattern.h"

#include <algorithm>
#include <cstddef>

namespace argwright::provider {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

// Only the last '*' is ever tried again: an earlier one can give nothing that the last one could not.
bool matches_model(std::string_view pattern, std::string_view model) {
  std::size_t p = 0;
  std::size_t m = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_model = 0;
  while (m < model.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_model = m;
    } else if (p < pattern.size() && (pattern[p] == '?' || lower(pattern[p]) == lower(model[m]))) {
      ++p;
      ++m;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      m = ++star_model;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view model) {
  return std::ranges::any_of(patterns,
                             [&](const std::string& pattern) { return matches_model(pattern, model); });
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

}  // namespace argwright::provider
