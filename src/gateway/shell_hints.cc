#include "gateway/shell_hints.h"

namespace argwright::gateway {
namespace {

constexpr std::string_view kTool = "shell";
constexpr std::string_view kHint =
    "Hints: for long OR patterns pass several -e options, or a list of patterns with -f from standard input. "
    "Prefer rg (ripgrep): it needs fewer quotes and brackets. Put explanations into the answer's text, never "
    "into the arguments.";

}  // namespace

bool holds_shell_tool(std::string_view tools) { return tools.find("\"shell\"") != std::string_view::npos; }

bool add_shell_hints(protocol::Request& request) {
  bool changed = false;
  if (!request.tools) return false;
  for (protocol::ToolSpec& tool : *request.tools) {
    if (tool.name != kTool || tool.kind == protocol::ToolKind::kHosted) continue;
    std::string description = tool.description.value_or("");
    if (description.find(kHint) != std::string::npos) continue;
    if (!description.empty()) description += "\n\n";
    description += kHint;
    tool.description = std::move(description);
    changed = true;
  }
  return changed;
}

}  // namespace argwright::gateway
