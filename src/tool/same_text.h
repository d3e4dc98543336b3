// Equality of short texts without a call: names and keys are compared in every call, and rarely exceed 16
// bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace argwright::tool {

inline bool same_text(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const std::size_t size = a.size();
  // Two words that overlap cover everything between one and two words.
  const auto same = [&]<typename Word>(Word) {
    Word left[2];
    Word right[2];
    std::memcpy(left, a.data(), sizeof(Word));
    std::memcpy(left + 1, a.data() + size - sizeof(Word), sizeof(Word));
    std::memcpy(right, b.data(), sizeof(Word));
    std::memcpy(right + 1, b.data() + size - sizeof(Word), sizeof(Word));
    return left[0] == right[0] && left[1] == right[1];
  };
  if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
  if (size >= 8) return same(std::uint64_t{});
  if (size >= 4) return same(std::uint32_t{});
  if (size >= 2) return same(std::uint16_t{});
  return size == 0 || a[0] == b[0];
}

}  // namespace argwright::tool
