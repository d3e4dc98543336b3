// The report of a reply for clients: as JSON for those that ask (x-argwright-report: 1), and as the value of
// the header x-argwright-call for all.
#pragma once

#include <string>

#include "protocol/report.h"

namespace argwright::gateway {

// One line:
//   {"calls":[{"id","name","choice","fate","outcome","rejection","complete","unquote_depth",
//              "fixes":[{"rule","offset","before","after"}],
//              "diagnostics":[{"path","code","message","severity"}],"parse_warning","parse_error"}],
//    "notes":[{"code","message"}]}
// Spelled as `argwright repair --report json` spells them. A free-text call has outcome null and no fixes.
std::string report_json(const protocol::Report& report);

// "ok=1, repaired=2, withheld=1": how many calls ended how (call_word()), best first; empty without calls.
std::string call_header(const protocol::Report& report);

}  // namespace argwright::gateway
