// What a stream's client gets while it waits: silence would make clients and proxies give up.
#pragma once

#include <string_view>

#include "protocol/protocol.h"

namespace argwright::gateway {

// Clients of Messages know pings; every reader of events skips a comment.
inline std::string_view keep_alive_text(protocol::Protocol protocol) {
  return protocol == protocol::Protocol::kMessages ? "event: ping\ndata: {\"type\": \"ping\"}\n\n"
                                                   : ": keep-alive\n\n";
}

}  // namespace argwright::gateway
