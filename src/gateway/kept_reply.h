// What is kept of a reply: the response of a Responses client, and what the model thought.
#pragma once

#include <string_view>

#include "gateway/call_state.h"
#include "net/asio.h"
#include "protocol/relay.h"

namespace argwright::gateway {

// Has the response to be kept? Not where its client says so, or its upstream keeps it.
bool keeps_response(const CallState& state);
// A response as the client gets it, before the client can refer to it. Precondition: keeps_response().
net::Task<void> keep_response(const CallState& state, std::string_view response_body);
// Bytes of a stream: do they hold the last event, with a response that has to be kept? (A search for words:
// it costs no coroutine where they do not.) Then it is kept like a body.
bool ends_kept_response(const CallState& state, std::string_view sent);
net::Task<void> keep_streamed_response(const CallState& state, std::string_view sent);

// A reader of thoughts for the reply to come, where they are wanted.
void read_thoughts(CallState& state, protocol::RelayOptions& options);
// What the model thought, before the client can ask again.
net::Task<void> remember(CallState& state, const protocol::Report& report);

}  // namespace argwright::gateway
