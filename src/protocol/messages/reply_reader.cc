#include "protocol/messages/reply_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "protocol/fields.h"
#include "protocol/mended.h"
#include "protocol/messages/message_shape.h"
#include "protocol/messages/reply_members.h"
#include "protocol/messages/stop_words.h"
#include "protocol/messages/usage.h"
#include "protocol/wrapped_body.h"

namespace argwright::protocol::messages {
namespace {

// Servers have errors of their own, and put them into any event.
bool is_error(std::string_view name, std::string_view type, const json::Value& data) {
  if (name == "error" || type == "error") return true;
  if (type.empty()) return is_error_body(data);
  return is_truthy(data.find("error")) || has_bad_status(data);
}

bool is_empty_input(const json::Value& input) {
  return (input.is_object() && input.members().empty()) || (input.is_array() && input.items().empty());
}

// As OpenAI's protocol calls it, where the own member is missing.
const json::Value* stop_reason_of(const json::Value& holder) {
  const json::Value* const reason = member(holder, "stop_reason");
  return reason != nullptr ? reason : member(holder, "finish_reason");
}

bool is_cut_off(const json::Value& message) {
  const json::Value* const reason = stop_reason_of(message);
  return reason != nullptr && reason->is_string() && reason_of(reason->string()) == FinishReason::kLength;
}

bool holds_message(const json::Value& body) {
  return array_at(body, "tool_calls") != nullptr ||
         std::ranges::any_of(std::initializer_list<std::string_view>{"content", "stop_reason"},
                             [&body](std::string_view key) { return member(body, key) != nullptr; });
}

// What else the end tells. Of a whole message those that belong to it are left: Start has the others.
Extras finish_extras(const json::Value& holder) {
  constexpr std::string_view kKnown[] = {"type",    "id",    "role",         "model",
                                         "content", "usage", "stop_reason",  "stop_sequence",
                                         "message", "delta", "finish_reason"};
  Extras extras;
  for (const json::Member& told : holder.members()) {
    const bool is_known = std::find(std::begin(kKnown), std::end(kKnown), told.key) != std::end(kKnown);
    if (!is_known && !told.value.is_null()) extras.push_back(told);
  }
  return extras;
}

// Without the members that are null: those tell nothing, and take nothing back.
json::Value without_nulls(const json::Value& object) {
  json::Value told = object;
  std::erase_if(told.members(), [](const json::Member& member) { return member.value.is_null(); });
  return told;
}

}  // namespace

void ReplyReader::read(std::string_view name, json::Value data, Events& events) {
  const std::string type(text_at(data, "type").empty() ? name : text_at(data, "type"));
  const bool fails = is_error(name, type, data);
  // Clients drop events without a name.
  if (name != (fails ? "error" : std::string_view(type)))
    mended(events, "event_name", "an event without its name, or with another one");
  if (fails) {
    if (!is_own_error(Protocol::kMessages, data))
      mended(events, "error_shape", "an error that clients would not read as one");
    events.emplace_back(Failure{read_error(0, data)});
    return;
  }
  if (type.empty()) return mended(events, "type_missing", "an event that does not say what it is");
  if (text_at(data, "type").empty()) {
    mended(events, "type_missing", "an event has no type but in its name");
    if (!data.is_object()) data = json::Object{};
    if (json::Value* told = data.find("type")) {
      *told = type;
    } else {
      data.members().push_back({"type", type});
    }
  }
  if (mend_members(data, kMessageMembers)) mended(events, "member_kind", "a member of another kind");
  const bool is_block = type.starts_with("content_block_");
  if (is_block || type == "message_delta") start_if_missing(events);
  const std::int64_t index = is_block ? index_of(data, type == "content_block_start", events) : 0;
  if (type == "message_start") {
    start_stream(data, events);
  } else if (type == "content_block_start") {
    json::Value* block = object_at(data, "content_block");
    if (block == nullptr) return mended(events, "block_missing", "content_block_start without a block");
    ++begun_;
    last_ = index;
    open_block(index, *block, false, events);
  } else if (type == "content_block_delta") {
    read_delta(index, data, events);
  } else if (type == "content_block_stop") {
    stop_block(index, object_at(data, "content_block"), events);
  } else if (type == "message_delta") {
    read_message_delta(data, events);
  } else if (type == "message_stop") {
    tell_misplaced_finish(data, events);
    tell_usage(data, events);
    end(true, events);
  } else if (type == "message" && member(data, "content") != nullptr) {
    mended(events, "message_in_stream", "a whole message in a stream");
    if (started_) return;
    read_message(std::move(data), events);
    end(true, events);
  } else {
    events.emplace_back(Other{type, std::move(data), std::nullopt});
  }
}

void ReplyReader::start_stream(json::Value& data, Events& events) {
  json::Value* message = object_at(data, "message");
  if (message == nullptr) return mended(events, "message_missing", "message_start without a message");
  if (mend_members(*message, kMessageMembers)) mended(events, "member_kind", "a member of another kind");
  if (started_) {
    mended(events, "message_start_repeated", "the upstream began anew: what was open is dropped");
    close_all(true, events);
    if (text_at(*message, "id") != id_) abandon_closed_calls(events);
  }
  id_ = text_at(*message, "id");
  begun_ = 0;
  if (member(*message, "stop_reason") != nullptr) {
    mended(events, "finish_early", "a message that has stopped when it starts");
    beginning_ = json::Object{{"stop_reason", *member(*message, "stop_reason")}};
  }
  start(*message, events);
  if (object_at(*message, "usage") == nullptr) tell_usage(data, events);
  json::Value* const content = member(*message, "content");
  if (content == nullptr || !content->is_array()) {
    // Clients add blocks to it.
    mended(events, "content_kind", "content that is no list");
  } else if (!content->items().empty()) {
    // Anthropic goes on a reply with what it had run so far.
    mended(events, "content_in_start", "message_start with content");
  }
  if (content != nullptr) read_any_content(content, false, events);
}

void ReplyReader::read_message_delta(json::Value& data, Events& events) {
  const json::Value* usage = object_at(data, "usage");
  if (usage == nullptr || !has_number_at(*usage, "output_tokens"))
    mended(events, "usage_missing", "message_delta without the count of its tokens");
  const bool had_finished = finished_;
  json::Value* const delta = object_at(data, "delta");
  if (delta == nullptr) mended(events, "delta_missing", "message_delta without a delta");
  if (delta != nullptr && mend_members(*delta, kMessageMembers))
    mended(events, "member_kind", "a member of another kind");
  // Beside the delta in the types of Anthropic, unlike the rest of what an end tells.
  if (const json::Value* edits = member(data, "context_management");
      edits != nullptr && delta != nullptr && delta->find("context_management") == nullptr) {
    delta->members().push_back({"context_management", *edits});
  }
  if (delta == nullptr || !tell_finish(*delta, events)) {
    tell_misplaced_finish(data, events);
    // Clients take the last one that they are told.
    if (had_finished && delta != nullptr)
      mended(events, "finish_repeated", "message_delta takes the stop reason back");
  }
  if (usage == nullptr && delta != nullptr) tell_usage(*delta, events);
  tell_usage(data, events);
}

void ReplyReader::read_body(json::Value body, Events& events) {
  if (const json::Value* inner = wrapped_reply(body, holds_message)) {
    mended(events, "body_shape", "a body that holds its message in a member or a list");
    body = json::Value(*inner);
  }
  const bool is_message = text_at(body, "type") == "message" || holds_message(body);
  if (!body.is_object() || is_error_body(body) || !is_message) {
    events.emplace_back(Failure{read_error(0, body)});
    return;
  }
  read_message(std::move(body), events);
}

void ReplyReader::read_message(json::Value body, Events& events) {
  if (text_at(body, "type") != "message") mended(events, "type_missing", "a message that does not say so");
  if (mend_members(body, kMessageMembers)) mended(events, "member_kind", "a member of another kind");
  if (shape_message(body)) mended(events, "content_kind", "calls or reasoning beside the content");
  start(body, events);
  json::Value* const content = member(body, "content");
  if (content == nullptr || !content->is_array()) mended(events, "content_kind", "content that is no list");
  read_any_content(content, is_cut_off(body), events);
  tell_finish(body, events);
}

void ReplyReader::read_any_content(json::Value* content, bool is_cut_off, Events& events) {
  if (content == nullptr) return;
  json::Array blocks = blocks_of(std::move(*content));
  read_content(blocks, is_cut_off, events);
}

void ReplyReader::read_content(json::Array& content, bool is_cut_off, Events& events) {
  for (json::Value& block : content) {
    if (block.is_string()) {
      mended(events, "block_missing", "a text in the place of a block");
      block = text_block(std::move(block));
    }
    if (!block.is_object()) {
      mended(events, "block_missing", "a block that is no object");
      continue;
    }
    shape(block, events);
    // Half an input has no place in a body: it is empty where the limit came within it (L8).
    if (json::Value* input = block.find("input");
        is_cut_off && &block == &content.back() && input != nullptr && is_empty_input(*input)) {
      *input = nullptr;
    }
    const std::int64_t index = begun_++;
    open_block(index, block, true, events);
    close_block(index, nullptr, events);
  }
}

void ReplyReader::start_if_missing(Events& events) {
  if (started_) return;
  mended(events, "message_start_missing", "the stream did not begin with message_start");
  json::Value none = json::Object{{"role", "assistant"}};
  start(none, events);
}

void ReplyReader::start(json::Value& message, Events& events) {
  for (const std::string_view key : {"id", "type", "role", "model"}) {
    const json::Value* const value = member(message, key);
    if (value == nullptr || value->is_string()) continue;
    mended(events, "head_kind", "an id, a type, a role or a model of another kind");
    break;
  }
  // Clients send the message back as it came.
  if (text_at(message, "role") != "assistant")
    mended(events, "role_missing", "a message that is not the assistant's");
  if (!std::exchange(started_, true)) {
    Start start;
    start.id = text_at(message, "id");
    start.model = text_at(message, "model");
    start.extras =
        take_extras(message, {"id", "type", "role", "model", "content", "stop_reason", "finish_reason",
                              "stop_sequence", "stop_details", "container", "context_management", "usage"});
    events.emplace_back(std::move(start));
  }
  const json::Value* usage = object_at(message, "usage");
  if (usage == nullptr || !has_number_at(*usage, "input_tokens") || !has_number_at(*usage, "output_tokens"))
    mended(events, "usage_missing", "a message without the count of its tokens");
  tell_usage(message, events);
}

void ReplyReader::tell_usage(const json::Value& holder, Events& events) {
  const json::Value* usage = object_at(holder, "usage");
  if (usage == nullptr) return;
  // Later counts replace those before, and the input is a sum over both.
  Usage all;
  all.source = std::move(usage_);
  Usage told;
  told.source = without_nulls(*usage);
  all.merge(told);
  usage_ = std::move(all.source);
  events.emplace_back(UsageTold{read_usage(usage_)});
}

bool ReplyReader::tell_finish(json::Value& holder, Events& events) {
  const json::Value* const reason = stop_reason_of(holder);
  if (reason == nullptr) return false;
  if (member(holder, "stop_reason") == nullptr)
    mended(events, "finish_word", "a stop reason under another protocol's name");
  if (!reason->is_string() || reason->string().empty()) {
    mended(events, "finish_empty", "a stop reason that is no word");
    return true;
  }
  if (std::exchange(finished_, true)) {
    mended(events, "finish_repeated", "a second stop reason");
    return true;
  }
  close_parts(events);
  Finish finish;
  finish.word = reason->string();
  finish.reason = reason_of(finish.word);
  if (is_foreign_word(finish.word))
    mended(events, "finish_word", "a stop reason in the words of another protocol");
  if (const json::Value* sequence = member(holder, "stop_sequence");
      sequence != nullptr && sequence->is_string()) {
    finish.stop_sequence = sequence->string();
  }
  finish.extras = finish_extras(holder);
  events.emplace_back(std::move(finish));
  return true;
}

// Beside the delta that should hold it, or in message_stop.
void ReplyReader::tell_misplaced_finish(json::Value& data, Events& events) {
  if (finished_) return;
  json::Value* const message = object_at(data, "message");
  if (!tell_finish(data, events) && (message == nullptr || !tell_finish(*message, events))) return;
  mended(events, "finish_place", "a stop reason where clients do not look for it");
}

void ReplyReader::end(bool clean, Events& events) {
  if (std::exchange(ended_, true)) return;
  // Many write some reason into every message_start; one that ended well and tells no other meant it.
  if (clean && !finished_ && beginning_.is_object()) tell_finish(beginning_, events);
  // Clients wait for it, and call the reply broken where it does not come.
  if (!clean && finished_) mended(events, "message_stop_missing", "the message ends without message_stop");
  close_all(false, events);
  events.emplace_back(End{clean});
}

}  // namespace argwright::protocol::messages
