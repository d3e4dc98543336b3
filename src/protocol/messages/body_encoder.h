// A whole message.
#pragma once

#include <string>

#include "protocol/codec.h"

namespace argwright::protocol::messages {

std::string encode_body(const Reply& reply, const EncodeOptions& options);

}  // namespace argwright::protocol::messages
