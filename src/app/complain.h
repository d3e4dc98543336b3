// The one line on standard error that tells what went wrong.
#pragma once

#include <string_view>

namespace argwright::app {

// "argwright: WHAT: WORDS" (without WHAT where it is empty), one line whatever the bytes, and not a long one.
void complain(std::string_view what, std::string_view words);

}  // namespace argwright::app
