// Finds, one after the other, the bytes of a text that are not is_plain(). 64 bytes are looked at at once and
// remembered as bits: in a text of many short words a search from each word's beginning would wait for the
// load and the comparison every time, here it takes the next bit.
//
// Tested by special_bytes_test.cc.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace argwright::json {

class SpecialBytes {
 public:
  explicit SpecialBytes(const char* end) : end_(end) {}

  // The first at or behind `p`, or the end. Precondition: `p` is in the text. Forward is fast; backward is
  // allowed.
  const char* next(const char* p) {
    const auto offset = static_cast<std::uintptr_t>(p - block_);
    if (offset < kBlock) [[likely]] {
      const std::uint64_t left = bits_ >> offset;
      if (left != 0) [[likely]]
        return p + std::countr_zero(left);
      p = block_ + kBlock;
    }
    return next_in_blocks(p);
  }

 private:
  static constexpr std::ptrdiff_t kBlock = 64;

  const char* next_in_blocks(const char* p);

  const char* end_;
  const char* block_ = nullptr;  // what `bits_` are of; far from every text at first
  std::uint64_t bits_ = 0;
};

}  // namespace argwright::json
