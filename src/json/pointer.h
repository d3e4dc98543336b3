// JSON pointers (RFC 6901), written step by step.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace argwright::json {

inline void append_pointer_step(std::string& pointer, std::string_view key) {
  pointer += '/';
  if (key.find_first_of("~/") == std::string_view::npos) {
    pointer += key;
    return;
  }
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

inline void append_pointer_step(std::string& pointer, std::size_t index) {
  pointer += '/';
  pointer += std::to_string(index);
}

}  // namespace argwright::json
