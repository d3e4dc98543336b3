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
  const bool is_error = type == "error" || (type.empty() && is_error_body(data));
  // Clients drop events without a name.
  if (name != (is_error ? "error" : std::string_view(type)))
    mended(events, "event_name", "an event without its name, or with another one");
  if (!is_error && text_at(data, "type").empty()) {
    mended(events, "type_missing", "an event has no type but in its name");
    if (json::Value* told = data.find("type")) {
      *told = type;
    } else if (data.is_object()) {
      data.members().push_back({"type", type});
    }
  }
  if (is_error) {
    if (!is_own_error(Protocol::kMessages, data))
      mended(events, "error_shape", "an error that clients would not read as one");
    events.emplace_back(Failure{read_error(0, data)});
    return;
  }
  const bool is_block = type.starts_with("content_block_");
  if (is_block || type == "message_delta") start_if_missing(events);
  const std::int64_t index = is_block ? index_of(data, type == "content_block_start", events) : 0;
  if (type == "message_start") {
    json::Value* message = object_at(data, "message");
    if (message == nullptr) return mended(events, "message_missing", "message_start without a message");
    if (started_) {
      mended(events, "message_start_repeated", "the upstream began anew: what was open is dropped");
      close_all(true, events);
    }
    begun_ = 0;
    if (member(*message, "stop_reason") != nullptr)
      mended(events, "finish_early", "a message that has stopped when it starts");
    start(*message, events);
    // Anthropic goes on a reply with what it had run so far.
    if (json::Array* content = array_at(*message, "content"); content != nullptr && !content->empty()) {
      mended(events, "content_in_start", "message_start with content");
      read_content(*content, events);
    }
  } else if (type == "content_block_start") {
    json::Value* block = object_at(data, "content_block");
    if (block == nullptr) return mended(events, "block_missing", "content_block_start without a block");
    ++begun_;
    last_ = index;
    open_block(index, *block, false, events);
  } else if (type == "content_block_delta") {
    read_delta(index, data, events);
  } else if (type == "content_block_stop") {
    close_block(index, events);
  } else if (type == "message_delta") {
    const json::Value* usage = object_at(data, "usage");
    if (usage == nullptr || !has_number_at(*usage, "output_tokens"))
      mended(events, "usage_missing", "message_delta without the count of its tokens");
    if (json::Value* delta = object_at(data, "delta")) {
      tell_finish(*delta, events);
    } else {
      mended(events, "delta_missing", "message_delta without a delta");
    }
    tell_usage(data, events);
  } else if (type == "message_stop") {
    end(true, events);
  } else {
    events.emplace_back(Other{type, std::move(data), std::nullopt});
  }
}

std::int64_t ReplyReader::index_of(const json::Value& data, bool is_start, Events& events) {
  const std::optional<std::int64_t> sent = index_at(data, "index");
  if (!has_number_at(data, "index")) {
    mended(events, "index_missing", "an event of a block without its index");
  } else if (is_start && sent != begun_) {
    // Clients count by themselves.
    mended(events, "index_not_dense", "the index of a block is not the number of blocks before");
  }
  return sent.value_or(is_start ? begun_ : last_);
}

void ReplyReader::read_body(json::Value body, Events& events) {
  if (!body.is_object() || is_error_body(body)) {
    events.emplace_back(Failure{read_error(0, body)});
    return;
  }
  if (text_at(body, "type") != "message") mended(events, "type_missing", "a message that does not say so");
  start(body, events);
  json::Value* const content = member(body, "content");
  if (content != nullptr && content->is_array()) {
    read_content(content->items(), events);
  } else {
    mended(events, "content_kind", "content that is no list");
    json::Value text =
        json::Object{{"type", "text"}, {"text", content != nullptr ? *content : json::Value("")}};
    if (content != nullptr && content->is_string()) {
      json::Array blocks{std::move(text)};
      read_content(blocks, events);
    }
  }
  tell_finish(body, events);
}

void ReplyReader::read_content(json::Array& content, Events& events) {
  for (json::Value& block : content) {
    if (!block.is_object()) {
      mended(events, "block_missing", "a block that is no object");
      continue;
    }
    const std::int64_t index = begun_++;
    open_block(index, block, true, events);
    close_block(index, events);
  }
}

void ReplyReader::start_if_missing(Events& events) {
  if (started_) return;
  mended(events, "message_start_missing", "the stream did not begin with message_start");
  json::Value none = json::Object{};
  start(none, events);
}

void ReplyReader::start(json::Value& message, Events& events) {
  for (const std::string_view key : {"id", "type", "role", "model"}) {
    const json::Value* const value = member(message, key);
    if (value == nullptr || value->is_string()) continue;
    mended(events, "head_kind", "an id, a type, a role or a model of another kind");
    break;
  }
  if (!std::exchange(started_, true)) {
    Start start;
    start.id = text_at(message, "id");
    start.model = text_at(message, "model");
    start.extras =
        take_extras(message, {"id", "type", "role", "model", "content", "stop_reason", "stop_sequence",
                              "stop_details", "container", "context_management", "usage"});
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
  std::string text = take_text(block, text_key);
  at.proof.signature = take_text(block, "signature");
  at.proof.encrypted = take_text(block, "data");
  if (json::Array* citations = array_at(block, "citations")) at.annotations = std::move(*citations);
  Extras extras = without_blanks(take_extras(block, {"type", text_key, "signature", "data", "citations"}));
  start_part(at, std::move(extras), events);
  if (!text.empty()) events.emplace_back(Delta{0, at.number, std::move(text), {}, {}});
}

void ReplyReader::start_part(Block& block, Extras extras, Events& events) {
  // One after the other, whatever the upstream does: a block that goes on behind another one is a new part.
  for (auto& [index, other] : blocks_) {
    if (!other.is_open) continue;
    mended(events, "block_not_closed", "a block begins or goes on while another one is open");
    end_part(other, {}, events);
  }
  block.number = parts_++;
  block.is_open = true;
  PartStart begun;
  begun.part = block.number;
  begun.kind = block.part_kind;
  begun.extras = std::move(extras);
  events.emplace_back(std::move(begun));
}

void ReplyReader::end_part(Block& block, Proof proof, Events& events) {
  block.is_open = false;
  PartEnd ended;
  ended.part = block.number;
  ended.proof = std::move(proof);
  ended.annotations = std::exchange(block.annotations, {});
  events.emplace_back(std::move(ended));
}

void ReplyReader::add_text(Block& block, PartKind kind, json::Value& delta, Events& events) {
  const std::string_view key = kind == PartKind::kText ? "text" : "thinking";
  if (const json::Value* text = member(delta, key); text == nullptr || !text->is_string())
    return mended(events, "delta_missing", "a delta without its text");
  if (block.part_kind != kind) {
    mended(events, "delta_kind", "a delta that does not fit its block");
    if (block.is_open) end_part(block, std::exchange(block.proof, {}), events);
    block.part_kind = kind;
  }
  if (!block.is_open) start_part(block, {}, events);
  events.emplace_back(Delta{0, block.number, take_text(delta, key), {}, {}});
}

// Text that clients read from deltas only, or not at all.
void ReplyReader::check_start(const json::Value& block, std::string_view text_key, bool whole,
                              Events& events) {
  const json::Value* const text = block.find(text_key);
  if (text == nullptr || !text->is_string()) {
    mended(events, "text_missing", "a block without its text");
  } else if (!whole && !text->string().empty()) {
    mended(events, "text_in_start", "text in the start of a block");
  }
  const json::Value* const signature = block.find("signature");
  if (text_key != "thinking") return;
  if (whole && (signature == nullptr || !signature->is_string()))
    mended(events, "signature_missing", "thinking without a signature");
  if (!whole && !text_at(block, "signature").empty())
    mended(events, "text_in_start", "a signature in the start of a block");
}

void ReplyReader::open_call(std::int64_t index, json::Value& block, bool whole, Events& events) {
  Block& at = blocks_[index];
  at = {};
  at.kind = BlockKind::kCall;
  at.number = calls_++;
  CallPiece piece;
  piece.index = at.number;
  piece.id = take_text(block, "id");
  piece.name = take_text(block, "name");
  if (const json::Value* input = member(block, "input")) {
    if (!input->is_object()) mended(events, "input_not_an_object", "the input of a call is no object");
    // Streams begin with an empty object.
    const bool is_empty =
        (input->is_object() && input->members().empty()) || (input->is_array() && input->items().empty());
    if (whole || !is_empty) piece.arguments = input->is_string() ? input->string() : json::write(*input);
  } else if (whole) {
    mended(events, "input_not_an_object", "a call has no input");
  }
  piece.extras = without_blanks(take_extras(block, {"type", "id", "name", "input"}));
  events.emplace_back(std::move(piece));
}

void ReplyReader::open_block(std::int64_t index, json::Value& block, bool whole, Events& events) {
  if (blocks_.contains(index)) {
    mended(events, "block_not_closed", "a block begins where another one is open");
    close_block(index, events);
  }
  const std::string_view type = text_at(block, "type");
  if (type == "text" || type == "thinking") {
    const bool is_text = type == "text";
    const std::string_view key = is_text ? "text" : "thinking";
    check_start(block, key, whole, events);
    return open_part(index, is_text ? PartKind::kText : PartKind::kReasoning, block, key, events);
  }
  if (type == "redacted_thinking") return open_part(index, PartKind::kReasoning, block, "thinking", events);
  if (type == "tool_use") return open_call(index, block, whole, events);
  Block& at = blocks_[index];
  at = {};
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
    const json::Value* const partial = member(*delta, "partial_json");
    if (partial != nullptr && !partial->is_string()) {
      mended(events, "arguments_kind", "arguments that are no string");
      piece.arguments = json::write(*partial);
    } else {
      piece.arguments = take_text(*delta, "partial_json");
    }
    events.emplace_back(std::move(piece));
  } else if (type == "text_delta") {
    add_text(block, PartKind::kText, *delta, events);
  } else if (type == "thinking_delta") {
    add_text(block, PartKind::kReasoning, *delta, events);
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
  if (block.kind == BlockKind::kPart && !block.is_open) {
    // It had to end before; what came behind that still has to be told.
    if (block.proof.empty() && block.annotations.empty()) return;
    start_part(block, {}, events);
  }
  end_part(block, std::move(block.proof), events);
}

void ReplyReader::tell_finish(json::Value& delta, Events& events) {
  const json::Value* reason = member(delta, "stop_reason");
  if (reason == nullptr) return;
  if (!reason->is_string() || reason->string().empty())
    return mended(events, "finish_empty", "a stop reason that is no word");
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
  // Clients wait for it, and call the reply broken where it does not come.
  if (!clean && finished_) mended(events, "message_stop_missing", "the message ends without message_stop");
  close_all(false, events);
  events.emplace_back(End{clean});
}

}  // namespace argwright::protocol::messages
