// The errors of AWS event streams, as proxies pass them on: an event `exception`, or one that holds nothing
// but {"throttlingException": {"message": ..}}.
#pragma once

#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol {

// Made into {"type": "error", "error": {type, message, ..}}, which all protocols read. False: it is none.
bool shape_exception(std::string_view name, json::Value& event);

}  // namespace argwright::protocol
