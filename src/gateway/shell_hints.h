// S2-38 .. S2-41: a hint in the description of a tool named `shell` keeps models out of the usual traps of
// quoting. It stands in the description only; commands are never touched.
#pragma once

#include <string_view>

#include "protocol/request.h"

namespace argwright::gateway {

// May this list of tools, as it came, hold a tool named "shell"?
bool holds_shell_tool(std::string_view tools);

// True: a description was changed. A hint that is already there is not added again.
bool add_shell_hints(protocol::Request& request);

}  // namespace argwright::gateway
