// A whole call as an entry of tool_calls.
#pragma once

#include <optional>
#include <string>

#include "protocol/event.h"

namespace argwright::protocol::chat {

// With an index: as a delta. A free-text call is written as such where the upstream speaks the protocol too,
// else as a call of a function with the one argument `input`.
void append_call(std::string& out, const Call& call, std::optional<int> index, bool same_protocol);

}  // namespace argwright::protocol::chat
