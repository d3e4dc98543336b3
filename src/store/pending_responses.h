// Responses that wait to be written, in the order they came. They can be found and removed meanwhile, so that
// a client may refer to its response although the store is away.
//
// Not thread-safe. Found by hash: the number of those that wait does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/batch.h"
#include "store/store.h"

namespace argwright::store {

class PendingResponses {
 public:
  using Response = std::shared_ptr<const StoredResponse>;
  struct Entry {
    Response response;
    Told told;  // may be empty
    std::size_t bytes;
    // Its owner removed it: the store has to remove it, too, since it may have it although it said that it
    // failed. Only the names are left of it.
    bool is_removed = false;
  };
  // With what it takes to find it.
  static std::size_t bytes_of(const StoredResponse& response);

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }

  void add(Entry entry);
  const Entry& front() const { return entries_.front(); }
  Entry take_front();
  // Is there a newer one of the same owner and id, which will replace it?
  bool is_front_outdated() const;
  void move_front_to_back();

  // The newest. Nothing: none waits, and the store knows; null: it was removed.
  std::optional<Response> find(std::string_view owner, std::string_view id) const;
  // The newest that holds this item; null: none that waits.
  Response find_item(std::string_view owner, std::string_view item_id) const;
  // Nothing: none waits; false: it was removed before.
  std::optional<bool> remove(std::string_view owner, std::string_view id);

 private:
  using Places = std::unordered_map<std::string, std::uint64_t>;
  static std::string key(std::string_view owner, std::string_view id);
  const Entry* at(const Places& places, std::string_view owner, std::string_view id) const;

  std::deque<Entry> entries_;
  std::uint64_t first_ = 0;  // the place of the first; those after it follow by one
  Places by_id_, by_item_;   // the newest each
};

}  // namespace argwright::store
