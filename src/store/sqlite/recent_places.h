// Where the turns are that the index does not have yet: a table in memory from the place of a turn to its
// numbers. Of a place it keeps the newest numbers only, so that one id that comes again and again costs no
// more than others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace argwright::store::sqlite {

class RecentPlaces {
 public:
  struct Entry {
    std::int64_t place = 0;
    std::int64_t number = 0;  // from 1 on; 0: nobody is here
  };

  static constexpr std::size_t kOfOnePlace = 16;
  struct Numbers {
    std::array<std::int64_t, kOfOnePlace> list{};
    std::size_t size = 0;
    const std::int64_t* begin() const { return list.data(); }
    const std::int64_t* end() const { return list.data() + size; }
  };

  void add(std::int64_t place, std::int64_t number);
  // The turn took another number.
  void replace(std::int64_t place, std::int64_t number, std::int64_t by);
  // In no order.
  Numbers find(std::int64_t place) const;

  std::size_t size() const { return size_; }
  std::vector<Entry> all() const;
  void clear();

 private:
  std::size_t slot_of(std::int64_t place) const;
  void grow();

  std::vector<Entry> slots_;  // a power of two of them, at most half of them used
  std::size_t size_ = 0;
};

}  // namespace argwright::store::sqlite
