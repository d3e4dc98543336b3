// `argwright demo`: a guided tour of the engine.
#pragma once

#include <string>

#include "app/terminal.h"

namespace argwright::app {

// The whole demonstration as text, at most 100 columns wide.
std::string demo_text(const Terminal& terminal);

// Writes it to standard output; the exit status.
int run_demo();

}  // namespace argwright::app
