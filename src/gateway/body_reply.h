// Replies that the client gets as a body, and bodies that it gets as a stream.
#pragma once

#include "gateway/attempt.h"
#include "gateway/call_state.h"
#include "net/asio.h"
#include "net/client_call.h"
#include "protocol/relay.h"

namespace argwright::gateway {

// The upstream's error, in the client's protocol; where somebody else can be asked, it is only taken note of.
net::Task<Attempt> relay_error(CallState& state, net::ClientCall& call, protocol::RelayOptions& options,
                               bool is_last);
// The upstream's body, as a body or as the stream that the client asked for.
net::Task<Attempt> relay_whole(CallState& state, net::ClientCall& call, protocol::RelayOptions& options);
// A stream for a client that wants a body.
net::Task<Attempt> gather_stream(CallState& state, net::ClientCall& call, protocol::RelayOptions& options);

}  // namespace argwright::gateway
