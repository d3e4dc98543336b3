#include "gateway/shell_hints.h"

#include <algorithm>

#include "argwright/tool_export.h"

namespace argwright::gateway {

bool holds_shell_tool(const ToolCatalog& tools) {
  return std::any_of(tools.all().begin(), tools.all().end(),
                     [](const auto& entry) { return is_shell_tool_name(entry->declaration.name); });
}

bool add_shell_hints(protocol::Request& request) {
  bool changed = false;
  if (!request.tools) return false;
  for (protocol::ToolSpec& tool : *request.tools) {
    if (tool.kind != protocol::ToolKind::kFunction || !is_shell_tool_name(tool.name)) continue;
    std::string hinted = with_shell_hints(tool.description.value_or(""));
    if (tool.description == hinted) continue;
    tool.description = std::move(hinted);
    changed = true;
  }
  return changed;
}

}  // namespace argwright::gateway
