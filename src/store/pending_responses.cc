#include "store/pending_responses.h"

#include <utility>

namespace argwright::store {
namespace {

// A row of one of the maps beside its text; roughly.
constexpr std::size_t kPlaceBytes = 96;

}  // namespace

std::size_t PendingResponses::bytes_of(const StoredResponse& response) {
  std::size_t bytes = sizeof(Entry) + sizeof(StoredResponse) + response.body.size() + response.input.size();
  bytes += kPlaceBytes + 2 * (response.owner.size() + response.id.size());
  for (const std::string& id : response.item_ids)
    bytes += kPlaceBytes + sizeof(std::string) + response.owner.size() + 2 * id.size();
  return bytes;
}

// The length keeps names apart that are the same in one piece.
std::string PendingResponses::key(std::string_view owner, std::string_view id) {
  std::string text = std::to_string(owner.size());
  text.append(":").append(owner).append(id);
  return text;
}

void PendingResponses::add(Entry entry) {
  const std::uint64_t place = first_ + entries_.size();
  const StoredResponse& response = *entry.response;
  by_id_[key(response.owner, response.id)] = place;
  for (const std::string& item : response.item_ids) by_item_[key(response.owner, item)] = place;
  entries_.push_back(std::move(entry));
}

PendingResponses::Entry PendingResponses::take_front() {
  Entry entry = std::move(entries_.front());
  entries_.pop_front();
  const std::uint64_t place = first_++;
  const auto forget = [&](Places& places, const std::string& id) {
    const auto found = places.find(key(entry.response->owner, id));
    if (found != places.end() && found->second == place) places.erase(found);
  };
  forget(by_id_, entry.response->id);
  for (const std::string& item : entry.response->item_ids) forget(by_item_, item);
  return entry;
}

bool PendingResponses::is_front_outdated() const {
  const StoredResponse& response = *front().response;
  return at(by_id_, response.owner, response.id) != &front();
}

void PendingResponses::move_front_to_back() { add(take_front()); }

std::optional<PendingResponses::Response> PendingResponses::find(std::string_view owner,
                                                                 std::string_view id) const {
  const Entry* const entry = at(by_id_, owner, id);
  if (entry == nullptr) return std::nullopt;
  return entry->is_removed ? nullptr : entry->response;
}

PendingResponses::Response PendingResponses::find_item(std::string_view owner,
                                                       std::string_view item_id) const {
  const Entry* const entry = at(by_item_, owner, item_id);
  return entry == nullptr || entry->is_removed ? nullptr : entry->response;
}

std::optional<bool> PendingResponses::remove(std::string_view owner, std::string_view id) {
  const auto found = by_id_.find(key(owner, id));
  if (found == by_id_.end()) return std::nullopt;
  Entry& entry = entries_[static_cast<std::size_t>(found->second - first_)];
  if (entry.is_removed) return false;
  entry.is_removed = true;
  entry.response = std::make_shared<const StoredResponse>(
      StoredResponse{entry.response->owner, entry.response->id, {}, {}, {}, entry.response->item_ids});
  return true;
}

const PendingResponses::Entry* PendingResponses::at(const Places& places, std::string_view owner,
                                                    std::string_view id) const {
  const auto found = places.find(key(owner, id));
  return found == places.end() ? nullptr : &entries_[static_cast<std::size_t>(found->second - first_)];
}

}  // namespace argwright::store
