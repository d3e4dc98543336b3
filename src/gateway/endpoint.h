// Which room of the gateway a request is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/protocol.h"

namespace argwright::gateway {

enum class EndpointKind : std::uint8_t {
  kModelCall,    // a model's reply in one of the three protocols
  kCountTokens,  // /v1/messages/count_tokens
  kModels,       // /v1/models and /v1/models/{id}
  kResponses,    // /v1/responses/{id}..: what was kept
  kPass,         // anything else under /v1
  kHealth,
  kReady,
  kMetrics,
  kAdmin,
  kConsole,
  kUnknown,
};

struct Endpoint {
  EndpointKind kind = EndpointKind::kUnknown;
  protocol::Protocol protocol = protocol::Protocol::kChat;  // whose words errors are told in
  std::string_view name = "other";                          // for logs and metrics
  std::string_view path;                                    // without the query
  std::string_view query;                                   // without the question mark
  std::string_view rest;                                    // what follows the endpoint's own path: "{id}"
  bool wrong_method = false;                                // the path is right, the method is not
};

// Views are into `target`. A path with dot segments is nobody's.
Endpoint find_endpoint(std::string_view method, std::string_view target);

}  // namespace argwright::gateway
