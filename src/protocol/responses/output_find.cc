// Which of its items the output decoder is told of.
#include "protocol/responses/output_decoder.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "protocol/responses/item_words.h"
#include "protocol/responses/members.h"
#include "protocol/same_arguments.h"

namespace argwright::protocol::responses {

OutputDecoder::Item* OutputDecoder::find(const json::Value& event) {
  std::string_view id = text_at(event, "item_id");
  if (id.empty()) id = text_at(item_of(event), "id");
  const auto index = index_at(event, "output_index");
  if (ids_repeat_ && index) {  // only both together tell
    const auto found = by_index_.find(*index);
    if (found != by_index_.end() && found->second->id == id) return last_ = found->second;
  }
  // Nearly every event speaks of the same item as the one before.
  if (last_ != nullptr && !last_->done && !id.empty() && last_->id == id) return last_;
  Item* by_id = nullptr;
  if (!id.empty()) {
    const auto found = by_id_.find(std::string(id));
    if (found != by_id_.end()) by_id = found->second;
  }
  // An id that fits is the better witness, but there are servers that make up a new one for every event.
  if (by_id != nullptr && !by_id->done) return last_ = by_id;
  if (index) {
    const auto found = by_index_.find(*index);
    Item* const by_index = found == by_index_.end() ? nullptr : found->second;
    // Late, for an item that has ended: not a word about the one that has its place now.
    const bool is_late = by_id != nullptr && by_index != nullptr && by_id->type == by_index->type &&
                         !by_index->id.empty() && by_index->id != id;
    if (by_index != nullptr && !is_late) return by_index;
  } else if (id.empty()) {
    return last_;  // nothing says of which it speaks
  }
  return by_id;
}

bool OutputDecoder::is_of_another_name(const Item& item, std::string_view name) {
  if (!is_call(item.kind) || name.empty() || item.name.empty() || name == item.name) return false;
  // Of a name that comes in pieces the beginning may have been told.
  return !item.arguments.empty() || !name.starts_with(item.name);
}

bool OutputDecoder::is_another_call(const Item& item, const json::Value& value) {
  if (!is_call(item.kind)) return false;
  if (is_of_another_name(item, text_at(value, "name"))) return true;
  const std::string_view call_id = text_at(value, "call_id");
  if (call_id.empty() || item.call_id.empty() || call_id == item.call_id) return false;
  return item.done && says_another(item, value);
}

bool OutputDecoder::says_another(const Item& item, const json::Value& value) {
  return !say_the_same(call_text(value, words_of(item.kind).text_key), item.arguments);
}

OutputDecoder::Item* OutputDecoder::find_by_call_id(const json::Value& event, Item* seems) {
  const std::string_view call_id = text_at(item_of(event), "call_id");
  if (call_id.empty() || (seems != nullptr && seems->call_id == call_id)) return seems;
  const auto found = by_call_id_.find(std::string(call_id));
  const bool fits = found != by_call_id_.end() && found->second->type == text_at(item_of(event), "type");
  return fits ? found->second : seems;
}

OutputDecoder::Item* OutputDecoder::find_added(const json::Value& event) {
  Item* const seems = find(event);
  // Where nothing else speaks for it, it may be another call with the same call_id.
  const bool is_told = seems != nullptr && is_call(seems->kind) && !seems->call_id.empty();
  return is_told ? find_by_call_id(event, seems) : seems;
}

OutputDecoder::Item* OutputDecoder::find_ended(const json::Value& event) {
  const ItemKind kind = item_kind(text_at(item_of(event), "type"));
  Item* const seems = find_of_kind(kind, event);
  Item* const by_call_id = find_by_call_id(event, seems);
  const bool is_told = seems != nullptr && seems->kind == kind && !seems->call_id.empty();
  return is_told || (by_call_id != nullptr && !by_call_id->done) ? by_call_id : seems;
}

OutputDecoder::Item* OutputDecoder::find_of_kind(ItemKind kind, const json::Value& event) {
  Item* const found = find(event);
  if (found != nullptr) return found;
  // Both together would speak of another item; one alone that nobody has heard of is made up for this event.
  const bool is_placed = index_at(event, "output_index").has_value();
  if (is_placed && !(text_at(event, "item_id").empty() && text_at(item_of(event), "id").empty()))
    return nullptr;
  const bool goes_on = last_ != nullptr && last_->kind == kind && last_->announced && !last_->done;
  return goes_on ? last_ : nullptr;
}

std::vector<OutputDecoder::Item*> OutputDecoder::match(const json::Array& output,
                                                       std::vector<bool>& is_repeated) {
  std::vector<Item*> matches(output.size(), nullptr);
  const auto take = [&](std::size_t i, Item* item, bool is_certain = false) {
    if (item == nullptr || item->matched || item->type != text_at(output[i], "type")) return;
    if (is_of_another_name(*item, text_at(output[i], "name"))) return;
    if (!is_certain && is_another_call(*item, output[i])) return;
    item->matched = true;
    matches[i] = item;
  };
  const auto look_up = [](const auto& map, const auto& key) -> Item* {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : found->second;
  };

  std::unordered_set<std::string> seen;
  std::unordered_map<std::string_view, std::size_t> first;
  bool ids_repeat = ids_repeat_;
  for (std::size_t i = 0; i < output.size(); ++i) {
    const std::string id(text_at(output[i], "id"));
    if (id.empty()) continue;
    const auto [known, is_new] = first.emplace(text_at(output[i], "id"), i);
    if (!is_call(item_kind(text_at(output[i], "type")))) {
      is_repeated[i] = !is_new && output[known->second] == output[i];
      continue;
    }
    const std::string call_id(text_at(output[i], "call_id"));
    const ItemKind kind = item_kind(text_at(output[i], "type"));
    std::string call = id;
    (call += '\0') += text_at(output[i], "name");
    (call += '\0') += call_text(output[i], words_of(kind).text_key);
    const std::string unnamed = call + '\0';
    std::string named = unnamed;
    named += call_id;
    // The rest alone stands for a call without call_id, or for all that have one.
    is_repeated[i] =
        seen.contains(unnamed) || seen.contains(named) || (call_id.empty() && seen.contains(call));
    seen.insert({std::move(call), std::move(named)});
    ids_repeat = ids_repeat || (!is_new && !is_repeated[i]);
  }

  // By the best witness first, so that none takes the item of another, and at last by the type alone.
  const auto untaken = [&](std::size_t i) { return matches[i] == nullptr && !is_repeated[i]; };
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (untaken(i)) take(i, look_up(by_call_id_, std::string(text_at(output[i], "call_id"))));
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (untaken(i) && !ids_repeat) take(i, look_up(by_id_, std::string(text_at(output[i], "id"))), true);
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (untaken(i)) take(i, look_up(by_index_, static_cast<std::int64_t>(i)));
  }
  struct Unmatched {
    std::vector<Item*> items;
    std::size_t taken = 0;
  };
  std::unordered_map<std::string_view, Unmatched> by_type;
  for (const auto& item : items_) {
    if (!item->matched) by_type[item->type].items.push_back(item.get());
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (!untaken(i)) continue;
    const auto rest = by_type.find(text_at(output[i], "type"));
    if (rest == by_type.end() || rest->second.taken == rest->second.items.size()) continue;
    take(i, rest->second.items[rest->second.taken]);
    if (matches[i] != nullptr) ++rest->second.taken;
  }
  return matches;
}

}  // namespace argwright::protocol::responses
