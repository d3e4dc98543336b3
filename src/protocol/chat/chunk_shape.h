// Chunks of servers whose deltas are not those of the protocol, put into its shape before they are read.
#pragma once

#include "argwright/json.h"

namespace argwright::protocol::chat {

// Calls that stand in the delta itself, as Snowflake's Cortex has them: {"type": "tool_use", "tool_use_id",
// "name"} begins one, {"type": "tool_use", "input"} goes on with it. True: there was one.
bool shape_chunk(json::Value& chunk);

}  // namespace argwright::protocol::chat
