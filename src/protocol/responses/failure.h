// The errors of the protocol: events `error`, flat and nested, `response.failed`, and bodies.
#pragma once

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol::responses {

// `data`: an event or a body that tells an error, in any of those shapes.
Failure read_failure(json::Value data);

}  // namespace argwright::protocol::responses
