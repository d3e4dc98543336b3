// Which containers are open, outermost first: one bit each. No memory is taken for the first 512
// levels, the depth that Limits allows by default.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace argwright::json {

class Nesting {
 public:
  std::size_t depth() const { return depth_; }
  bool empty() const { return depth_ == 0; }
  // Precondition: !empty().
  bool in_object() const { return in_object_; }

  void open(bool object) {
    if (depth_ != 0) {
      if (depth_ <= 64) {
        set(inline_[0], depth_ - 1, in_object_);
      } else {
        save(depth_ - 1, in_object_);
      }
    }
    ++depth_;
    in_object_ = object;
  }
  // Precondition: !empty().
  void close() {
    --depth_;
    if (depth_ == 0) return;
    in_object_ = depth_ <= 64 ? (inline_[0] >> (depth_ - 1) & 1U) != 0 : saved(depth_ - 1);
  }

 private:
  static constexpr std::size_t kInlineWords = 8;

  std::uint64_t& word(std::size_t level) {
    const std::size_t index = level / 64;
    return index < kInlineWords ? inline_[index] : more_[index - kInlineWords];
  }
  [[gnu::always_inline]] void save(std::size_t level, bool object) {
    if (level / 64 >= kInlineWords) {
      save_deep(level, object);
    } else {
      set(inline_[level / 64], level, object);
    }
  }
  [[gnu::noinline]] void save_deep(std::size_t level, bool object) {
    if (level / 64 >= kInlineWords + more_.size()) more_.push_back(0);
    set(word(level), level, object);
  }
  static void set(std::uint64_t& word, std::size_t level, bool object) {
    const std::uint64_t bit = std::uint64_t{1} << level % 64;
    word = object ? word | bit : word & ~bit;
  }
  bool saved(std::size_t level) { return (word(level) >> level % 64 & 1U) != 0; }

  // The innermost one is kept apart: it is asked for after every value.
  bool in_object_ = false;
  std::size_t depth_ = 0;
  std::array<std::uint64_t, kInlineWords> inline_{};
  std::vector<std::uint64_t> more_;
};

}  // namespace argwright::json
