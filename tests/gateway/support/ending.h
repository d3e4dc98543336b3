// Does a reply end as a client of its protocol can understand?
#pragma once

#include <string>
#include <vector>

#include "protocol/protocol.h"
#include "tests/gateway/support/http_text.h"

namespace argwright::gateway_test {

struct Ending {
  std::string fault;  // why it is no proper reply; empty: it is one
  bool is_error = false;
  bool is_cut_off = false;             // length, max_tokens, incomplete
  std::string text;                    // that the client saw
  std::vector<std::string> arguments;  // of the calls that the client may execute
};

// An error in the protocol's own words, a body, or a stream that ends as the protocol wants; calls are whole.
Ending ending_of(protocol::Protocol protocol, const HttpMessage& reply);

// The message of an error in the protocol's own words; empty: it is none.
std::string error_message(protocol::Protocol protocol, const std::string& body);

}  // namespace argwright::gateway_test
