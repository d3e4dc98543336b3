#include "protocol/event_decoder.h"

#include <string>
#include <utility>
#include <vector>

#include "protocol/event_frames.h"
#include "protocol/fields.h"

namespace argwright::protocol {

void EventDecoder::decode(const SseBlock& block, Events& events) {
  if (!block.has_data || is_over()) return;
  // Nearly all.
  if (block.data.starts_with('{')) {
    if (Result<json::Value> event = text_.read(block.data, events))
      return read_event({block.type, block.data}, *std::move(event), events);
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
      refuse(came, event.error(), events);
      continue;
    }
    // The name of the block is not that of each.
    const std::string type(text_at(*event, "type"));
    if (found.size() > 1 && came.name.empty()) came.name = type;
    read_event(came, *std::move(event), events);
  }
}

}  // namespace argwright::protocol
