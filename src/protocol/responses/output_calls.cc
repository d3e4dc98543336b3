// The calls of the output decoder.
#include "protocol/responses/output_decoder.h"

#include <utility>

#include "protocol/responses/item_words.h"
#include "protocol/responses/members.h"
#include "protocol/responses/status.h"
#include "protocol/same_arguments.h"

namespace argwright::protocol::responses {
namespace {

// Some servers end every call with an empty object, whatever they have streamed. Taking that for the text
// would lose it, or make a call without arguments of one that was cut off.
bool is_placeholder(std::string_view text, ItemKind kind, std::string_view streamed) {
  return kind == ItemKind::kFunctionCall && text == "{}" && !streamed.empty() && streamed != text;
}

}  // namespace

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
  if (!item.added) piece.extras = members_except(value, words_of(item.kind).members);
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
  item.whole.add(piece.arguments);
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
  // Without pieces before it nothing is replaced: it is the call's first piece.
  piece.replaces = was_streamed && !piece.arguments.empty();
  if (is_no_string(event, key))
    mend_call("arguments_not_a_string", "a call's arguments are no string", events);
  if (!piece.arguments.empty()) item.arguments = piece.arguments;
  // An empty object that was not streamed may be one that stands there before the rest comes.
  item.is_told = item.is_told || (!piece.arguments.empty() && (was_streamed || piece.arguments != "{}"));
  events.emplace_back(std::move(piece));
}

}  // namespace argwright::protocol::responses
