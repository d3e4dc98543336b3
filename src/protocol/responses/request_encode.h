// Requests of OpenAI Responses, written.
#pragma once

#include "argwright/result.h"
#include "protocol/request_codec.h"

namespace argwright::protocol::responses {

Result<EncodedRequest> encode_request(const Request& request, const RequestEncodeOptions& options);

}  // namespace argwright::protocol::responses
