// The errors of the protocol: events `error`, flat and nested, `response.failed`, and bodies.
#pragma once

#include <string_view>

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol::responses {

// `data`: an event or a body that tells an error, in any of those shapes.
Failure read_failure(const json::Value& data);
// `bytes` are no JSON, for the reason `what`.
Failure unreadable(std::string_view bytes, std::string_view what);

}  // namespace argwright::protocol::responses
