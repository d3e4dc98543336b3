// Which of the declared tools a message asks for.
#pragma once

#include <string_view>

#include "protocol/request.h"

namespace argwright::gateway::demo {

// The function tool whose name, description and parameters share most with the words of the message; where
// none does, the first. Nothing where the request has no function tool or forbids calls. A tool that
// `tool_choice` names is taken; only tools that it allows are looked at. The result points into `request`.
const protocol::ToolSpec* choose_tool(const protocol::Request& request, std::string_view message);

// A tool for a second call beside `first`: the next one that may be called, or `first` where it is alone.
const protocol::ToolSpec* other_tool(const protocol::Request& request, const protocol::ToolSpec& first);

}  // namespace argwright::gateway::demo
