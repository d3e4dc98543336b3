// What every export does first: descriptions cut to the budget, hints appended.
#pragma once

#include "argwright/tool_export.h"

namespace argwright::tool {

ExportSubject prepared(const ExportSubject& tool, const ExportOptions& options);

}  // namespace argwright::tool
