// `argwright tools`: the built-in tools, in the format that is asked for.
#pragma once

#include <string>

#include "argwright/tool_export.h"

namespace argwright::app {

struct ToolsSettings {
  ExportFormat format = ExportFormat::kMarkdown;
};

// What the command prints.
std::string tools_text(const ToolsSettings& settings);

// Writes it to standard output; the exit status.
int run_tools(const ToolsSettings& settings);

}  // namespace argwright::app
