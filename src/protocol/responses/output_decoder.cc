#include "protocol/responses/output_decoder.h"

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_set>

#include "protocol/responses/members.h"

namespace argwright::protocol::responses {
namespace {

constexpr std::string_view kMessageMembers[] = {"id", "type", "role", "status", "content"};
constexpr std::string_view kReasoningMembers[] = {"id",      "type",    "status",
                                                  "summary", "content", "encrypted_content"};
constexpr std::string_view kCallMembers[] = {"id", "type", "status", "call_id", "name", "arguments", "input"};

struct KindWords {
  ItemKind kind;
  std::string_view type;
  std::string_view text_key;  // of calls
  std::span<const std::string_view> members;
};
constexpr KindWords kKindWords[] = {{ItemKind::kMessage, "message", "", kMessageMembers},
                                    {ItemKind::kReasoning, "reasoning", "", kReasoningMembers},
                                    {ItemKind::kFunctionCall, "function_call", "arguments", kCallMembers},
                                    {ItemKind::kCustomCall, "custom_tool_call", "input", kCallMembers}};

const KindWords& words_of(ItemKind kind) {
  for (const KindWords& row : kKindWords) {
    if (row.kind == kind) return row;
  }
  static constexpr KindWords kOpaqueWords{ItemKind::kOpaque, "", "", {}};
  return kOpaqueWords;
}

bool is_call(ItemKind kind) { return kind == ItemKind::kFunctionCall || kind == ItemKind::kCustomCall; }

const json::Value& item_of(const json::Value& event) {
  static const json::Value none;
  const json::Value* item = object_at(event, "item");
  return item == nullptr ? none : *item;
}

// Arguments are a string; a server that sends the object itself means its text.
std::string call_text(const json::Value& holder, std::string_view key) {
  const json::Value* text = holder.find(key);
  if (text == nullptr || text->is_null()) return {};
  return text->is_string() ? text->string() : json::write(*text);
}

bool is_no_string(const json::Value& holder, std::string_view key) {
  const json::Value* text = holder.find(key);
  return text != nullptr && !text->is_null() && !text->is_string();
}

}  // namespace

void OutputDecoder::mend(std::string_view code, std::string message, Events& events) {
  if (mode_ == OutputMode::kStream) events.emplace_back(Mended{std::string(code), std::move(message)});
}

void OutputDecoder::mend_call(std::string_view code, std::string message, Events& events) {
  events.emplace_back(Mended{std::string(code), std::move(message)});
}

// --- items
// ---------------------------------------------------------------------------------------------------

OutputDecoder::Item* OutputDecoder::find(const json::Value& event) {
  std::string_view id = text_at(event, "item_id");
  if (id.empty()) id = text_at(item_of(event), "id");
  // Nearly every event speaks of the same item as the one before.
  if (last_ != nullptr && !last_->done && !id.empty() && last_->id == id) return last_;
  Item* by_id = nullptr;
  if (!id.empty()) {
    const auto found = by_id_.find(std::string(id));
    if (found != by_id_.end()) by_id = found->second;
  }
  // An id that fits is the better witness, but there are servers that make up a new one for every event.
  if (by_id != nullptr && !by_id->done) return last_ = by_id;
  if (const auto index = index_at(event, "output_index")) {
    const auto found = by_index_.find(*index);
    if (found != by_index_.end()) return found->second;
  } else if (id.empty()) {
    return last_;  // nothing says of which it speaks
  }
  return by_id;
}

OutputDecoder::Item& OutputDecoder::new_item(ItemKind kind, std::string_view type, const json::Value& event,
                                             std::string_view id) {
  Item& item = *items_.emplace_back(std::make_unique<Item>());
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
  if (!id.empty()) by_id_[item.id] = &item;
  if (is_call(kind)) has_calls_ = true;
  last_ = &item;
  return item;
}

OutputDecoder::Item& OutputDecoder::item_for(ItemKind kind, const json::Value& event, Events& events) {
  Item* found = find(event);
  if (found != nullptr && found->kind == kind) {
    check_id(*found, text_at(event, "item_id"), events);
    if (!has_number_at(event, "output_index"))
      mend("output_index_missing", "an event of an item has no output_index", events);
    return *found;
  }
  Item& item = new_item(kind, words_of(kind).type, event, text_at(event, "item_id"));
  mend("item_not_added", "a " + item.type + " item began without output_item.added", events);
  if (is_call(kind)) end_open_part(events);
  return item;
}

void OutputDecoder::check_part(const PartForm& form, const json::Value& event, Events& events) {
  if (!has_number_at(event, words(form.list).index_key))
    mend("part_index_missing", "an event of a part without its index", events);
}

void OutputDecoder::check_id(const Item& item, std::string_view id, Events& events) {
  if (id != item.id) mend("item_id_differs", "an event calls its item by another id", events);
}

void OutputDecoder::item_added(const json::Value& event, Events& events) {
  const json::Value& value = item_of(event);
  const std::string_view type = text_at(value, "type");
  if (type.empty()) return mend("item_kind", "an item without its type", events);
  const ItemKind kind = item_kind(type);
  Item* known = find(event);
  if (known != nullptr && known->type == type && !known->done) {
    const std::string_view id = text_at(value, "id");
    const bool is_placed = !id.empty() || index_at(event, "output_index").has_value();
    if (known->added && is_placed && (id.empty() || id == known->id)) {
      mend("item_added_twice", "output_item.added came twice for one item", events);
      return;
    }
    if (!known->added) {  // late, for an item that had to be opened without it
      if (!id.empty()) {
        known->id = id;
        by_id_[known->id] = known;
      }
      mend("item_added_late", "output_item.added came behind the item's first piece", events);
      open_item(*known, value, events);
      return;
    }
  }
  check_place(event, events);
  Item& item = new_item(kind, type, event, text_at(value, "id"));
  // Clients take the parts that stand here for parts that were added.
  if (kind == ItemKind::kMessage && !array_of(value, "content").empty())
    mend("content_in_added", "output_item.added with content", events);
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
  if (text_at(item_of(event), "id").empty()) mend("item_id_missing", "an item has no id", events);
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
  if (!is_call(item.kind)) return;

  CallPiece piece = piece_of(item);
  piece.id = text_at(value, "call_id");
  piece.name = text_at(value, "name");
  piece.extras = std::exchange(item.extras, {});
  const std::string_view key = words_of(item.kind).text_key;
  if (item.arguments.empty()) {
    // What was told before its item was added stands.
    piece.arguments = call_text(value, key);
    item.arguments = piece.arguments;
  }
  if (is_no_string(value, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  if (piece.id.empty()) {
    piece.id = item.id;
    mend_call("call_id_missing", "a call has no call_id", events);
  }
  item.call_named = !piece.name.empty();
  events.emplace_back(std::move(piece));
}

void OutputDecoder::item_done(const json::Value& event, Events& events) {
  const json::Value& value = item_of(event);
  const std::string_view type = text_at(value, "type");
  if (type.empty()) return mend("item_kind", "an item without its type", events);
  Item* known = find(event);
  if (known != nullptr && known->type == type) {
    if (known->done) {
      mend("item_done_twice", "output_item.done came twice for one item", events);
      return;
    }
    check_id(*known, text_at(value, "id"), events);
    end_item(*known, value, events);
  } else {
    mend("item_not_added", "an item of type " + std::string(type) + " ended that was never added", events);
    Item& item = new_item(item_kind(type), type, event, text_at(value, "id"));
    if (item.kind == ItemKind::kOpaque || !is_call(item.kind)) open_item(item, value, events);
    if (is_call(item.kind)) end_open_part(events);
    end_item(item, value, events);
    return;
  }
  const ItemKind kind = known->kind;
  if (kind == ItemKind::kMessage || kind == ItemKind::kReasoning) {
    sequence_.append(Other{"response.output_item.done", event, std::nullopt}, events);
  }
}

void OutputDecoder::end_item(Item& item, const json::Value& value, Events& events) {
  switch (item.kind) {
    case ItemKind::kMessage: end_message(item, value, events); break;
    case ItemKind::kReasoning: end_reasoning(item, value, events); break;
    case ItemKind::kFunctionCall:
    case ItemKind::kCustomCall: end_call(item, value, events); break;
    case ItemKind::kOpaque: end_opaque(item, value, events); break;
  }
  item.done = true;
}

void OutputDecoder::end_message(Item& item, const json::Value& value, Events& events) {
  const std::string_view text = text_at(value, "content");
  if (array_at(value, "content") == nullptr && text.empty())
    mend_call("content_kind", "the content of a message is no list", events);
  if (text.empty()) {
    tell_parts(item, PartList::kContent, value, events);
  } else {
    mend_call("content_kind", "the content of a message is no list", events);
    tell_part(item, kOutputText, 0, json::Object{{"text", text}}, events);
  }
  if (open_item_ == &item) end_open_part(events);
}

void OutputDecoder::end_reasoning(Item& item, const json::Value& value, Events& events) {
  tell_parts(item, PartList::kSummary, value, events);
  tell_parts(item, PartList::kContent, value, events);
  Proof proof;
  proof.encrypted = text_at(value, "encrypted_content");
  if (open_item_ == &item) {
    end_part(*open_, std::move(proof), events);
  } else if (!item.has_started || !proof.empty()) {
    // An item without text, or one whose last part had to end before its proof came.
    end_open_part(events);
    Part part;
    part.form = &kSummaryText;
    start_part(item, part, events);
    end_part(part, std::move(proof), events);
  }
}

CallPiece OutputDecoder::piece_of(Item& item) const {
  CallPiece piece;
  piece.index = item.index;
  piece.item_id = item.id;
  piece.custom = item.kind == ItemKind::kCustomCall;
  return piece;
}

void OutputDecoder::end_call(Item& item, const json::Value& value, Events& events) {
  const std::string_view key = words_of(item.kind).text_key;
  const bool untold = !item.added && item.arguments.empty();
  CallPiece piece = piece_of(item);
  piece.id = text_at(value, "call_id");
  if (piece.id.empty()) {
    piece.id = item.id;
    if (!item.added) mend_call("call_id_missing", "a call has no call_id", events);
  }
  piece.name = text_at(value, "name");
  piece.arguments = call_text(value, key);
  // Some servers forget the text here; what was streamed stands then.
  piece.replaces = !untold && !piece.arguments.empty();
  // Only half of it is there: whether it may be used is for the reply's finish to say (L8).
  piece.cut_off = text_at(value, "status") == "incomplete";
  piece.ended = !piece.cut_off;
  if (!item.added) piece.extras = members_except(value, kCallMembers);
  if (is_no_string(value, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  item.added = true;
  if (!piece.arguments.empty()) item.arguments = piece.arguments;
  events.emplace_back(std::move(piece));
}

void OutputDecoder::end_opaque(Item& item, const json::Value& value, Events& events) {
  PartEnd end;
  end.part = item.opaque_part;
  end.opaque = value;
  sequence_.end(std::move(end), events);
}

// --- parts
// ---------------------------------------------------------------------------------------------------

OutputDecoder::Part& OutputDecoder::part_for(Item& item, const PartForm& form, std::int64_t index,
                                             Events& events) {
  Part& part = item.parts[{form.list, index}];
  if (part.form == nullptr) part.form = &form;
  if (part.open) return part;
  if (part.number >= 0) mend("part_goes_on", "text came for a part that had ended", events);
  end_open_part(events);
  start_part(item, part, events);
  open_ = &part;
  open_item_ = &item;
  return part;
}

void OutputDecoder::start_part(Item& item, Part& part, Events& events) {
  PartStart start;
  start.kind = part.form->kind;
  start.form = part.form->reasoning;
  start.id = item.id;
  start.extras = std::exchange(item.extras, {});
  part.number = sequence_.start(std::move(start), events);
  part.open = true;
  item.has_started = true;
}

void OutputDecoder::end_part(Part& part, Proof proof, Events& events) {
  PartEnd end;
  end.part = part.number;
  end.proof = std::move(proof);
  end.annotations = std::exchange(part.annotations, {});
  sequence_.end(std::move(end), events);
  part.open = false;
  if (open_ == &part) {
    open_ = nullptr;
    open_item_ = nullptr;
  }
}

void OutputDecoder::end_open_part(Events& events) {
  if (open_ == nullptr) return;
  if (!open_->told_done) mend("part_not_done", "a part was not ended before the next item or part", events);
  end_part(*open_, {}, events);
}

void OutputDecoder::add_text(Part& part, std::string_view text, const json::Value& logprobs_holder,
                             Events& events) {
  Delta delta;
  delta.part = part.number;
  const json::Array& logprobs = array_of(logprobs_holder, "logprobs");
  if (!logprobs.empty()) delta.extras.push_back({"logprobs", logprobs});
  if (text.empty() && delta.extras.empty()) return;
  delta.text = text;
  part.text += text;
  sequence_.add(part.number, std::move(delta), events);
}

void OutputDecoder::tell_text(Part& part, std::string_view whole, const json::Value& logprobs_holder,
                              Events& events) {
  if (whole.empty() || whole == part.text) return;
  if (!whole.starts_with(part.text)) {
    mend("text_differs", "the text of a part is not what was streamed of it", events);
    return;
  }
  mend("text_not_streamed", "text came with the end of a part only", events);
  add_text(part, whole.substr(part.text.size()), logprobs_holder, events);
}

void OutputDecoder::part_added(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  const auto known = item.parts.find({form.list, index});
  if (known != item.parts.end() && known->second.number >= 0) return;  // opened by its text
  Part& part = part_for(item, form, index, events);
  // Usually empty.
  if (const json::Value* value = object_at(event, "part")) {
    add_text(part, text_at(*value, form.text_key), {}, events);
  }
}

void OutputDecoder::text_delta(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  if (!item.parts.contains({form.list, index})) {
    mend("part_not_added", "text came before its part was added", events);
  }
  Part& part = part_for(item, form, index, events);
  if (const json::Value* delta = event.find("delta"); delta == nullptr || !delta->is_string())
    mend("delta_kind", "a delta that is no text", events);
  add_text(part, text_at(event, "delta"), event, events);
}

void OutputDecoder::text_done(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  const std::string_view whole = text_at(event, form.text_key);
  const auto known = item.parts.find({form.list, index});
  if (known == item.parts.end() && whole.empty()) return;
  if (known != item.parts.end() && !known->second.open && whole == known->second.text) return;
  Part& part = part_for(item, form, index, events);
  tell_text(part, whole, event, events);
  part.told_done = true;
}

void OutputDecoder::part_done(const PartForm& form, const json::Value& event, Events& events) {
  check_part(form, event, events);
  Item& item = item_for(form.item, event, events);
  const std::int64_t index = index_at(event, words(form.list).index_key).value_or(0);
  const json::Value* value = object_at(event, "part");
  tell_part(item, form, index, value == nullptr ? json::Value() : *value, events);
}

void OutputDecoder::tell_part(Item& item, const PartForm& form, std::int64_t index, const json::Value& value,
                              Events& events) {
  const std::string_view whole = text_at(value, form.text_key);
  const auto known = item.parts.find({form.list, index});
  // Told already, to its end.
  if (known != item.parts.end() && !known->second.open && whole.size() <= known->second.text.size()) return;
  Part& part = part_for(item, form, index, events);
  tell_text(part, whole, value, events);
  const json::Array& annotations = array_of(value, "annotations");
  if (annotations.size() >= part.annotations.size()) part.annotations = annotations;
  part.told_done = true;
  // The end of a reasoning part waits for the item's: it carries the proof if it is the last one.
  if (form.item != ItemKind::kReasoning) end_part(part, {}, events);
}

void OutputDecoder::tell_parts(Item& item, PartList list, const json::Value& value, Events& events) {
  const json::Array& parts = array_of(value, words(list).item_key);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartForm* form = form_of_part(text_at(parts[i], "type"));
    if (form == nullptr || form->item != item.kind) continue;
    if (form->type != text_at(parts[i], "type"))
      mend_call("part_type", "a part of a type that clients do not know", events);
    // Where the part stands says more than how its type is spelled.
    const PartForm& placed = list == PartList::kSummary ? kSummaryText : *form;
    tell_part(item, placed, static_cast<std::int64_t>(i), parts[i], events);
  }
}

void OutputDecoder::annotation_added(const json::Value& event, Events& events) {
  const json::Value* annotation = event.find("annotation");
  if (annotation == nullptr) return;
  Item& item = item_for(ItemKind::kMessage, event, events);
  const std::int64_t index = index_at(event, "content_index").value_or(0);
  const auto known = item.parts.find({PartList::kContent, index});
  if (known != item.parts.end() && !known->second.open) return;  // told again by the part's end, as a rule
  part_for(item, kOutputText, index, events).annotations.push_back(*annotation);
}

// --- calls
// ---------------------------------------------------------------------------------------------------

void OutputDecoder::call_delta(ItemKind kind, const json::Value& event, Events& events) {
  Item& item = item_for(kind, event, events);
  if (item.done) {
    mend("call_goes_on", "arguments came for a call that had ended", events);
    return;
  }
  CallPiece piece = piece_of(item);
  piece.arguments = call_text(event, "delta");
  if (is_no_string(event, "delta"))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  item.arguments += piece.arguments;
  events.emplace_back(std::move(piece));
}

void OutputDecoder::call_done(ItemKind kind, const json::Value& event, Events& events) {
  Item& item = item_for(kind, event, events);
  if (item.done) {
    mend("call_goes_on", "arguments came for a call that had ended", events);
    return;
  }
  const std::string_view key = words_of(kind).text_key;
  CallPiece piece = piece_of(item);
  if (!item.call_named) piece.name = text_at(event, "name");
  piece.arguments = call_text(event, key);
  piece.replaces = !piece.arguments.empty();
  if (is_no_string(event, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  if (!piece.arguments.empty()) item.arguments = piece.arguments;
  events.emplace_back(std::move(piece));
}

// --- the rest
// ------------------------------------------------------------------------------------------------

void OutputDecoder::other(std::string_view type, json::Value event, Events& events) {
  const bool is_placed = event.find("output_index") != nullptr || event.find("item_id") != nullptr;
  const Item* item = is_placed ? find(event) : nullptr;
  if (is_placed && item == nullptr) {
    mend("item_not_added", "an event speaks of an item that was never added", events);
    return;
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
  // First by id and place, so that what is left can be matched by its type alone.
  std::vector<Item*> matches(output.size(), nullptr);
  std::vector<bool> is_repeated(output.size(), false);  // one call, told twice
  std::unordered_set<std::string_view> call_ids;
  for (std::size_t i = 0; i < output.size(); ++i) {
    const std::string_view type = text_at(output[i], "type");
    const std::string_view id = text_at(output[i], "id");
    is_repeated[i] = is_call(item_kind(type)) && !id.empty() && !call_ids.insert(id).second;
    if (is_repeated[i]) continue;
    const auto by_id = by_id_.find(std::string(id));
    if (by_id != by_id_.end() && by_id->second->type == type && !by_id->second->matched) {
      matches[i] = by_id->second;
    } else if (const auto by_index = by_index_.find(static_cast<std::int64_t>(i));
               by_index != by_index_.end() && by_index->second->type == type && !by_index->second->matched) {
      matches[i] = by_index->second;
    }
    if (matches[i] != nullptr) matches[i]->matched = true;
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
    if (matches[i] != nullptr || is_repeated[i]) continue;
    const auto rest = by_type.find(text_at(output[i], "type"));
    if (rest == by_type.end() || rest->second.taken == rest->second.items.size()) continue;
    matches[i] = rest->second.items[rest->second.taken++];
    matches[i]->matched = true;
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    const json::Value& value = output[i];
    if (!value.is_object() || is_repeated[i]) {
      mend_call(is_repeated[i] ? "item_repeated" : "item_kind", "an item that is none, or told before",
                events);
      continue;
    }
    if (matches[i] != nullptr) {
      if (matches[i]->done) continue;
      mend("item_not_done", "an item ended with the response only", events);
      end_item(*matches[i], value, events);
      continue;
    }
    mend("item_not_streamed", "an item came with the end of the response only", events);
    const std::string_view type = text_at(value, "type");
    Item& item = new_item(item_kind(type), type, {}, text_at(value, "id"));
    item.matched = true;
    end_open_part(events);
    if (!is_call(item.kind)) open_item(item, value, events);
    end_item(item, value, events);
  }
}

void OutputDecoder::close(Closing closing, Events& events) {
  if (closing == Closing::kBroken && open_ != nullptr) end_part(*open_, {}, events);
  end_open_part(events);
  for (const auto& item : items_) {
    if (item->kind != ItemKind::kOpaque || item->done || item->opaque_part < 0) continue;
    PartEnd end;
    end.part = item->opaque_part;
    sequence_.end(std::move(end), events);
    item->done = true;
  }
}

}  // namespace argwright::protocol::responses
