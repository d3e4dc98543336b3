// What the client gets in one piece.
#pragma once

#include <string_view>

#include "gateway/call_state.h"
#include "net/asio.h"
#include "protocol/api_error.h"

namespace argwright::gateway {

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kEventStreamType = "text/event-stream";

// `upstream_fields`: lines of the upstream's head that go on. False: the client has gone.
net::Task<bool> reply_whole(CallState& state, int status, std::string_view upstream_fields,
                            std::string_view body, std::string_view content_type);
// An error in the client's own protocol.
net::Task<void> reply_error(CallState& state, protocol::ApiError error, std::string_view fields = {});

// log.bodies = true: what came from the client, or goes to it.
void show_body(const CallState& state, std::string_view what, std::string_view text);

}  // namespace argwright::gateway
