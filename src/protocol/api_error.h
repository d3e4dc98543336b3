// An error of an API, whatever shape it came in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "protocol/protocol.h"

namespace argwright::protocol {

struct ApiError {
  int status = 500;     // as the client should see it: that of the reply, or the one its body tells
  std::string type;     // "rate_limit_error"; empty where the upstream tells none
  std::string code;     // "model_not_found"; numbers as text
  std::string message;  // never empty
  std::string param;    // the request's member at fault
  json::Value source;   // the body as it came
};

// Reads an error body of any shape seen in the wild (WIRE.md section 4). `status` is that of the HTTP reply.
// A body that is no JSON is told by its beginning. Never fails.
ApiError read_error_text(int status, std::string_view body);
ApiError read_error(int status, const json::Value& body);

// Is this body, sent with status 200, an error all the same ({"error": ..} without a reply, base_resp of
// MiniMax)?
bool is_error_body(const json::Value& body);
// Is it already what clients of the protocol read as an error, in a body as in a stream?
bool is_own_error(Protocol protocol, const json::Value& body);
// MiniMax: a base_resp that tells of an error, also beside choices.
bool has_bad_status(const json::Value& body);

// The body of the client protocol's own error.
std::string write_error(Protocol protocol, const ApiError& error);
// "rate_limit_error" and the like: what each protocol calls the error of this status.
std::string_view error_type(Protocol protocol, int status);

}  // namespace argwright::protocol
