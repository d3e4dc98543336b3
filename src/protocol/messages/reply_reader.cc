#include "protocol/messages/reply_reader.h"

#include <utility>

#include "protocol/fields.h"
#include "protocol/messages/stop_words.h"
#include "protocol/messages/usage.h"

namespace argwright::protocol::messages {
namespace {

void mended(Events& events, std::string code, std::string message) {
  events.emplace_back(Mended{std::move(code), std::move(message)});
}

}  // namespace

void ReplyReader::read(std::string_view name, json::Value data, Events& events) {
  const std::string type(text_at(data, "type").empty() ? name : text_at(data, "type"));
  if (type == "error" || (type.empty() && is_error_body(data))) {
    events.emplace_back(Failure{read_error(0, data)});
    return;
  }
  // Clients drop events without a name.
  if (name != type) mended(events, "event_name", "an event without its name, or with another one");
  const std::int64_t index = integer_at(data, "index").value_or(0);
  if (type == "message_start") {
    json::Value* message = object_at(data, "message");
    if (message == nullptr) return mended(events, "message_missing", "message_start without a message");
    if (started_) {
      mended(events, "message_start_repeated", "the upstream began anew: what was open is dropped");
      close_all(true, events);
    }
    start(*message, events);
  } else if (type == "content_block_start") {
    if (json::Value* block = object_at(data, "content_block")) open_block(index, *block, false, events);
  } else if (type == "content_block_delta") {
    read_delta(index, data, events);
  } else if (type == "content_block_stop") {
    close_block(index, events);
  } else if (type == "message_delta") {
    if (json::Value* delta = object_at(data, "delta")) tell_finish(*delta, events);
    tell_usage(data, events);
  } else if (type == "message_stop") {
    end(true, events);
  } else {
    events.emplace_back(Other{type, std::move(data), std::nullopt});
  }
}

void ReplyReader::read_body(json::Value body, Events& events) {
  if (!body.is_object() || is_error_body(body)) {
    events.emplace_back(Failure{read_error(0, body)});
    return;
  }
  start(body, events);
  if (json::Array* content = array_at(body, "content")) {
    std::int64_t index = 0;
    for (json::Value& block : *content) {
      open_block(index, block, true, events);
      close_block(index++, events);
    }
  }
  tell_finish(body, events);
}

void ReplyReader::start(json::Value& message, Events& events) {
  if (!std::exchange(started_, true)) {
    Start start;
    start.id = text_at(message, "id");
    start.model = text_at(message, "model");
    start.extras =
        take_extras(message, {"id", "type", "role", "model", "content", "stop_reason", "stop_sequence",
                              "stop_details", "container", "context_management", "usage"});
    events.emplace_back(std::move(start));
  }
  tell_usage(message, events);
}

void ReplyReader::tell_usage(const json::Value& holder, Events& events) {
  const json::Value* usage = object_at(holder, "usage");
  if (usage == nullptr) return;
  // Later counts replace those before, and the input is a sum over both.
  Usage all;
  all.source = std::move(usage_);
  Usage told;
  told.source = *usage;
  all.merge(told);
  usage_ = std::move(all.source);
  events.emplace_back(UsageTold{read_usage(usage_)});
}

void ReplyReader::open_part(std::int64_t index, PartKind kind, json::Value& block, std::string_view text_key,
                            Events& events) {
  Block& at = blocks_[index];
  at = {};
  at.part_kind = kind;
  at.number = parts_++;
  PartStart begun;
  begun.part = at.number;
  begun.kind = kind;
  std::string text = take_text(block, text_key);
  at.proof.signature = take_text(block, "signature");
  at.proof.encrypted = take_text(block, "data");
  if (json::Array* citations = array_at(block, "citations")) at.annotations = std::move(*citations);
  begun.extras = without_blanks(take_extras(block, {"type", text_key, "signature", "data", "citations"}));
  events.emplace_back(std::move(begun));
  if (!text.empty()) events.emplace_back(Delta{0, at.number, std::move(text), {}, {}});
}

void ReplyReader::open_block(std::int64_t index, json::Value& block, bool whole, Events& events) {
  if (blocks_.contains(index)) {
    mended(events, "block_not_closed", "a block begins where another one is open");
    close_block(index, events);
  }
  const std::string_view type = text_at(block, "type");
  if (type == "text") return open_part(index, PartKind::kText, block, "text", events);
  if (type == "thinking") return open_part(index, PartKind::kReasoning, block, "thinking", events);
  if (type == "redacted_thinking") return open_part(index, PartKind::kReasoning, block, "thinking", events);
  Block& at = blocks_[index];
  at = {};
  if (type == "tool_use") {
    at.kind = BlockKind::kCall;
    at.number = calls_++;
    CallPiece piece;
    piece.index = at.number;
    piece.id = take_text(block, "id");
    piece.name = take_text(block, "name");
    // Streams begin with an empty object.
    if (const json::Value* input = member(block, "input")) {
      if (!input->is_object()) mended(events, "input_not_an_object", "the input of a call is no object");
      if (whole || !input->is_object() || !input->members().empty()) {
        piece.arguments = input->is_string() ? input->string() : json::write(*input);
      }
    } else if (whole) {
      mended(events, "input_not_an_object", "a call has no input");
    }
    piece.extras = without_blanks(take_extras(block, {"type", "id", "name", "input"}));
    events.emplace_back(std::move(piece));
    return;
  }
  at.kind = BlockKind::kOpaque;
  at.part_kind = PartKind::kOpaque;
  at.number = parts_++;
  PartStart begun;
  begun.part = at.number;
  begun.kind = PartKind::kOpaque;
  begun.opaque = std::move(block);
  events.emplace_back(std::move(begun));
}

void ReplyReader::read_delta(std::int64_t index, json::Value& data, Events& events) {
  json::Value* delta = object_at(data, "delta");
  if (delta == nullptr) return mended(events, "delta_missing", "content_block_delta without a delta");
  const std::string type(text_at(*delta, "type"));
  auto found = blocks_.find(index);
  if (found == blocks_.end()) {
    mended(events, "block_not_opened", "a delta for a block that was not begun");
    if (type != "text_delta" && type != "thinking_delta") return;
    json::Value empty = json::Object{};
    open_part(index, type == "text_delta" ? PartKind::kText : PartKind::kReasoning, empty, "text", events);
    found = blocks_.find(index);
  }
  Block& block = found->second;
  if (block.kind == BlockKind::kOpaque) {
    events.emplace_back(Other{"content_block_delta", std::move(*delta), block.number});
  } else if (block.kind == BlockKind::kCall) {
    if (type != "input_json_delta")
      return mended(events, "delta_kind", "a delta that does not fit its block");
    CallPiece piece;
    piece.index = block.number;
    piece.arguments = take_text(*delta, "partial_json");
    events.emplace_back(std::move(piece));
  } else if (type == "text_delta" && block.part_kind == PartKind::kText) {
    events.emplace_back(Delta{0, block.number, take_text(*delta, "text"), {}, {}});
  } else if (type == "thinking_delta" && block.part_kind == PartKind::kReasoning) {
    events.emplace_back(Delta{0, block.number, take_text(*delta, "thinking"), {}, {}});
  } else if (type == "signature_delta" && block.part_kind == PartKind::kReasoning) {
    block.proof.signature = take_text(*delta, "signature");
  } else if (type == "citations_delta" && block.part_kind == PartKind::kText) {
    if (const json::Value* citation = member(*delta, "citation")) block.annotations.push_back(*citation);
  } else {
    mended(events, "delta_kind", "a delta that does not fit its block");
  }
}

void ReplyReader::close_block(std::int64_t index, Events& events) {
  const auto found = blocks_.find(index);
  if (found == blocks_.end()) return mended(events, "block_not_opened", "a block ends that was not begun");
  Block block = std::move(found->second);
  blocks_.erase(found);
  if (block.kind == BlockKind::kCall) {
    CallPiece piece;
    piece.index = block.number;
    piece.ended = true;
    events.emplace_back(std::move(piece));
    return;
  }
  PartEnd ended;
  ended.part = block.number;
  ended.proof = std::move(block.proof);
  ended.annotations = std::move(block.annotations);
  events.emplace_back(std::move(ended));
}

void ReplyReader::tell_finish(json::Value& delta, Events& events) {
  const json::Value* reason = member(delta, "stop_reason");
  if (reason == nullptr || !reason->is_string()) return;
  if (std::exchange(finished_, true)) return mended(events, "finish_repeated", "a second stop reason");
  close_all(false, events);
  Finish finish;
  finish.word = reason->string();
  finish.reason = reason_of(finish.word);
  if (const json::Value* sequence = member(delta, "stop_sequence");
      sequence != nullptr && sequence->is_string()) {
    finish.stop_sequence = sequence->string();
  }
  for (const std::string_view key : {"stop_details", "container", "context_management"}) {
    if (const json::Value* value = member(delta, key)) finish.extras.push_back({std::string(key), *value});
  }
  events.emplace_back(std::move(finish));
}

void ReplyReader::close_all(bool abandon, Events& events) {
  if (blocks_.empty()) return;
  if (!abandon) mended(events, "block_not_closed", "the message ends while a block is open");
  while (!blocks_.empty()) {
    const auto first = blocks_.begin();
    if (abandon && first->second.kind == BlockKind::kCall) {
      CallPiece piece;
      piece.index = first->second.number;
      piece.abandoned = true;
      events.emplace_back(std::move(piece));
      blocks_.erase(first);
    } else {
      close_block(first->first, events);
    }
  }
}

void ReplyReader::end(bool clean, Events& events) {
  if (std::exchange(ended_, true)) return;
  close_all(false, events);
  events.emplace_back(End{clean});
}

}  // namespace argwright::protocol::messages
