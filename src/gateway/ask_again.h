// Asking an upstream again for calls that cannot be used (reask.h says which, and in what words).
#pragma once

#include <optional>

#include "gateway/call_state.h"
#include "net/asio.h"
#include "protocol/relay.h"

namespace argwright::gateway {

// Tells the model what was wrong with its calls and asks again, as often as may be. Nothing: no reply came
// whose calls can be used. `report` grows by those of the replies that came.
net::Task<std::optional<protocol::RelayedBody>> ask_again(CallState& state, protocol::Report& report,
                                                          const protocol::RelayOptions& options);
// The same for a stream that has begun: its client is kept waiting with comments or pings meanwhile.
net::Task<std::optional<protocol::RelayedBody>> ask_again_beside_stream(
    CallState& state, protocol::Report& report, const protocol::RelayOptions& options);

}  // namespace argwright::gateway
