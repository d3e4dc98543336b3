// How an upstream is asked for a model's reply.
#pragma once

#include <cstddef>
#include <string>

#include "gateway/call_state.h"
#include "net/client_call.h"

namespace argwright::gateway {

// The head of a request with a body of this size to the upstream that is being asked.
std::string upstream_head(const CallState& state, std::size_t body_size, bool wants_stream);
// The longest it may take.
net::ClientTimes upstream_times(const CallState& state);

}  // namespace argwright::gateway
