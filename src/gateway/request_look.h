// A quick look at a client's request: what routing and governing need, without building values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"
#include "protocol/protocol.h"

namespace argwright::gateway {

// Views are into the body.
struct RequestLook {
  std::string model;            // empty: none is named
  std::string_view model_text;  // as it stands there, with its quotes
  std::string_view tools;       // the list as it stands there; empty: none
  bool stream = false;
  bool include_usage = false;        // Chat: stream_options.include_usage
  bool store = true;                 // Responses
  bool has_thread = false;           // Messages
  std::string previous_response_id;  // Responses
  // The conversation may hold calls, results or references, so that it has to be read.
  bool has_history = false;
};

// Errors: the body is no JSON object, or names twice what must be named once (two readers could take two
// different ones). The string may grow in capacity, not in content.
Result<RequestLook> look_at_request(protocol::Protocol protocol, std::string& body);

// The body with another model in the place of the one it names. Precondition: `look` was taken at this body,
// and found one.
std::string with_model(std::string_view body, const RequestLook& look, std::string_view model);

}  // namespace argwright::gateway
