#include "protocol/responses/output_decoder.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "protocol/responses/item_shape.h"
#include "protocol/responses/item_words.h"
#include "protocol/responses/members.h"

namespace argwright::protocol::responses {

void OutputDecoder::mend(std::string_view code, std::string message, Events& events) {
  if (mode_ == OutputMode::kStream) events.emplace_back(Mended{std::string(code), std::move(message)});
}

void OutputDecoder::mend_call(std::string_view code, std::string message, Events& events) {
  events.emplace_back(Mended{std::string(code), std::move(message)});
}

OutputDecoder::Item& OutputDecoder::new_item(ItemKind kind, std::string_view type, const json::Value& event,
                                             std::string_view id) {
  Item& item = *items_.emplace_back(std::make_unique<Item>());
  item.number = forgotten_ + static_cast<std::int64_t>(items_.size()) - 1;
  item.kind = kind;
  item.type = type;
  item.id = id;
  const auto index = index_at(event, "output_index");
  const bool usable = index && !by_index_.contains(*index);
  item.index = usable ? *index : next_index_;
  // Far away from any overflow, whatever was sent.
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  next_index_ = std::max(next_index_, std::min(item.index, kFar) + 1);
  by_index_[index.value_or(item.index)] = &item;
  if (!usable) by_index_[item.index] = &item;
  if (!id.empty()) {
    const bool is_new = by_id_.insert_or_assign(item.id, &item).second;
    ids_repeat_ = ids_repeat_ || !is_new;
  }
  item.told_index = index;
  if (is_call(kind)) has_calls_ = true;
  last_of_kind_[static_cast<std::size_t>(kind)] = &item;
  last_ = &item;
  return item;
}

OutputDecoder::Item& OutputDecoder::item_for(ItemKind kind, const json::Value& event, Events& events) {
  Item* found = find_of_kind(kind, event);
  if (found != nullptr && found->kind == kind) {
    check_id(*found, text_at(event, "item_id"), events);
    check_index(*found, event, events);
    return *found;
  }
  check_unfinished(events);
  Item& item = new_item(kind, words_of(kind).type, event, text_at(event, "item_id"));
  mend("item_not_added", "a " + item.type + " item began without output_item.added", events);
  if (is_call(kind)) end_open_part(events);
  return item;
}

void OutputDecoder::check_id(const Item& item, std::string_view id, Events& events) {
  if (id != item.id) mend("item_id_differs", "an event calls its item by another id", events);
}

void OutputDecoder::check_index(const Item& item, const json::Value& event, Events& events) {
  if (!has_number_at(event, "output_index")) {
    mend("output_index_missing", "an event of an item has no output_index", events);
  } else if (index_at(event, "output_index") != item.index) {
    mend("output_index_differs", "an event tells another output_index than its item", events);
  }
}

void OutputDecoder::check_unfinished(Events& events) {
  if (unfinished_ != nullptr && !unfinished_->done)
    mend("item_not_done", "an item began before the one before it was done", events);
  unfinished_ = nullptr;
}

void OutputDecoder::item_added(const json::Value& event, Events& events) {
  if (const std::optional<json::Value> shaped = with_item_in_shape(event)) {
    mend("item_shape", "an item that is not spelled as the protocol does", events);
    return item_added(*shaped, events);
  }
  const json::Value& value = item_of(event);
  const std::string_view type = text_at(value, "type");
  if (type.empty()) return mend("item_kind", "an item without its type", events);
  const ItemKind kind = item_kind(type);
  Item* known = find_added(event);
  const bool is_its_place =
      known != nullptr && index_at(event, "output_index").value_or(known->index) == known->index;
  if (is_its_place && known->type == type && known->done && !known->announced &&
      !is_another_call(*known, value)) {
    known->announced = true;
    return mend("item_added_late", "output_item.added came behind the item's end", events);
  }
  if (known != nullptr && known->type == type && !known->done) {
    const std::string_view id = text_at(value, "id");
    const bool is_placed = !id.empty() || index_at(event, "output_index").has_value();
    const std::string_view call_id = text_at(value, "call_id");
    const bool is_same_id = !call_id.empty() && call_id == known->call_id;
    const bool is_same_call = !is_of_another_name(*known, text_at(value, "name")) &&
                              (is_same_id || (is_its_place && (call_id.empty() || known->call_id.empty())));
    // Behind the whole of a call it may be another one like it.
    const bool is_told_again = known->added && is_placed && is_same_call && (id.empty() || id == known->id);
    const bool is_next = call_id.empty() && is_call(kind) && (known->is_told || known->whole);
    if (is_told_again && !is_next) {
      mend("item_added_twice", "output_item.added came twice for one item", events);
      return;
    }
    if (!known->added &&
        !is_of_another_name(*known,
                            text_at(value, "name"))) {  // late, for an item that had to be opened without it
      if (!id.empty()) {
        known->id = id;
        by_id_[known->id] = known;
      }
      known->announced = true;
      mend("item_added_late", "output_item.added came behind the item's first piece", events);
      open_item(*known, value, events);
      return;
    }
  }
  check_place(event, events);
  check_unfinished(events);
  const bool is_known = known != nullptr && known->type == type && is_call(kind);
  const bool is_twin =
      is_known && known->id == text_at(value, "id") && known->call_id == text_at(value, "call_id") &&
      (!known->call_id.empty() ||
       (known->name == text_at(value, "name") && (known->is_told || known->whole) && is_its_place));
  const Item* const twin = is_twin ? known : nullptr;
  Item& item = new_item(kind, type, event, text_at(value, "id"));
  item.announced = true;
  item.twin = twin;
  if (kind == ItemKind::kMessage || kind == ItemKind::kReasoning) unfinished_ = &item;
  // Clients take the parts that stand here for parts that were added.
  if (kind == ItemKind::kMessage && !array_of(value, "content").empty())
    mend("content_in_added", "output_item.added with content", events);
  const std::string_view list = kind == ItemKind::kMessage ? "content" : "summary";
  if ((kind == ItemKind::kMessage || member(value, list) != nullptr) && !is_call(kind) &&
      kind != ItemKind::kOpaque && array_at(value, list) == nullptr)
    mend("content_kind", "output_item.added without the list of its parts", events);
  open_item(item, value, events);
  if (kind == ItemKind::kMessage || kind == ItemKind::kReasoning) {
    sequence_.append(Other{"response.output_item.added", event, std::nullopt}, events);
  }
}

void OutputDecoder::check_place(const json::Value& event, Events& events) {
  const auto index = index_at(event, "output_index");
  if (!index || !has_number_at(event, "output_index")) {
    mend("output_index_missing", "output_item.added has no output_index", events);
  } else if (by_index_.contains(*index)) {
    mend("output_index_reused", "two items have the same output_index", events);
  } else if (*index != static_cast<std::int64_t>(items_.size())) {
    mend("output_index_not_dense", "output_index is not the number of items before", events);
  }
  const std::string id(text_at(item_of(event), "id"));
  if (id.empty()) {
    mend("item_id_missing", "an item has no id", events);
  } else if (by_id_.contains(id)) {
    mend("item_id_repeated", "two items have the same id", events);
  }
}

void OutputDecoder::open_item(Item& item, const json::Value& value, Events& events) {
  item.added = true;
  end_open_part(events);
  if (item.kind == ItemKind::kOpaque) {
    PartStart start;
    start.kind = PartKind::kOpaque;
    start.id = item.id;
    start.opaque = value;
    item.opaque_part = sequence_.start(std::move(start), events);
    return;
  }
  item.extras = members_except(value, words_of(item.kind).members);
  item.encrypted = text_at(value, "encrypted_content");
  if (!is_call(item.kind)) return;

  CallPiece piece = named_piece(item, value);
  piece.extras = std::exchange(item.extras, {});
  const std::string_view key = words_of(item.kind).text_key;
  if (item.arguments.empty()) {
    // What was told before its item was added stands.
    piece.arguments = call_text(value, key);
    item.arguments = piece.arguments;
    item.whole.add(piece.arguments);
  }
  if (is_no_string(value, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  // It may still come: until the end the item's own id does not stand in for it.
  if (piece.id.empty()) mend_call("call_id_missing", "a call has no call_id", events);
  events.emplace_back(std::move(piece));
}

void OutputDecoder::item_done(const json::Value& event, Events& events) {
  if (const std::optional<json::Value> shaped = with_item_in_shape(event)) {
    mend("item_shape", "an item that is not spelled as the protocol does", events);
    return item_done(*shaped, events);
  }
  const json::Value& value = item_of(event);
  const std::string_view type = text_at(value, "type");
  if (type.empty()) return mend("item_kind", "an item without its type", events);
  Item* known = find_ended(event);
  bool is_same = known != nullptr && known->type == type && !is_another_call(*known, value);
  if (is_same && known->done && is_call(known->kind) && says_another(*known, value)) {
    // Several calls of one id or one place, and no call_id: the other of the two tells.
    const std::string_view id = text_at(value, "id");
    const auto index = index_at(event, "output_index");
    const bool is_named = index || (!id.empty() && !ids_repeat_);
    is_same = is_named && index.value_or(known->index) == known->index &&
              (id.empty() || known->id.empty() || id == known->id);
  }
  if (is_same) {
    if (known->done) {
      mend("item_done_twice", "output_item.done came twice for one item", events);
      return;
    }
    check_id(*known, text_at(value, "id"), events);
    check_index(*known, event, events);
    end_item(*known, value, Teller::kItem, events);
  } else {
    mend("item_not_added", "an item of type " + std::string(type) + " ended that was never added", events);
    Item& item = new_item(item_kind(type), type, event, text_at(value, "id"));
    if (item.kind == ItemKind::kOpaque || !is_call(item.kind)) open_item(item, value, events);
    if (is_call(item.kind)) end_open_part(events);
    end_item(item, value, Teller::kItem, events);
    return;
  }
  const ItemKind kind = known->kind;
  if (kind == ItemKind::kMessage || kind == ItemKind::kReasoning) {
    sequence_.append(Other{"response.output_item.done", event, std::nullopt}, events);
  }
}

void OutputDecoder::end_item(Item& item, const json::Value& value, Teller teller, Events& events) {
  switch (item.kind) {
    case ItemKind::kMessage: end_message(item, value, events); break;
    case ItemKind::kReasoning: end_reasoning(item, value, events); break;
    case ItemKind::kFunctionCall:
    case ItemKind::kCustomCall: end_call(item, value, teller, events); break;
    case ItemKind::kOpaque: end_opaque(item, value, events); break;
  }
  item.done = true;
}

void OutputDecoder::end_opaque(Item& item, const json::Value& value, Events& events) {
  PartEnd end;
  end.part = item.opaque_part;
  end.opaque = value;
  sequence_.end(std::move(end), events);
}

void OutputDecoder::other(std::string_view type, json::Value event, Events& events) {
  const bool is_placed = event.find("output_index") != nullptr || event.find("item_id") != nullptr;
  const Item* item = is_placed ? find(event) : nullptr;
  if (is_placed && item == nullptr) {
    mend("item_not_added", "an event speaks of an item that was never added", events);
    return;
  }
  // A call has no other text than its arguments, whatever their events are called.
  const bool is_text = item != nullptr && is_call(item->kind) && !item->done;
  if (is_text && (type.ends_with(".delta") || type.ends_with(".done"))) {
    mend("event_type", "an event of another name", events);
    const ItemKind kind = item->kind;
    return type.ends_with(".delta") ? call_delta(kind, event, events) : call_done(kind, event, events);
  }
  Other other{std::string(type), std::move(event), std::nullopt};
  if (item != nullptr && item->opaque_part >= 0) {
    other.part = item->opaque_part;
    sequence_.add(item->opaque_part, std::move(other), events);
  } else {
    sequence_.append(std::move(other), events);
  }
}

void OutputDecoder::tell_disorder(Events& events) {
  if (disorder_told_ || !sequence_.take_disorder()) return;
  disorder_told_ = true;
  mend("items_interleave", "an item began before a hosted tool's had ended", events);
}

void OutputDecoder::reconcile(const json::Array& output, Events& events) {
  if (const std::optional<json::Array> shaped = in_shape(output)) {
    mend_call("item_shape", "an item that is not spelled as the protocol does", events);
    return reconcile(*shaped, events);
  }
  std::vector<bool> is_repeated(output.size(), false);
  const std::vector<Item*> matches = match(output, is_repeated);
  for (std::size_t i = 0; i < output.size(); ++i) {
    const json::Value& value = output[i];
    if (!value.is_object() || is_repeated[i]) {
      mend_call(is_repeated[i] ? "item_repeated" : "item_kind", "an item that is none, or told before",
                events);
      continue;
    }
    if (matches[i] != nullptr) {
      const bool waits = is_call(matches[i]->kind) && !matches[i]->ended && !matches[i]->cut_off;
      if (matches[i]->done && !waits) {
        check_output(*matches[i], value, events);
        continue;
      }
      mend("item_not_done", "an item ended with the response only", events);
      end_item(*matches[i], value, Teller::kResponse, events);
      continue;
    }
    mend("item_not_streamed", "an item came with the end of the response only", events);
    const std::string_view type = text_at(value, "type");
    Item& item = new_item(item_kind(type), type, {}, text_at(value, "id"));
    item.matched = true;
    // The AI SDK demands it.
    if (item.kind != ItemKind::kOpaque && item.id.empty())
      mend_call("item_id_missing", "an item has no id", events);
    end_open_part(events);
    if (!is_call(item.kind)) open_item(item, value, events);
    end_item(item, value, Teller::kResponse, events);
  }
  // Clients take the response as it ended for all that there was.
  if (!std::ranges::all_of(items_, [](const auto& item) { return item->matched; }))
    mend("output_incomplete", "the response's output lacks items that were streamed", events);
}

void OutputDecoder::check_output(const Item& item, const json::Value& value, Events& events) {
  const auto says_all = [&item, &value](PartList list) {
    std::string streamed;
    for (const auto& [key, part] : item.parts) {
      if (key.first == list) streamed += part.text;
    }
    std::string told;
    for (const json::Value& part : array_of(value, words(list).item_key)) {
      const PartForm* form = form_of_part(text_at(part, "type"));
      if (form == nullptr) continue;
      if (form->type != text_at(part, "type")) return false;  // clients do not know it
      told += text_at(part, form->text_key);
    }
    return told == streamed;
  };
  const bool holds_parts = item.kind == ItemKind::kMessage || item.kind == ItemKind::kReasoning;
  if (holds_parts && !(says_all(PartList::kContent) && says_all(PartList::kSummary)))
    mend("output_differs", "the response's output does not say what was streamed", events);
}

void OutputDecoder::begin_anew(Events& events) {
  close(Closing::kBroken, events);
  for (const auto& item : items_) {
    if (!is_call(item->kind) || item->done) continue;
    CallPiece piece = piece_of(*item);
    piece.abandoned = true;
    events.emplace_back(std::move(piece));
  }
  forgotten_ += static_cast<std::int64_t>(items_.size());
  items_.clear();
  by_index_.clear();
  by_id_.clear();
  by_call_id_.clear();
  ids_repeat_ = false;
  last_ = unfinished_ = nullptr;
  last_of_kind_.fill(nullptr);
}

void OutputDecoder::close(Closing closing, Events& events) {
  if (closing == Closing::kBroken && open_ != nullptr) end_part(*open_, {}, events);
  end_open_part(events);
  for (const auto& item : items_) {
    if (is_call(item->kind)) give_up_waiting(*item, events);
    if (item->kind != ItemKind::kOpaque || item->done || item->opaque_part < 0) continue;
    PartEnd end;
    end.part = item->opaque_part;
    sequence_.end(std::move(end), events);
    item->done = true;
  }
}

}  // namespace argwright::protocol::responses
