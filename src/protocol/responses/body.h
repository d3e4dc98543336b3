// A Responses body, to and from events.
#pragma once

#include <string>

#include "argwright/json.h"
#include "protocol/codec.h"

namespace argwright::protocol::responses {

void decode_body(json::Value whole, Events& events);
std::string encode_body(const Reply& reply, const EncodeOptions& options);

}  // namespace argwright::protocol::responses
