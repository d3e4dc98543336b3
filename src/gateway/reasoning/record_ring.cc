#include "gateway/reasoning/record_ring.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace argwright::gateway {
namespace {

constexpr std::size_t kSegments = 64;
constexpr std::size_t kSmallestSegment = 4096;
constexpr std::size_t kLargestSegment = std::size_t{1} << 20;
constexpr std::size_t kFewestSlots = 64;
// Microseconds: a segment that takes longer to fill is closed, so that its first record does not live on long
// because of its last.
constexpr std::int64_t kLongestSpan = std::int64_t{3600} * 1'000'000;
constexpr std::uint32_t kReplaced = 1;
constexpr std::size_t kAlign = alignof(std::uint64_t);

constexpr std::size_t aligned(std::size_t size) { return (size + kAlign - 1) / kAlign * kAlign; }

}  // namespace

// Stands before the key, the name and the content of a record.
struct RecordRing::Head {
  std::int64_t time;
  std::uint32_t key, name, content;
  std::uint8_t kind;
  bool mark;

  std::size_t size() const { return aligned(sizeof(Head) + key + name + content); }
};

RecordRing::RecordRing(std::size_t most_bytes)
    : most_bytes_(most_bytes),
      segment_bytes_(std::clamp(most_bytes / kSegments, kSmallestSegment, kLargestSegment)) {}

const RecordRing::Segment* RecordRing::segment_of(const Slot& slot) const {
  if (segments_.empty() || slot.segment < segments_.front().number) return nullptr;
  return &segments_[slot.segment - segments_.front().number];
}
RecordRing::Segment* RecordRing::segment_of(const Slot& slot) {
  return const_cast<Segment*>(std::as_const(*this).segment_of(slot));
}

void RecordRing::expect(std::span<const std::string> keys) const {
  if (slots_.empty() || keys.size() < 2) return;
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kAhead = 4 * kLine;  // the rest follows by itself
  const std::size_t mask = slots_.size() - 1;
  std::vector<std::uint64_t> hashes;
  hashes.reserve(keys.size());
  for (const std::string& key : keys) {
    hashes.push_back(std::hash<std::string_view>()(key));
    __builtin_prefetch(&slots_[hashes.back() & mask]);
  }
  for (const std::uint64_t hash : hashes) {
    for (std::size_t slot = hash & mask; slots_[slot].segment != 0; slot = (slot + 1) & mask) {
      if (slots_[slot].hash != hash) continue;
      const Segment* const segment = segment_of(slots_[slot]);
      if (segment == nullptr) continue;
      const char* const record = segment->bytes.get() + slots_[slot].at;
      for (std::size_t ahead = 0; ahead < kAhead; ahead += kLine) __builtin_prefetch(record + ahead);
      break;
    }
  }
}

RecordRing::Place RecordRing::place_of(std::size_t slot, Segment& segment) const {
  const char* at = segment.bytes.get() + slots_[slot].at;
  const auto* const head = reinterpret_cast<const Head*>(at);
  at += sizeof(Head);
  const std::string_view key(at, head->key);
  const std::string_view name(at + head->key, head->name);
  return {slot, &segment, head, key, name, {at + head->key + head->name, head->content}};
}

std::vector<RecordRing::Place> RecordRing::places(std::string_view key, std::uint64_t hash) {
  std::vector<Place> found;
  if (slots_.empty()) return found;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot].segment != 0; slot = (slot + 1) & mask) {
    if (slots_[slot].hash != hash) continue;
    Segment* const segment = segment_of(slots_[slot]);
    if (segment == nullptr) continue;
    const Place place = place_of(slot, *segment);
    if (place.key == key) found.push_back(place);
  }
  std::sort(found.begin(), found.end(), [&](const Place& a, const Place& b) {
    return std::pair(slots_[a.slot].segment, slots_[a.slot].at) <
           std::pair(slots_[b.slot].segment, slots_[b.slot].at);
  });
  return found;
}

void RecordRing::kill(const Place& place) {
  slots_[place.slot].segment = kReplaced;
  const std::size_t size = place.head->size();
  place.segment->live -= size;
  live_bytes_ -= size;
}

void RecordRing::put(std::string_view key, const Record& record, Alike replaced) {
  const std::uint64_t hash = std::hash<std::string_view>()(key);
  const Place* oldest = nullptr;
  std::size_t of_kind = 0;
  const std::vector<Place> all = places(key, hash);
  for (const Place& place : all) {
    if (place.head->kind != record.kind) continue;
    if (place.name == record.name && (replaced == Alike::kByName || place.content == record.content)) {
      kill(place);
      continue;
    }
    ++of_kind;
    if (oldest == nullptr) oldest = &place;
  }
  if (of_kind >= kMostOfAKey) kill(*oldest);

  const Head head{record.time,
                  static_cast<std::uint32_t>(key.size()),
                  static_cast<std::uint32_t>(record.name.size()),
                  static_cast<std::uint32_t>(record.content.size()),
                  record.kind,
                  record.mark};
  Segment* segment = nullptr;
  char* at = room_for(head.size(), record.time, segment);
  const Slot slot{hash, segment->number, static_cast<std::uint32_t>(at - segment->bytes.get())};
  std::memcpy(at, &head, sizeof head);
  at += sizeof head;
  for (const std::string_view text : {key, record.name, record.content}) {
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    at += text.size();
  }
  add_slot(slot);
}

std::vector<RecordRing::Record> RecordRing::find(std::string_view key) {
  const std::uint64_t hash = std::hash<std::string_view>()(key);
  std::vector<Place> all = places(key, hash);
  if (std::any_of(all.begin(), all.end(),
                  [&](const Place& place) { return is_near_its_end(*place.segment); })) {
    struct Copy {
      Head head;
      std::string name, content;
    };
    std::vector<Copy> copies;
    copies.reserve(all.size());
    for (const Place& place : all)
      copies.push_back({*place.head, std::string(place.name), std::string(place.content)});
    for (const Copy& copy : copies)
      put(key, {copy.head.kind, copy.name, copy.content, copy.head.time, copy.head.mark}, Alike::kByContent);
    all = places(key, hash);
  }
  std::vector<Record> found;
  found.reserve(all.size());
  for (const Place& place : all)
    found.push_back({place.head->kind, place.name, place.content, place.head->time, place.head->mark});
  return found;
}

// Of the oldest eighth, when there is no more room.
bool RecordRing::is_near_its_end(const Segment& segment) const {
  if (capacity_ + segment_bytes_ <= most_bytes_) return false;
  return segment.number - segments_.front().number < std::max<std::size_t>(segments_.size() / 8, 1);
}

char* RecordRing::room_for(std::size_t size, std::int64_t time, Segment*& segment) {
  const bool fits = !segments_.empty() && segments_.back().used + size <= segments_.back().capacity &&
                    time - segments_.back().begun <= kLongestSpan;
  if (!fits) {
    if (!segments_.empty()) {
      // What it did not need others may have.
      Segment& last = segments_.back();
      if (last.used < last.capacity / 2) {
        auto smaller = std::make_unique<char[]>(last.used);
        std::memcpy(smaller.get(), last.bytes.get(), last.used);
        last.bytes = std::move(smaller);
        capacity_ -= last.capacity - last.used;
        last.capacity = last.used;
      }
    }
    const std::size_t wanted = std::max(segment_bytes_, size);
    std::unique_ptr<char[]> memory;
    while (!segments_.empty() && capacity_ + wanted > most_bytes_) {
      if (segments_.front().capacity == wanted) memory = std::move(segments_.front().bytes);
      pop_oldest();
    }
    if (!memory) memory = std::make_unique_for_overwrite<char[]>(wanted);
    capacity_ += wanted;
    segments_.push_back({next_number_++, std::move(memory), wanted, 0, 0, time, time});
  }
  segment = &segments_.back();
  char* const at = segment->bytes.get() + segment->used;
  segment->used += size;
  segment->live += size;
  segment->newest = std::max(segment->newest, time);
  live_bytes_ += size;
  return at;
}

void RecordRing::pop_oldest() {
  capacity_ -= segments_.front().capacity;
  live_bytes_ -= segments_.front().live;
  segments_.pop_front();
}

void RecordRing::drop_before(std::int64_t time) {
  while (!segments_.empty() && segments_.front().newest < time) pop_oldest();
}

void RecordRing::add_slot(Slot slot) {
  if (4 * (used_slots_ + 1) > 3 * slots_.size()) rebuild_slots();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = slot.hash & mask;
  while (slots_[at].segment != 0 && segment_of(slots_[at]) != nullptr) at = (at + 1) & mask;
  if (slots_[at].segment == 0) ++used_slots_;
  slots_[at] = slot;
}

// Without those of records that are gone; with as much room as the others need.
void RecordRing::rebuild_slots() {
  std::vector<Slot> kept;
  for (const Slot& slot : slots_) {
    if (segment_of(slot) != nullptr) kept.push_back(slot);
  }
  std::size_t size = kFewestSlots;
  while (size < 3 * (kept.size() + 1)) size *= 2;
  slots_.assign(size, {});
  used_slots_ = kept.size();
  for (const Slot& slot : kept) {
    std::size_t at = slot.hash & (size - 1);
    while (slots_[at].segment != 0) at = (at + 1) & (size - 1);
    slots_[at] = slot;
  }
}

}  // namespace argwright::gateway
