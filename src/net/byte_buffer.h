// Bytes that come in at the end and are taken from the beginning. Unlike a string it can be read into without
// being filled with zeros first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace argwright::net {

class ByteBuffer {
 public:
  std::string_view view() const { return {bytes_.get() + begin_, end_ - begin_}; }
  std::size_t size() const { return end_ - begin_; }
  std::size_t capacity() const { return capacity_; }

  // Room for `size` bytes behind the last one. Moves what is there: views and earlier room are void.
  char* room(std::size_t size) {
    if (begin_ == end_) begin_ = end_ = 0;
    if (capacity_ - end_ < size) make_room(size);
    return bytes_.get() + end_;
  }
  void grow(std::size_t size) { end_ += size; }
  void consume(std::size_t size) { begin_ += size; }
  // Precondition: empty.
  void release() {
    bytes_.reset();
    begin_ = end_ = capacity_ = 0;
  }

 private:
  void make_room(std::size_t size) {
    const std::size_t used = end_ - begin_;
    if (capacity_ - used >= size && begin_ >= capacity_ / 2) {
      std::memmove(bytes_.get(), bytes_.get() + begin_, used);
    } else {
      const std::size_t capacity = used == 0 ? size : used + std::max(size, used);
      std::unique_ptr<char[]> bytes(new char[capacity]);  // NOLINT: uninitialised on purpose
      if (used > 0) std::memcpy(bytes.get(), bytes_.get() + begin_, used);
      bytes_ = std::move(bytes);
      capacity_ = capacity;
    }
    begin_ = 0;
    end_ = used;
  }

  std::unique_ptr<char[]> bytes_;  // NOLINT: a vector would fill it with zeros
  std::size_t begin_ = 0, end_ = 0, capacity_ = 0;
};

}  // namespace argwright::net
