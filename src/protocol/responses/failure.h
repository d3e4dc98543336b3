// The errors of the protocol: events `error`, flat and nested, `response.failed`, and bodies.
#pragma once

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol::responses {

// `data`: an event or a body that tells an error, in any of those shapes.
Failure read_failure(json::Value data);

// Do official clients raise what this event tells? A flat `error` event is something that OpenAI's only hands
// on, and then it waits for a terminal event in vain.
bool is_raised(const json::Value& event);

}  // namespace argwright::protocol::responses
