// A reply that streams to its client as it comes.
#pragma once

#include "gateway/attempt.h"
#include "gateway/call_state.h"
#include "net/asio.h"
#include "net/client_call.h"
#include "protocol/relay.h"

namespace argwright::gateway {

// Until a byte has gone out a fault is left to the caller; afterwards the client is told.
net::Task<Attempt> relay_stream(CallState& state, net::ClientCall& call, protocol::RelayOptions& options);

}  // namespace argwright::gateway
