// Tested by recent_places_test.cc.
#include "store/sqlite/recent_places.h"

#include <algorithm>

namespace argwright::store::sqlite {
namespace {

constexpr std::size_t kFewest = 64;

}  // namespace

// Places are hashes, so their bits are spread already.
std::size_t RecentPlaces::slot_of(std::int64_t place) const {
  return static_cast<std::size_t>(place) & (slots_.size() - 1);
}

void RecentPlaces::grow() {
  std::vector<Entry> old = std::exchange(slots_, std::vector<Entry>(std::max(kFewest, slots_.size() * 2)));
  for (const Entry& entry : old) {
    if (entry.number == 0) continue;
    std::size_t slot = slot_of(entry.place);
    while (slots_[slot].number != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = entry;
  }
}

void RecentPlaces::add(std::int64_t place, std::int64_t number) {
  if (slots_.size() < 2 * (size_ + 1)) grow();
  Entry* oldest = nullptr;
  std::size_t of_place = 0;
  std::size_t slot = slot_of(place);
  for (; slots_[slot].number != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    Entry& entry = slots_[slot];
    if (entry.place != place) continue;
    if (entry.number == number) return;
    ++of_place;
    if (oldest == nullptr || entry.number < oldest->number) oldest = &entry;
  }
  if (of_place == kOfOnePlace) {
    oldest->number = std::max(oldest->number, number);
    return;
  }
  slots_[slot] = {place, number};
  ++size_;
}

void RecentPlaces::replace(std::int64_t place, std::int64_t number, std::int64_t by) {
  if (slots_.empty()) return;
  for (std::size_t slot = slot_of(place); slots_[slot].number != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    Entry& entry = slots_[slot];
    if (entry.place == place && entry.number == number) entry.number = by;
  }
}

RecentPlaces::Numbers RecentPlaces::find(std::int64_t place) const {
  Numbers found;
  if (slots_.empty()) return found;
  for (std::size_t slot = slot_of(place); slots_[slot].number != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot].place == place) found.list[found.size++] = slots_[slot].number;
  }
  return found;
}

std::vector<RecentPlaces::Entry> RecentPlaces::all() const {
  std::vector<Entry> entries;
  entries.reserve(size_);
  for (const Entry& entry : slots_) {
    if (entry.number != 0) entries.push_back(entry);
  }
  return entries;
}

void RecentPlaces::clear() {
  slots_ = {};
  size_ = 0;
}

}  // namespace argwright::store::sqlite
