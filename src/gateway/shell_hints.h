// S2-38 .. S2-41: hints in the descriptions of tools that run a shell keep models out of the usual traps of
// quoting. They stand in the descriptions only; commands are never touched. What they say, and which tools
// run a shell, is argwright/tool_export.h's to know.
#pragma once

#include "argwright/catalog.h"
#include "protocol/request.h"

namespace argwright::gateway {

// Does one of the tools run a shell?
bool holds_shell_tool(const ToolCatalog& tools);

// True: a description was changed. Hints that are already there are not added again.
bool add_shell_hints(protocol::Request& request);

}  // namespace argwright::gateway
