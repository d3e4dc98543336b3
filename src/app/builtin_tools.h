// The tools that come with the program.
#pragma once

#include <memory>
#include <vector>

#include "argwright/execution.h"

namespace argwright::app {

// In the order in which they are listed: memory.search (the sample of the design, S1-102), diagnostics.
std::vector<std::shared_ptr<Tool>> builtin_tools();

}  // namespace argwright::app
