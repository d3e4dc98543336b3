// The three wire protocols.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace argwright::protocol {

enum class Protocol : std::uint8_t {
  kChat,       // OpenAI Chat Completions, POST /v1/chat/completions
  kResponses,  // OpenAI Responses, POST /v1/responses
  kMessages,   // Anthropic Messages, POST /v1/messages
};
inline constexpr Protocol kProtocols[] = {Protocol::kChat, Protocol::kResponses, Protocol::kMessages};

std::string_view protocol_name(Protocol protocol);  // "chat", "responses", "messages"
std::optional<Protocol> protocol_by_name(std::string_view name);

}  // namespace argwright::protocol
