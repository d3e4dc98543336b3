#include "provider/profile.h"

#include <utility>

namespace argwright::provider {

using protocol::Protocol;

const std::string& BaseUrls::of(Protocol protocol) const {
  switch (protocol) {
    case Protocol::kChat: break;
    case Protocol::kResponses: return responses;
    case Protocol::kMessages: return messages;
  }
  return chat;
}

protocol::RequestEncodeOptions encode_options(const Profile& profile) {
  protocol::RequestEncodeOptions options;
  options.legacy_max_tokens = profile.max_tokens == MaxTokens::kMaxTokens;
  options.developer_role = profile.developer_role;
  options.reasoning_items = profile.reasoning_items;
  options.empty_content = profile.empty_content == EmptyContent::kText;
  options.stream_usage = profile.stream_options;
  return options;
}

std::pair<std::string, std::string> key_header(Protocol protocol, std::string_view key) {
  if (protocol == Protocol::kMessages) return {"x-api-key", std::string(key)};
  return {"authorization", "Bearer " + std::string(key)};
}

}  // namespace argwright::provider
