// The JSON of a whole reply, read as clients read it, and as servers meant it: bytes that strict JSON refuses
// must not cost a reply that is there.
#pragma once

#include <string_view>

#include "argwright/json.h"
#include "argwright/limits.h"
#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::protocol {

// The value, with a Mended where the body must not pass as it is: characters that EventText mends, lines of a
// stream around the JSON ("data: ", "[DONE]"), or JSON that is written as a JSON string, alone or in a member
// `body`. The error is that of the body as it came.
Result<json::Value> read_body_text(std::string_view body, const Limits& limits, Events& events);

}  // namespace argwright::protocol
