// Requests of OpenAI Chat Completions, written.
#pragma once

#include "argwright/result.h"
#include "protocol/request_codec.h"

namespace argwright::protocol::chat {

Result<EncodedRequest> encode_request(const Request& request, const RequestEncodeOptions& options);

}  // namespace argwright::protocol::chat
