// What holds for a reply of any bytes on its way through the pipeline.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/protocol.h"

namespace argwright::fuzz {

// The first byte says to which protocol, whether as a body, and which switches are off; the rest is the
// reply, as an upstream of `from` sends it.
void check_reply(protocol::Protocol from, const std::uint8_t* data, std::size_t size);

}  // namespace argwright::fuzz
