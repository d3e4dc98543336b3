// Records by key in a bounded piece of memory, as a log: a new record is written behind the last one, and
// when there is no more room the oldest part of the log goes as a whole. So a record costs no memory of its
// own to be asked for and given back, its bytes lie together, and what is long forgotten is never touched
// again. A record that is found shortly before its part would go is written anew: what is used stays.
//
// A key may have several records, told apart by a kind and a name. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::gateway {

class RecordRing {
 public:
  // Of one key and kind the newest so many are kept.
  static constexpr std::size_t kMostOfAKey = 8;

  explicit RecordRing(std::size_t most_bytes);

  struct Record {
    std::uint8_t kind = 0;
    std::string_view name;
    std::string_view content;
    std::int64_t time = 0;
    bool mark = false;
  };
  // Replaces the record of the same key, kind and name, or only one that says the same, too.
  enum class Alike : std::uint8_t { kByName, kByContent };
  void put(std::string_view key, const Record& record, Alike replaced);
  // In the order they were put. The views are good until the next call that is not const.
  std::vector<Record> find(std::string_view key);
  // These will be asked for next: what lies far away is fetched for all of them at once.
  void expect(std::span<const std::string> keys) const;
  // Parts of the log that hold nothing of this time or later go.
  void drop_before(std::int64_t time);

  // Of the records that can be found.
  std::size_t bytes() const { return live_bytes_; }
  // What is asked for from the system; not much more than what was allowed.
  std::size_t capacity() const { return capacity_ + slots_.capacity() * sizeof(Slot); }

 private:
  struct Segment {
    std::uint32_t number = 0;
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0, used = 0, live = 0;
    std::int64_t begun = 0, newest = 0;
  };
  // Where a record is. Slots of segments that are gone count as free for those who write.
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t segment = 0;  // 0: nothing was ever here; 1: a record that was replaced
    std::uint32_t at = 0;
  };
  struct Head;
  struct Place {
    std::size_t slot;
    Segment* segment;
    const Head* head;
    std::string_view key, name, content;
  };

  const Segment* segment_of(const Slot& slot) const;
  Segment* segment_of(const Slot& slot);
  Place place_of(std::size_t slot, Segment& segment) const;
  // The records of this key, the first one first.
  std::vector<Place> places(std::string_view key, std::uint64_t hash);
  void kill(const Place& place);
  char* room_for(std::size_t size, std::int64_t time, Segment*& segment);
  void pop_oldest();
  void add_slot(Slot slot);
  void rebuild_slots();
  bool is_near_its_end(const Segment& segment) const;

  const std::size_t most_bytes_, segment_bytes_;
  std::deque<Segment> segments_;  // the oldest first; numbers follow each other
  std::uint32_t next_number_ = 2;
  std::vector<Slot> slots_;     // a power of two
  std::size_t used_slots_ = 0;  // that were ever used
  std::size_t capacity_ = 0, live_bytes_ = 0;
};

}  // namespace argwright::gateway
