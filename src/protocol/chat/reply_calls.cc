// The calls of a chat reply, in whatever form.
#include <algorithm>
#include <set>
#include <utility>

#include "protocol/chat/reply_reader.h"
#include "protocol/fields.h"
#include "protocol/mended.h"

namespace argwright::protocol::chat {
namespace {

// And does not go on with one: such pieces may repeat the name.
bool begins_a_call(const json::Value& entry) {
  const json::Value* const function = object_at(entry, "function");
  if (function == nullptr || text_at(*function, "name").empty()) return false;
  const std::string_view arguments = text_at(*function, "arguments");
  const std::size_t begin = arguments.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos || arguments[begin] == '{';
}

// Arguments as text, whatever they came as.
std::string take_arguments(json::Value& function, std::string_view key, Events& events) {
  json::Value* arguments = member(function, key);
  if (arguments == nullptr) return {};
  if (arguments->is_string()) return std::exchange(arguments->string(), {});
  mended(events, "arguments_kind", "arguments that are no string");
  return json::write(*arguments);
}

}  // namespace

// A proxy that lost its upstream within a reply and asked another one: a new id, and the role once more.
// Servers that make up an id for every chunk, or tell the role in every one, do not begin anew.
bool ReplyReader::begins_anew(Choice& choice, const json::Value& delta, bool is_end) const {
  const bool has_role = !text_at(delta, "role").empty();
  if (reply_id_.empty() || reply_id_ == choice.reply_id) {
    choice.repeats_role = choice.repeats_role || (has_role && choice.role_seen);
    ++choice.chunks_of_reply;
    return false;
  }
  const bool is_first = choice.reply_id.empty();
  const std::size_t chunks_before = std::exchange(choice.chunks_of_reply, 1);
  choice.reply_id = reply_id_;
  if (is_first) return false;
  const json::Array* const calls = array_at(delta, "tool_calls");
  const bool tells_calls = calls != nullptr && !calls->empty();
  const bool begins = has_role && !is_end && !choice.repeats_role &&
                      (tells_calls ? chunks_before > 1 && begins_a_call(calls->front())
                                   : chunks_before > 1 || !choice.open_calls.empty());
  choice.ids_vary = choice.ids_vary || !begins;
  return !choice.ids_vary && !choice.finished;
}

void ReplyReader::abandon_calls(Choice& choice, Events& events) {
  if (choice.open_calls.empty()) return;
  mended(events, "reply_begun_anew", "another reply begins within a call");
  add_content(choice, choice.splitter.pause(), events);
  close(choice, events);
  for (const std::optional<std::int64_t>& index : std::exchange(choice.open_calls, {})) {
    CallPiece piece;
    piece.choice = choice.number;
    piece.index = index;
    piece.ended = piece.abandoned = true;
    events.emplace_back(std::move(piece));
  }
  choice.has_calls = choice.has_legacy_call = false;
}

void ReplyReader::read_calls(Choice& choice, json::Array& calls, bool whole, Events& events) {
  std::set<std::int64_t> indices;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!calls[i].is_object()) {
      mended(events, "call_kind", "an entry of tool_calls that is no object");
      continue;
    }
    CallPiece piece = read_call(choice, calls[i], whole, events);
    // Of one list: named entries are calls of their own, whatever their indices, unless their ids tell that
    // they are pieces of one. In a body they are that in any case.
    const bool has_no_place = !piece.index || *piece.index < 0 || !indices.insert(*piece.index).second;
    const bool has_new_id = piece.id.empty() || ids.insert(piece.id).second;
    piece.begins = mode_ == Mode::kBody || (i != 0 && has_no_place && has_new_id && !piece.name.empty());
    choice.has_calls = true;
    if (mode_ == Mode::kStream) choice.open_calls.insert(piece.index);
    events.emplace_back(std::move(piece));
  }
}

void ReplyReader::read_legacy_call(Choice& choice, json::Value& call, Events& events) {
  CallPiece piece;
  piece.choice = choice.number;
  piece.index = 0;
  piece.name = take_text(call, "name");
  piece.arguments = take_arguments(call, "arguments", events);
  events.emplace_back(std::move(piece));
}

CallPiece ReplyReader::read_call(Choice& choice, json::Value& call, bool whole, Events& events) {
  const std::string_view type = text_at(call, "type");
  if (whole && type != "function" && type != "custom")
    mended(events, "call_type_missing", "a call without its type, or with another one");
  add_content(choice, choice.splitter.pause(), events);
  close(choice, events);
  tell_held_finish(choice, events);  // what comes now is behind it
  CallPiece piece;
  piece.choice = choice.number;
  piece.index = index_at(call, "index");
  piece.id = take_text(call, "id");
  if (json::Value* custom = object_at(call, "custom")) {
    piece.custom = true;
    piece.name = take_text(*custom, "name");
    piece.arguments = take_arguments(*custom, "input", events);
  } else {
    // Servers that imitate the form of Responses leave out the object around them.
    json::Value* const inner = object_at(call, "function");
    json::Value& function = inner != nullptr ? *inner : call;
    if (inner == nullptr) mended(events, "call_flat", "a call without its function");
    piece.name = take_text(function, "name");
    piece.arguments = take_arguments(function, "arguments", events);
  }
  piece.extras =
      without_blanks(take_extras(call, {"index", "id", "type", "function", "custom", "name", "arguments"}));
  return piece;
}

}  // namespace argwright::protocol::chat
