// Which protocol, and whether a stream: told by the bytes of a reply.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/protocol.h"

namespace argwright::protocol {

// A body begins with a bracket, whatever white space before it.
bool looks_like_body(std::string_view bytes);

// From the first event, or from the body; nothing when neither tells.
std::optional<Protocol> detect_protocol(std::string_view bytes);

}  // namespace argwright::protocol
