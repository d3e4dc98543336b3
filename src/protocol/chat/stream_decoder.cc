#include "protocol/chat/stream_decoder.h"

#include <utility>

#include "protocol/chat/chunk_shape.h"
#include "protocol/fields.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol::chat {

void ChatStreamDecoder::decode(const SseBlock& block, Events& events) {
  // Clients stop reading at [DONE], whatever follows.
  if (!block.has_data || reader_.ended()) return;
  if (!template_.empty() && decode_quickly(block.data, events)) return;
  EventDecoder::decode(block, events);
}

// Usage alone is in the streams of many.
bool ChatStreamDecoder::knows(std::string_view /*type*/, const json::Value& event) const {
  return event.find("choices") != nullptr || event.find("x_groq") != nullptr ||
         text_at(event, "object").starts_with("chat.completion");
}

void ChatStreamDecoder::read_done_mark(const Came& came, Events& events) {
  if (!is_plain_done_mark(came.text)) events.emplace_back(Mended{"done_mark", "an odd spelling of [DONE]"});
  end(true, events);
}

void ChatStreamDecoder::read_event(const Came& came, json::Value event, Events& events) {
  if (came.name == "error") return reader_.fail(event, events);
  if (shape_chunk(event)) {
    events.emplace_back(Mended{"delta_shape", "a call that stands in the delta itself"});
    return reader_.read(std::move(event), events);
  }
  const std::size_t before = events.size();
  reader_.read(std::move(event), events);
  const std::optional<ReplyReader::Continuation> continuation =
      reader_.continuation(std::span(events).subspan(before));
  if (continuation && template_.learn(came.text, continuation->key)) last_ = *continuation;
}

void ChatStreamDecoder::refuse(const Came& came, const Error& error, Events& events) {
  reader_.flush(events);
  add_unreadable_block(came.text, error, events);
}

bool ChatStreamDecoder::decode_quickly(std::string_view data, Events& events) {
  if (data.size() > limits_.max_bytes || !reader_.continues(last_)) return false;
  std::optional<std::string> text = template_.match(data);
  if (!text) return false;
  if (last_.is_call) {
    CallPiece& piece = std::get<CallPiece>(events.emplace_back(std::in_place_type<CallPiece>));
    piece.choice = last_.choice;
    piece.index = last_.index;
    piece.arguments = *std::move(text);
  } else {
    events.emplace_back(Delta{last_.choice, last_.part, *std::move(text), {}, {}});
  }
  return true;
}

// Servers that close the connection in place of [DONE] are common: a finish reason is what tells a whole
// reply.
void ChatStreamDecoder::finish(Events& events) { end(false, events); }

void ChatStreamDecoder::end(bool clean, Events& events) {
  if (!reader_.ended()) tell_if_strange(events);
  reader_.end(clean, events);
}

}  // namespace argwright::protocol::chat
