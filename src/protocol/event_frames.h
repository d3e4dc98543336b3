// The events in a block of a stream whose framing went wrong: lines that a proxy took for data of its own,
// events within a JSON string or a list, several that no blank line parts.
#pragma once

#include <string>
#include <vector>

#include "protocol/event.h"
#include "protocol/sse.h"

namespace argwright::protocol {

struct FramedEvent {
  std::string name;  // the `event` field; empty where none is its own
  std::string text;  // the data
};

// What is none is told as it came, as the last of them. None where the lines within the data have no data.
// A Mended says what was found; without one there is a single event, which is the block as it came.
std::vector<FramedEvent> events_within(const SseBlock& block, Events& events);

}  // namespace argwright::protocol
