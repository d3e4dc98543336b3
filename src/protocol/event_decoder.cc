#include "protocol/event_decoder.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "protocol/detect.h"
#include "protocol/event_frames.h"
#include "protocol/exception_event.h"
#include "protocol/fields.h"
#include "protocol/stream_fault.h"

namespace argwright::protocol {
namespace {

// What keeps a connection open says nothing of the protocol.
bool is_keep_alive(std::string_view type, const json::Value& event) {
  constexpr std::string_view kTypes[] = {"ping", "keepalive", "keep-alive", "keep_alive", "heartbeat"};
  if (std::ranges::find(kTypes, type) != std::end(kTypes)) return true;
  return event.is_null() || (event.is_object() && event.members().empty());
}

// What a reply is made of came out of it, or an error.
bool says_something(std::span<const Event> events) {
  return std::ranges::any_of(events, [](const Event& event) {
    return std::holds_alternative<Delta>(event) || std::holds_alternative<CallPiece>(event) ||
           std::holds_alternative<Finish>(event) || std::holds_alternative<Failure>(event);
  });
}

}  // namespace

void EventDecoder::decode(const SseBlock& block, Events& events) {
  if (!block.has_data || is_over()) return;
  // Nearly all.
  if (block.data.starts_with('{')) {
    if (Result<json::Value> event = text_.read(block.data, events))
      return take({block.type, block.data}, *std::move(event), events);
  }
  const std::vector<FramedEvent> found = events_within(block, events);
  for (const FramedEvent& framed : found) {
    if (is_over()) return;
    Came came{framed.name, framed.text};
    if (is_done_mark(came.text)) {
      read_done_mark(came, events);
      continue;
    }
    Result<json::Value> event = text_.read(came.text, events);
    if (!event) {
      is_known_ = true;
      refuse(came, event.error(), events);
      continue;
    }
    // The name of the block is not that of each.
    const std::string type(text_at(*event, "type"));
    if (found.size() > 1 && came.name.empty()) came.name = type;
    take(came, *std::move(event), events);
  }
}

void EventDecoder::take(const Came& came, json::Value event, Events& events) {
  if (shape_exception(came.name, event)) {
    events.emplace_back(Mended{"error_shape", "an exception of an event stream"});
    is_known_ = true;
    return read_event({"error", came.text}, std::move(event), events);
  }
  if (is_known_) return read_event(came, std::move(event), events);
  watch(text_at(event, "type").empty() ? came.name : text_at(event, "type"), came, event);
  const std::size_t before = events.size();
  read_event(came, std::move(event), events);
  is_known_ = is_known_ || says_something(std::span(events).subspan(before));
}

void EventDecoder::watch(std::string_view type, const Came& came, const json::Value& event) {
  is_known_ = knows(type, event);
  if (is_known_ || strange_ || is_keep_alive(type, event)) return;
  strange_ = Strange{std::string(came.text), detect_protocol(came.text)};
}

void EventDecoder::tell_if_strange(Events& events) {
  if (is_known_ || !strange_) return;
  add_strange_stream(protocol_, strange_->protocol, strange_->text, events);
  is_known_ = true;
}

}  // namespace argwright::protocol
