// The list of fixes while it grows: bounded, cheap to write (a single-quoted document makes hundreds), and
// able to forget what a failed attempt wrote.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "repair/rules.h"

namespace argwright::repair {

// Where the bytes of a derived text (unquoted, entity-decoded ...) stood in the text as received.
// An empty map means: at the same offset.
class OriginMap {
 public:
  OriginMap() = default;
  explicit OriginMap(std::vector<std::uint32_t> origins) : origins_(std::move(origins)) {}

  bool identity() const { return origins_.empty(); }
  std::size_t operator[](std::size_t offset) const {
    if (origins_.empty()) return offset;
    return offset < origins_.size() ? origins_[offset] : origins_.back();
  }

 private:
  std::vector<std::uint32_t> origins_;
};

class FixLog {
 public:
  explicit FixLog(std::size_t max_fixes) : max_fixes_(max_fixes) {}

  // `offset` is in the text being worked on; the current origin map takes it to the received text.
  void add(Rule rule, std::size_t offset, std::string_view before, std::string_view after) {
    append(rule, offset, before, after);
  }
  // One character for another, or dropped: the commonest fixes of all.
  void add(Rule rule, std::size_t offset, char before, char after) { append(rule, offset, before, after); }
  void add_dropped(Rule rule, std::size_t offset, char before) { append(rule, offset, before, Excerpt()); }
  // The same for a fix that is known only after those inside it: at a place() that was asked for before.
  void insert(std::size_t place, Rule rule, std::size_t offset, std::string_view before,
              std::string_view after);
  // That about so many fixes are to come: room for them at once.
  void expect(std::size_t count) {
    constexpr std::size_t kMost = 256;
    if (fixes_.capacity() == 0) fixes_.reserve(std::min({count, max_fixes_, kMost}));
  }
  // Where the next fix will stand in the list.
  std::size_t place() const { return fixes_.size(); }

  // Offsets of later add() calls go through `map`, which must outlive them. nullptr: as they are.
  void set_origin(const OriginMap* map) { origin_ = map; }

  struct Mark {
    std::size_t kept, total;
  };
  Mark mark() const { return {fixes_.size(), total_}; }
  void forget_after(Mark mark) {
    fixes_.resize(mark.kept);
    total_ = mark.total;
  }

  std::size_t total() const { return total_; }
  bool empty() const { return total_ == 0; }
  // In the order of the text, at most `max_fixes`.
  const std::vector<Fix>& list() const { return fixes_; }
  std::vector<Fix> take() { return std::move(fixes_); }

 private:
  // Defined in fix_log.cc for texts and characters.
  template <typename Before, typename After>
  void append(Rule rule, std::size_t offset, Before before, After after);
  void grow();
  std::size_t received_offset(std::size_t offset) const {
    return origin_ != nullptr ? (*origin_)[offset] : offset;
  }

  std::size_t max_fixes_;
  std::size_t total_ = 0;
  const OriginMap* origin_ = nullptr;
  std::vector<Fix> fixes_;
};

}  // namespace argwright::repair
