// A whole chat reply.
#pragma once

#include <string>

#include "protocol/codec.h"

namespace argwright::protocol::chat {

std::string encode_body(const Reply& reply, const EncodeOptions& options);

}  // namespace argwright::protocol::chat
