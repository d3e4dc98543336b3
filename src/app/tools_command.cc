// Tested by tools_command_test.cc.
#include "app/tools_command.h"

#include <unistd.h>

#include "app/builtin_tools.h"
#include "app/complain.h"
#include "app/output.h"
#include "app/repair_command.h"

namespace argwright::app {

std::string tools_text(const ToolsSettings& settings) {
  std::vector<ExportSubject> subjects;
  for (const std::shared_ptr<Tool>& tool : builtin_tools()) subjects.push_back(ExportSubject::of(*tool));
  return export_tools(subjects, settings.format);
}

int run_tools(const ToolsSettings& settings) {
  Output out(STDOUT_FILENO);
  out.write(tools_text(settings));
  if (out.flush()) return kExitOk;
  if (!out.closed()) complain("standard output", out.error_words());
  return kExitError;
}

}  // namespace argwright::app
