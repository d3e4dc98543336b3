// Requests of OpenAI Responses, read.
#pragma once

#include "argwright/json.h"
#include "argwright/result.h"
#include "protocol/request.h"

namespace argwright::protocol::responses {

Result<Request> decode_request(const json::Value& body);

}  // namespace argwright::protocol::responses
