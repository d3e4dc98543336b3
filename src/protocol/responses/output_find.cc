// Which of its items the output decoder is told of.
#include "protocol/responses/output_decoder.h"

#include <algorithm>
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
  const auto is_meant = [&](const Item& item) {
    return !item.done && (item.announced || !is_elsewhere(item, event));
  };
  if (last_ != nullptr && !id.empty() && last_->id == id && is_meant(*last_)) return last_;
  Item* by_id = nullptr;
  if (!id.empty()) {
    const auto found = by_id_.find(std::string(id));
    if (found != by_id_.end()) by_id = found->second;
  }
  // An id that fits is the better witness, but there are servers that make up a new one for every event.
  if (by_id != nullptr && is_meant(*by_id)) return last_ = by_id;
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
  return by_id == nullptr || by_id->done || is_meant(*by_id) ? by_id : nullptr;
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
  if (found != nullptr && !is_behind(*found, event)) return found;
  // Both together would speak of another item; one alone that nobody has heard of is made up for this event.
  const bool is_placed = index_at(event, "output_index").has_value();
  if (is_placed && !(text_at(event, "item_id").empty() && text_at(item_of(event), "id").empty()))
    return nullptr;
  Item* const last = last_of_kind_[static_cast<std::size_t>(kind)];
  if (last == nullptr || last->done) return nullptr;
  if (last->announced) return last == last_ ? last : nullptr;
  return !(is_placed && last->told_index) && may_go_on(*last, event) ? last : nullptr;
}

bool OutputDecoder::is_elsewhere(const Item& item, const json::Value& event) {
  const auto index = index_at(event, "output_index");
  return is_call(item.kind) && index && item.told_index && index != item.told_index;
}

bool OutputDecoder::is_behind(const Item& item, const json::Value& event) {
  if (!is_call(item.kind) || event.find("item") != nullptr) return false;
  const std::string_view id = text_at(event, "item_id");
  const bool has_ended = item.done || item.is_told;
  const bool is_of_its_id = !id.empty() && id == item.id;
  if (!has_ended) return !item.announced && !is_of_its_id && !may_go_on(item, event);
  const bool is_of_another_id = !id.empty() && !item.id.empty() && id != item.id;
  // One that was announced has its id and its place to itself, until the next one is.
  if (item.announced && !is_of_another_id && !is_elsewhere(item, event)) return false;
  const std::string text = call_text(event, words_of(item.kind).text_key);
  return text.empty() || !say_the_same(text, item.arguments);
}

bool OutputDecoder::may_go_on(const Item& item, const json::Value& event) {
  const bool is_piece = event.find("delta") != nullptr;
  if (!is_call(item.kind)) {
    const auto is_told = [](const auto& part) { return part.second.told_done; };
    return !is_piece || item.parts.empty() || !std::ranges::all_of(item.parts, is_told);
  }
  if (is_piece) return !item.is_told && !item.whole;
  const json::Value* ended = object_at(event, "item");
  if (ended == nullptr && item.is_told) return false;
  const json::Value& value = ended == nullptr ? event : *ended;
  if (is_of_another_name(item, text_at(value, "name"))) return false;
  const std::string text = call_text(value, words_of(item.kind).text_key);
  return text.empty() || text == "{}" || (!item.is_told && text.starts_with(item.arguments)) ||
         say_the_same(text, item.arguments);
}

std::vector<OutputDecoder::Item*> OutputDecoder::match(const json::Array& output,
                                                       std::vector<bool>& is_repeated) {
  std::vector<Item*> matches(output.size(), nullptr);
  enum class Names { kWhole, kInPieces };
  const auto take = [&](std::size_t i, Item* item, bool is_certain = false, Names names = Names::kWhole) {
    if (item == nullptr || item->matched || item->type != text_at(output[i], "type")) return;
    const std::string_view name = text_at(output[i], "name");
    if (is_of_another_name(*item, name)) return;
    if (names == Names::kWhole && !item->name.empty() && !name.empty() && name != item->name) return;
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
    // Where an item has no id of its own, that of its call stands in.
    const bool is_named = !text_at(output[i], "id").empty();
    const std::string id(text_at(output[i], is_named ? "id" : "call_id"));
    if (id.empty()) continue;
    const auto [known, is_new] = first.emplace(text_at(output[i], is_named ? "id" : "call_id"), i);
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
    ids_repeat = ids_repeat || (is_named && !is_new && !is_repeated[i]);
  }

  // By the best witness first, so that none takes the item of another, and at last by the type alone.
  const auto untaken = [&](std::size_t i) { return matches[i] == nullptr && !is_repeated[i]; };
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (untaken(i)) take(i, look_up(by_call_id_, std::string(text_at(output[i], "call_id"))));
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (untaken(i) && !ids_repeat) take(i, look_up(by_id_, std::string(text_at(output[i], "id"))), true);
  }
  for (const auto& [i, item] : said_alike(output)) {
    if (untaken(i)) take(i, item);
  }
  // There are servers that count from 1, or not at all: where the output holds just what was streamed, the
  // order is the same.
  std::vector<Item*> in_order;
  in_order.reserve(items_.size());
  for (const auto& item : items_) in_order.push_back(item.get());
  std::ranges::sort(in_order, {}, &Item::index);
  if (output.size() == in_order.size()) {
    for (std::size_t i = 0; i < output.size(); ++i) {
      if (untaken(i)) take(i, in_order[i]);
    }
  } else {
    for (Item* const item : in_order) {
      const bool is_inside = item->index >= 0 && item->index < static_cast<std::int64_t>(output.size());
      const auto i = static_cast<std::size_t>(item->index);
      if (is_inside && untaken(i)) take(i, item);
    }
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
    take(i, rest->second.items[rest->second.taken], false, Names::kInPieces);
    if (matches[i] != nullptr) ++rest->second.taken;
  }
  take_waiting(output, matches, is_repeated);
  return matches;
}

std::vector<std::pair<std::size_t, OutputDecoder::Item*>> OutputDecoder::said_alike(
    const json::Array& output) const {
  const auto key_of = [](std::string_view name, std::string_view text) {
    return (std::string(name) += '\0') += text;
  };
  std::unordered_map<std::string, std::vector<Item*>> by_text;  // the first one last
  for (std::size_t i = items_.size(); i-- > 0;) {
    Item* const item = items_[i].get();
    if (!is_call(item->kind) || item->matched || item->arguments.empty()) continue;
    by_text[key_of(item->name, item->arguments)].push_back(item);
  }
  std::vector<std::pair<std::size_t, Item*>> pairs;
  for (std::size_t i = 0; i < output.size() && !by_text.empty(); ++i) {
    const ItemKind kind = item_kind(text_at(output[i], "type"));
    if (!is_call(kind)) continue;
    const std::string text = call_text(output[i], words_of(kind).text_key);
    auto found = by_text.find(key_of(text_at(output[i], "name"), text));
    if (found == by_text.end()) found = by_text.find(key_of({}, text));
    if (found == by_text.end() || found->second.empty()) continue;
    pairs.emplace_back(i, found->second.back());
    found->second.pop_back();
  }
  return pairs;
}

void OutputDecoder::take_waiting(const json::Array& output, std::vector<Item*>& matches,
                                 std::vector<bool>& is_repeated) {
  std::unordered_map<std::string_view, std::vector<Item*>> waiting;  // by name, the first one last
  for (std::size_t i = items_.size(); i-- > 0;) {
    Item& item = *items_[i];
    if (is_call(item.kind) && !item.matched && !item.ended && !item.cut_off)
      waiting[item.name].push_back(&item);
  }
  for (std::size_t i = 0; i < output.size() && !waiting.empty(); ++i) {
    if (!is_repeated[i] || matches[i] != nullptr) continue;
    auto found = waiting.find(text_at(output[i], "name"));
    if (found == waiting.end()) found = waiting.find(std::string_view());
    if (found == waiting.end() || found->second.empty()) continue;
    Item* const item = found->second.back();
    if (item->type != text_at(output[i], "type")) continue;
    const bool tells = !call_text(output[i], words_of(item->kind).text_key).empty();
    if (tells && !item->arguments.empty() && says_another(*item, output[i])) continue;
    found->second.pop_back();
    item->matched = true;
    matches[i] = item;
    is_repeated[i] = false;
  }
}

}  // namespace argwright::protocol::responses
