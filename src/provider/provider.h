// What is known of each provider before a byte is sent: where its API is, which protocol it speaks, and how a
// request has to be spelled for it. One row per provider; a new one is a new row in provider.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/protocol.h"
#include "protocol/request_codec.h"

namespace argwright::provider {

// What stands before /chat/completions, /responses or /messages. Empty: the provider has no such endpoint, or
// it is self-hosted and only its owner knows where it is.
struct BaseUrls {
  std::string_view chat = {};
  std::string_view responses = {};
  std::string_view messages = {};

  std::string_view of(protocol::Protocol protocol) const;
};

struct Provider {
  std::string_view name;   // "deepseek", as argwright.toml and --provider spell it
  std::string_view title;  // "DeepSeek", as its owner spells it
  protocol::Protocol protocol = protocol::Protocol::kChat;  // spoken unless another is asked for
  BaseUrls base_urls = {};
  std::string_view example_url = {};  // for an error that asks for a base URL; empty where there is a default
  protocol::RequestEncodeOptions request = {};
};

// In the order of the documentation; "generic" stands first.
std::span<const Provider> providers();

// nullptr: there is no such provider. Names are lower case.
const Provider* provider_by_name(std::string_view name);

// The header by which an upstream of this protocol takes its key: name in lower case, and value.
std::pair<std::string, std::string> key_header(protocol::Protocol protocol, std::string_view key);

}  // namespace argwright::provider
