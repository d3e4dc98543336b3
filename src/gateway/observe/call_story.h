// One call as it passes, for people who watch: what the model sent, what went out, and why they differ.
//
//   ~ get_weather  repaired, 3 fixes  call_1
//       raw   {'city': 'Oslo',}
//       sent  {"city":"Oslo"}
//       fix   single_quotes   turned single quotes into double quotes (2x)
//       fix   trailing_comma  dropped a trailing comma
#pragma once

#include <cstddef>
#include <string>

#include "base/terminal.h"
#include "protocol/report.h"

namespace argwright::gateway {

// Tells calls[index]; ends with a line break. A call that was fine takes one line. What was sent is never
// more than a few lines of the terminal's width; secrets in it are masked, control characters made visible.
std::string call_story(const protocol::Report& report, std::size_t index, const Terminal& terminal);

}  // namespace argwright::gateway
