// Remembers the keys of the objects that are open while a text is read, and tells whether one of them may
// stand twice in its object. Bounded memory and no allocation: what does not fit is left to a slow look.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace argwright::json {

class KeyWatch {
 public:
  void open() {
    if (depth_ < objects_.size()) {
      objects_[depth_] = {0, count_};
    } else {
      may_repeat_ = true;
    }
    ++depth_;
  }
  // A key of the innermost object, without its quotes. The bytes must stay until the object is closed. Keys
  // with escapes are to be given as doubtful().
  [[gnu::always_inline]] void key(std::string_view text) {
    if (may_repeat_ || count_ >= keys_.size()) return doubtful();
    Object& object = objects_[depth_ - 1];
    const std::uint64_t mark = mark_of(text);
    if ((object.marks & mark) != 0) may_repeat_ = stands_since(object.first_key, text);
    object.marks |= mark;
    keys_[count_].data = text.data();
    keys_[count_].size = text.size();
    ++count_;
  }
  void doubtful() { may_repeat_ = true; }
  void close() {
    --depth_;
    if (depth_ < objects_.size()) count_ = objects_[depth_].first_key;
  }

  // After the last key.
  bool may_repeat() const { return may_repeat_; }

 private:
  bool stands_since(std::size_t first, std::string_view text) const {
    for (std::size_t i = first; i < count_; ++i) {
      if (keys_[i].view() == text) return true;
    }
    return false;
  }

  // One bit of 64: two keys of an object that have different ones differ, and most others do as well.
  static std::uint64_t mark_of(std::string_view text) {
    if (text.empty()) return 1;
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t mixed = static_cast<std::uint32_t>(text.size()) + byte(0) * 7 +
                                byte(text.size() / 2) * 11 + byte(text.size() - 1) * 29;
    return std::uint64_t{1} << mixed % 64;
  }

  // No string_view, whose array would be filled at the start of every text.
  struct Key {
    const char* data;
    std::size_t size;
    std::string_view view() const { return {data, size}; }
  };
  struct Object {
    std::uint64_t marks;  // of its keys
    std::size_t first_key;
  };

  std::array<Key, 64> keys_;
  std::array<Object, 32> objects_;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;
  bool may_repeat_ = false;
};

}  // namespace argwright::json
