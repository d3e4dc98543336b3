#include "gateway/error_reply.h"

namespace argwright::gateway {

using protocol::ApiError;
using protocol::Protocol;

ApiError api_error(int status, std::string code, std::string message) {
  ApiError error;
  error.status = status;
  error.code = std::move(code);
  error.message = std::move(message);
  return error;
}

ApiError api_error(const net::Fault& fault) {
  const bool late = fault.kind == net::FaultKind::kTimeout;
  return api_error(late ? 504 : 502, "upstream_" + std::string(net::fault_name(fault.kind)), fault.message);
}

Protocol protocol_of_path(std::string_view path) {
  if (path.starts_with("/v1")) path.remove_prefix(3);
  if (path.starts_with("/messages")) return Protocol::kMessages;
  if (path.starts_with("/responses")) return Protocol::kResponses;
  return Protocol::kChat;
}

}  // namespace argwright::gateway
