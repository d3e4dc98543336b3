// Errors that the gateway itself tells, in the client's own protocol.
#pragma once

#include <string>
#include <string_view>

#include "net/exchange.h"
#include "net/pool.h"
#include "protocol/api_error.h"

namespace argwright::gateway {

protocol::ApiError api_error(int status, std::string code, std::string message);
// 502, 504 ..: what a client is told of an upstream that could not be asked.
protocol::ApiError api_error(const net::Fault& fault);

// Which protocol's words a path wants: /v1/messages.. those of Anthropic, /v1/responses those of Responses.
protocol::Protocol protocol_of_path(std::string_view path);

}  // namespace argwright::gateway
