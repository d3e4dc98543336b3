// What a fuzz target does when a law is broken: says which one and stops, so that libFuzzer keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace argwright::fuzz {

[[noreturn]] inline void broken(std::string_view law, std::string_view detail = {}) {
  std::fprintf(stderr, "broken: %.*s\n%.*s\n", static_cast<int>(law.size()), law.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void check(bool holds, std::string_view law, std::string_view detail = {}) {
  if (!holds) [[unlikely]] {
    broken(law, detail);
  }
}

}  // namespace argwright::fuzz
