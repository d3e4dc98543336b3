// on_reject = "reask" and on_misfit = "reask": the model is told what was wrong with its call and asked
// again.
#pragma once

#include "gateway/config.h"
#include "protocol/report.h"
#include "protocol/request.h"

namespace argwright::gateway {

// Is there a call that the model should be asked for again? Cut-off calls are not: the model would be cut off
// again.
bool wants_reask(const protocol::Report& report, const GovernanceConfig& governance);

// Appends what a client would send that had run nothing: the model's calls, and a result for each that says
// what is wrong with it, in the grain of the request's own protocol.
void append_refused_calls(protocol::Request& request, const protocol::Report& report);

// The report of both replies: the calls that were asked for again never went out.
protocol::Report joined_report(protocol::Report before, protocol::Report after);

}  // namespace argwright::gateway
