// What a descriptor can show.
#pragma once

#include "base/terminal.h"

namespace argwright::app {

bool is_terminal(int descriptor);

// Asks the terminal behind `descriptor` for its width. Colours only on a terminal and without NO_COLOR.
Terminal terminal_of(int descriptor);

}  // namespace argwright::app
