#include "protocol/messages/stream_encoder.h"

#include <utility>

#include "protocol/messages/block_writer.h"
#include "protocol/messages/stop_words.h"
#include "protocol/messages/usage.h"
#include "protocol/object_text.h"
#include "protocol/proof.h"

namespace argwright::protocol::messages {
namespace {

std::string_view kind_word(PartKind kind) { return kind == PartKind::kReasoning ? "thinking" : "text"; }

// Of the event that tells the end, not of its delta.
bool is_event_member(const json::Member& member) { return member.key == "context_management"; }

Extras finish_extras(const Finish& finish, bool of_event) {
  Extras extras = finish.extras;
  std::erase_if(extras,
                [of_event](const json::Member& member) { return is_event_member(member) != of_event; });
  return extras;
}

bool is_citation(const SseBlock& block) {
  return block.type == "content_block_delta" && block.data.find("citations_delta") != std::string_view::npos;
}

}  // namespace

bool MessagesStreamEncoder::pass(const SseBlock& block, std::span<const Event> events, std::string& out) {
  if (done_) return true;
  if (encoded_) return false;
  if (events.empty() && is_citation(block)) ++passed_citations_;
  for (const Event& event : events) {
    if (const auto* start = std::get_if<Start>(&event)) {
      start_ = *start;
      begun_ = started_ = true;
    } else if (const auto* begun = std::get_if<PartStart>(&event)) {
      part_ = *begun;
      passed_citations_ = 0;
      open_ = true;
      ++next_;
    } else if (const auto* piece = std::get_if<CallPiece>(&event)) {
      if (block.type == "content_block_start") ++next_;
      open_ = piece_open_ = !piece->ended;
    } else if (std::holds_alternative<PartEnd>(event)) {
      open_ = false;
    } else if (const auto* told = std::get_if<UsageTold>(&event)) {
      usage_.merge(told->usage);
    } else if (const auto* finish = std::get_if<Finish>(&event)) {
      finish_ = *finish;
      has_finish_ = finish_passed_ = true;
    } else if (std::holds_alternative<End>(event) || std::holds_alternative<Failure>(event)) {
      done_ = true;  // clients stop reading at an error, too
    }
  }
  out += block.raw;
  return true;
}

void MessagesStreamEncoder::encode(const Event& event, std::string& out) {
  if (done_) return;
  encoded_ = true;
  if (const auto* delta = std::get_if<Delta>(&event)) {  // nearly all of them
    write_start(out);
    return write(*delta, out);
  }
  if (const auto* start = std::get_if<Start>(&event)) {
    start_ = *start;
    begun_ = true;
    return;  // until it is known whether the usage is told with it
  }
  if (const auto* told = std::get_if<UsageTold>(&event)) return add_usage(told->usage);
  if (const auto* failure = std::get_if<Failure>(&event)) {
    append_sse_event(out, "error", write_error(Protocol::kMessages, failure->error));
    done_ = true;
    return;
  }
  if (std::holds_alternative<Mended>(event)) return;
  // A ping before the message must not begin it without its head.
  if (const auto* other = std::get_if<Other>(&event); other != nullptr && !begun_) return write(*other, out);
  write_start(out);
  if (const auto* begun = std::get_if<PartStart>(&event)) {
    if (begun->choice != 0) return;
    close_block(out);
    part_ = *begun;
    passed_citations_ = 0;
    if (part_.kind == PartKind::kOpaque && options_.same_protocol) open_block(json::write(part_.opaque), out);
  } else if (const auto* end = std::get_if<PartEnd>(&event)) {
    write(*end, out);
  } else if (const auto* piece = std::get_if<CallPiece>(&event)) {
    write(*piece, out);
  } else if (const auto* call = std::get_if<Call>(&event)) {
    write(*call, out);
  } else if (const auto* finish = std::get_if<Finish>(&event)) {
    if (finish->choice != 0) return;
    close_block(out);
    finish_ = *finish;
    has_finish_ = true;
    finish_passed_ = false;  // it says another thing than the one that passed
  } else if (const auto* other = std::get_if<Other>(&event)) {
    write(*other, out);
  } else if (std::holds_alternative<End>(event)) {
    write_end(out);
  }
}

void MessagesStreamEncoder::add_usage(const Usage& told) {
  if (!finish_passed_) return usage_.merge(told);
  const Usage before = usage_;
  usage_.merge(told);
  // Counts that come behind the end are told with it once more: clients take the last.
  if (!usage_.same_counts(before)) finish_passed_ = false;
}

void MessagesStreamEncoder::write_start(std::string& out) {
  if (std::exchange(started_, true)) return;
  std::string data = R"({"type":"message_start","message":)";
  ObjectText message(data);
  message.text("id", start_.id.empty() ? "msg_argwright" : std::string_view(start_.id));
  message.text("type", "message").text("role", "assistant").text("model", start_.model);
  message.raw("content", "[]").raw("stop_reason", "null").raw("stop_sequence", "null");
  append_usage(message.key("usage"), usage_, options_.same_protocol);
  if (options_.same_protocol) message.members(start_.extras);
  message.close();
  data += '}';
  append_sse_event(out, "message_start", data);
}

void MessagesStreamEncoder::open_block(std::string_view block, std::string& out) {
  close_block(out);
  std::string data;
  ObjectText event(data);
  event.text("type", "content_block_start").integer("index", next_++).raw("content_block", block).close();
  append_sse_event(out, "content_block_start", data);
  open_ = true;
}

void MessagesStreamEncoder::close_block(std::string& out) {
  if (!std::exchange(open_, false)) return;
  piece_open_ = false;
  std::string data;
  ObjectText event(data);
  event.text("type", "content_block_stop").integer("index", next_ - 1).close();
  append_sse_event(out, "content_block_stop", data);
}

void MessagesStreamEncoder::raw_delta(std::string_view delta, std::string& out) {
  out += "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":";
  out += std::to_string(next_ - 1);
  out += ",\"delta\":";
  out += delta;
  out += "}\n\n";
}

void MessagesStreamEncoder::delta(std::string_view type, std::string_view key, std::string_view text,
                                  std::string& out) {
  // Types and keys are words of the protocol and need no escape.
  if (delta_block_ != next_ || delta_type_ != type) {
    delta_block_ = next_;
    delta_type_ = type;
    delta_head_ = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":";
    delta_head_ += std::to_string(next_ - 1);
    ((delta_head_ += ",\"delta\":{\"type\":\"") += type) += "\",\"";
    (delta_head_ += key) += "\":";
  }
  out += delta_head_;
  json::append_quoted(out, text);
  out.append("}}\n\n", 4);
}

void MessagesStreamEncoder::open_part(std::string& out) {
  if (open_) return;
  std::string block;
  ObjectText object(block);
  object.text("type", kind_word(part_.kind)).text(kind_word(part_.kind), "");
  if (part_.kind == PartKind::kReasoning) object.text("signature", "");
  if (options_.same_protocol) object.members(part_.extras);
  object.close();
  open_block(block, out);
}

void MessagesStreamEncoder::write(const Delta& piece, std::string& out) {
  if (piece.choice != 0 || piece.text.empty() || part_.kind == PartKind::kOpaque) return;
  open_part(out);
  const std::string_view word = kind_word(part_.kind);
  delta(word == "text" ? "text_delta" : "thinking_delta", word, piece.text, out);
}

void MessagesStreamEncoder::write(const PartEnd& end, std::string& out) {
  if (end.choice != 0) return;
  if (part_.kind == PartKind::kReasoning) {
    const std::string_view signature = signature_of(end.proof);
    const std::string_view encrypted = encrypted_of(end.proof);
    if (!signature.empty()) {
      open_part(out);
      delta("signature_delta", "signature", signature, out);
    } else if (!open_ && !encrypted.empty()) {
      std::string block;
      append_redacted(block, encrypted);
      open_block(block, out);
    }
  } else if (part_.kind == PartKind::kText && options_.same_protocol && open_) {
    for (std::size_t i = passed_citations_; i < end.annotations.size(); ++i) {
      std::string text;
      ObjectText(text).text("type", "citations_delta").value("citation", end.annotations[i]).close();
      raw_delta(text, out);
    }
  }
  close_block(out);
}

void MessagesStreamEncoder::write(const CallPiece& piece, std::string& out) {
  if (piece.choice != 0) return;
  if (!piece_open_) {
    Call call;
    call.id = piece.id;
    call.name = piece.name;
    call.extras = piece.extras;
    std::string block;
    append_tool_use(block, call, {}, options_.same_protocol);
    open_block(block, out);
    piece_open_ = true;
  }
  if (!piece.arguments.empty()) delta("input_json_delta", "partial_json", piece.arguments, out);
  if (piece.ended) close_block(out);
}

void MessagesStreamEncoder::write(const Call& call, std::string& out) {
  if (call.choice != 0) return;
  std::string block;
  append_tool_use(block, call, {}, options_.same_protocol);
  open_block(block, out);
  delta("input_json_delta", "partial_json", input_of(call), out);
  close_block(out);
}

void MessagesStreamEncoder::write(const Other& other, std::string& out) {
  if (!options_.same_protocol) return;
  if (other.part && other.type == "content_block_delta") {
    if (open_) raw_delta(json::write(other.data), out);
    return;
  }
  append_sse_event(out, other.type, json::write(other.data));
}

void MessagesStreamEncoder::write_end(std::string& out) {
  close_block(out);
  if (!finish_passed_) {
    if (!has_finish_) finish_.reason = FinishReason::kLength;
    std::string data = R"({"type":"message_delta","delta":)";
    ObjectText told(data);
    told.text("stop_reason", word_for(finish_, options_.same_protocol));
    if (finish_.stop_sequence) {
      told.text("stop_sequence", *finish_.stop_sequence);
    } else {
      told.raw("stop_sequence", "null");
    }
    if (options_.same_protocol) told.members(finish_extras(finish_, false));
    told.close();
    append_usage(data += R"(,"usage":)", usage_, options_.same_protocol);
    if (options_.same_protocol) {
      for (const json::Member& extra : finish_extras(finish_, true)) {
        json::append_quoted(data += ',', extra.key);
        json::append(data += ':', extra.value);
      }
    }
    data += '}';
    append_sse_event(out, "message_delta", data);
  }
  append_sse_event(out, "message_stop", R"({"type":"message_stop"})");
  done_ = true;
}

}  // namespace argwright::protocol::messages
