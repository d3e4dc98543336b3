#include "protocol/responses/output_decoder.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_set>

#include "protocol/responses/item_shape.h"
#include "protocol/responses/members.h"
#include "protocol/responses/status.h"

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

// The event with its item in shape, where that is not.
std::optional<json::Value> with_item_in_shape(const json::Value& event) {
  const json::Value* item = object_at(event, "item");
  std::optional<json::Value> shaped = item == nullptr ? std::nullopt : in_shape(*item);
  if (!shaped) return std::nullopt;
  json::Value mended = event;
  *mended.find("item") = *std::move(shaped);
  return mended;
}

// A text, or as the first version of the protocol had it for summaries: {"text": ..}.
std::string_view delta_text(const json::Value& event) {
  const json::Value* object = object_at(event, "delta");
  return object != nullptr ? text_at(*object, "text") : text_at(event, "delta");
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

// Arguments that came as an object, or with other white space, are the same.
bool say_the_same(std::string_view one, std::string_view other) {
  if (one == other) return true;
  // One text may be held against many others: none costs more than its own length.
  constexpr std::size_t kMostSpace = 4;
  if (other.size() / kMostSpace > one.size()) return false;
  const Result<json::Value> first = json::parse(one);
  if (!first) return false;
  const Result<json::Value> second = json::parse(other);
  return second && *first == *second;
}

// Some servers end every call with an empty object, whatever they have streamed. Taking that for the text
// would lose it, or make a call without arguments of one that was cut off.
bool is_placeholder(std::string_view text, ItemKind kind, std::string_view streamed) {
  return kind == ItemKind::kFunctionCall && text == "{}" && !streamed.empty() && streamed != text;
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
  if (is_call(kind)) has_calls_ = true;
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

void OutputDecoder::check_part(const PartForm& form, const json::Value& event, Events& events) {
  if (!has_number_at(event, words(form.list).index_key))
    mend("part_index_missing", "an event of a part without its index", events);
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
    if (known->added && is_placed && is_same_call && (id.empty() || id == known->id)) {
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
  const bool is_known = known != nullptr && known->type == type && is_call(kind) && !known->call_id.empty();
  const bool is_twin =
      is_known && known->id == text_at(value, "id") && known->call_id == text_at(value, "call_id");
  const Item* const twin = is_twin ? known : nullptr;
  Item& item = new_item(kind, type, event, text_at(value, "id"));
  item.announced = true;
  item.twin = twin;
  if (kind == ItemKind::kMessage || kind == ItemKind::kReasoning) unfinished_ = &item;
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
    // Several calls of one id, and no call_id: their places tell.
    is_same = index_at(event, "output_index").value_or(known->index) == known->index;
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
  if (proof.encrypted.empty() && !item.encrypted.empty()) {
    mend("proof_missing", "the end of a reasoning item lacks the proof that it began with", events);
    proof.encrypted = item.encrypted;
  }
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
  piece.index = item.number;
  piece.item_id = item.id;
  piece.custom = item.kind == ItemKind::kCustomCall;
  return piece;
}

CallPiece OutputDecoder::named_piece(Item& item, const json::Value& value) {
  if (item.call_id.empty()) {
    item.call_id = text_at(value, "call_id");
    if (!item.call_id.empty()) by_call_id_.emplace(item.call_id, &item);
  }
  CallPiece piece = piece_of(item);
  // There are servers that make up a new call_id each time: another id would be another call, and so would
  // a name that is told again without one.
  piece.id = item.call_id;
  if (!piece.id.empty() || item.name.empty()) piece.name = text_at(value, "name");
  if (item.name.empty()) item.name = piece.name;
  return piece;
}

void OutputDecoder::end_call(Item& item, const json::Value& value, Teller teller, Events& events) {
  const std::string_view key = words_of(item.kind).text_key;
  const bool untold = !item.added && item.arguments.empty();
  CallPiece piece = named_piece(item, value);
  if (item.call_id.empty() && !item.added) mend_call("call_id_missing", "a call has no call_id", events);
  piece.arguments = call_text(value, key);
  if (is_placeholder(piece.arguments, item.kind, item.arguments)) piece.arguments.clear();
  // Some servers forget the text here; what was streamed stands then.
  piece.replaces = !untold && !piece.arguments.empty();
  // Only half of it is there: whether it may be used is for the reply's finish to say (L8).
  piece.cut_off = is_cut_off(text_at(value, "status")) || is_failed(text_at(value, "status"));
  item.cut_off = item.cut_off || piece.cut_off;
  // What an item leaves out, the response may still tell.
  const bool waits = teller == Teller::kItem && (item.call_id.empty() || item.name.empty());
  if (!waits && item.call_id.empty()) piece.id = item.id;
  item.ended = piece.ended = !item.cut_off && !waits;
  if (!item.added) piece.extras = members_except(value, kCallMembers);
  if (is_no_string(value, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  item.added = true;
  if (!piece.arguments.empty()) item.arguments = piece.arguments;
  piece.abandoned = is_told_again(item);
  events.emplace_back(std::move(piece));
}

bool OutputDecoder::is_told_again(const Item& item) {
  if (item.twin == nullptr) return false;
  return item.arguments.empty() || say_the_same(item.arguments, item.twin->arguments);
}

void OutputDecoder::give_up_waiting(Item& item, Events& events) {
  if (!item.done && is_told_again(item)) {
    CallPiece piece = piece_of(item);
    piece.abandoned = true;
    events.emplace_back(std::move(piece));
    return;
  }
  const bool ends = item.done && !item.ended && !item.cut_off;
  if (item.ended) return;
  if (!ends && !(item.call_id.empty() && !item.id.empty())) return;
  CallPiece piece = piece_of(item);
  piece.id = item.call_id.empty() ? item.id : item.call_id;
  item.ended = piece.ended = ends;
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
  tell_beginning(part, {}, events);
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
  if (whole.empty()) return;
  tell_beginning(part, {}, events);
  if (whole == part.text) return;
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
  if (known != item.parts.end() && known->second.number >= 0)  // or opened by its text
    return mend("part_added_twice", "a part was added that was there already", events);
  if (index != 0 && !item.parts.contains({form.list, index - 1}))
    mend("part_index_not_dense", "the index of a part is not the number of parts before", events);
  Part& part = part_for(item, form, index, events);
  // Usually empty. What is not may be the part's beginning, or all of it, to be streamed once more.
  if (const json::Value* value = object_at(event, "part")) part.beginning = text_at(*value, form.text_key);
  if (!part.beginning.empty()) mend("text_in_added", "a part was added with text", events);
}

void OutputDecoder::tell_beginning(Part& part, std::string_view next, Events& events) {
  if (part.beginning.empty()) return;
  const std::string beginning = std::exchange(part.beginning, {});
  const bool is_repeated = !next.empty() && std::string_view(beginning).starts_with(next);
  if (!is_repeated) add_text(part, beginning, {}, events);
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
  const std::string_view text = delta_text(event);
  tell_beginning(part, text, events);
  add_text(part, text, event, events);
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
  const std::vector<std::int64_t> places = places_of_parts(item, list, parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartForm* form = form_of_part(text_at(parts[i], "type"));
    if (form == nullptr || form->item != item.kind) continue;
    if (form->type != text_at(parts[i], "type"))
      mend_call("part_type", "a part of a type that clients do not know", events);
    // Where the part stands says more than how its type is spelled.
    const PartForm& placed = list == PartList::kSummary ? kSummaryText : *form;
    tell_part(item, placed, places[i], parts[i], events);
  }
}

std::vector<std::int64_t> OutputDecoder::places_of_parts(const Item& item, PartList list,
                                                         const json::Array& parts) {
  std::vector<std::int64_t> places(parts.size());
  std::iota(places.begin(), places.end(), 0);
  auto streamed = item.parts.lower_bound({list, std::numeric_limits<std::int64_t>::min()});
  const bool is_any = streamed != item.parts.end() && streamed->first.first == list;
  if (parts.empty() || !is_any || streamed->first.second == 0) return places;
  // The first may not have been streamed at all.
  if (!text_at(parts[0], streamed->second.form->text_key).starts_with(streamed->second.text)) return places;
  std::int64_t next = 0;
  for (std::int64_t& place : places) {
    const bool is_left = streamed != item.parts.end() && streamed->first.first == list;
    place = is_left ? streamed++->first.second : next;
    next = place + 1;
  }
  return places;
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

ItemKind OutputDecoder::kind_of_call(ItemKind named, const json::Value& event, Events& events) {
  const Item* item = find_of_kind(named, event);
  if (item == nullptr || !is_call(item->kind) || item->kind == named) return named;
  mend("event_type", "an event of the other kind of call", events);
  return item->kind;
}

void OutputDecoder::call_delta(ItemKind named, const json::Value& event, Events& events) {
  const ItemKind kind = kind_of_call(named, event, events);
  Item& item = item_for(kind, event, events);
  if (item.done || item.is_told) {
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

void OutputDecoder::call_done(ItemKind named, const json::Value& event, Events& events) {
  const ItemKind kind = kind_of_call(named, event, events);
  Item& found = item_for(kind, event, events);
  const bool is_another = is_of_another_name(found, text_at(event, "name"));
  if (found.done && !is_another) {
    mend("call_goes_on", "arguments came for a call that had ended", events);
    return;
  }
  if (is_another) mend("item_not_added", "a call began without output_item.added", events);
  Item& item = is_another ? new_item(kind, words_of(kind).type, event, text_at(event, "item_id")) : found;
  const std::string_view own_key = words_of(kind).text_key;
  const std::string_view key = event.find(own_key) != nullptr ? own_key : words_of(named).text_key;
  CallPiece piece = piece_of(item);
  if (item.name.empty()) item.name = piece.name = text_at(event, "name");
  piece.arguments = call_text(event, key);
  if (is_placeholder(piece.arguments, item.kind, item.arguments)) piece.arguments.clear();
  const bool was_streamed = !item.arguments.empty();
  piece.replaces = !piece.arguments.empty();
  if (is_no_string(event, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  if (!piece.arguments.empty()) item.arguments = piece.arguments;
  // An empty object that was not streamed may be one that stands there before the rest comes.
  item.is_told = item.is_told || (!piece.arguments.empty() && (was_streamed || piece.arguments != "{}"));
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
    const std::string call = id + '\0' + std::string(text_at(output[i], "name")) + '\0' +
                             call_text(output[i], words_of(kind).text_key);
    // The rest alone stands for a call without call_id, or for all that have one.
    const bool is_known = seen.contains(call + '\0') || seen.contains(call + '\0' + call_id);
    is_repeated[i] = is_known || (call_id.empty() && seen.contains(call));
    seen.insert({call, call + '\0' + call_id});
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
