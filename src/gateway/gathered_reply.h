// A stream as the body that a client asked for: some upstreams only stream.
#pragma once

#include <string_view>

#include "protocol/relay.h"

namespace argwright::gateway {

// What was fed to `relay`, which was made with RelayOptions::gather_reply and these options and is finished.
protocol::RelayedBody gathered_body(const protocol::StreamRelay& relay,
                                    const protocol::RelayOptions& options);
// The same for all bytes of a stream. Precondition: options.gather_reply.
protocol::RelayedBody gathered_stream(std::string_view bytes, const protocol::RelayOptions& options);

}  // namespace argwright::gateway
