#include "protocol/protocol.h"

namespace argwright::protocol {

std::string_view protocol_name(Protocol protocol) {
  switch (protocol) {
    case Protocol::kChat: return "chat";
    case Protocol::kResponses: return "responses";
    case Protocol::kMessages: return "messages";
  }
  return "";
}

std::optional<Protocol> protocol_by_name(std::string_view name) {
  for (const Protocol protocol : kProtocols) {
    if (protocol_name(protocol) == name) return protocol;
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
