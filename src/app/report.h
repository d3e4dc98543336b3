// `argwright repair --report json`: one JSON object per input, for programs.
#pragma once

#include <string>
#include <string_view>

#include "app/answer.h"

namespace argwright::app {

// {"file","outcome","rejection","complete","unquote_depth","text","arguments","partial","fixes",
//  "fixes_total","diagnostics","parse_warning","parse_error","error":{"code","message","offset"}} on one
// line, without its end. What is absent is null. `file` is "-" for standard input.
std::string report_line(std::string_view file, const Answer& answer, const Details& details);

}  // namespace argwright::app
