// The report of a reply, for a client that asked for it with x-argwright-report: 1.
#pragma once

#include <string>
#include <string_view>

#include "protocol/report.h"

namespace argwright::gateway {

// A comment at the end of a stream, which every reader of events skips: ": argwright-report {..}\n\n".
std::string report_comment(const protocol::Report& report);
// The body with one more member, "argwright", at its end. What is no object stays as it is.
std::string add_report(std::string_view body, const protocol::Report& report);

}  // namespace argwright::gateway
