#include "provider/provider.h"

#include <algorithm>
#include <array>

namespace argwright::provider {
namespace {

using protocol::Protocol;
using protocol::RequestEncodeOptions;

// OpenAI invented max_completion_tokens and the developer role; those who copy its API may know neither. A
// server that knows only max_tokens ignores the new name without a word, and the limit would be lost.
constexpr RequestEncodeOptions compatible() {
  RequestEncodeOptions options;
  options.legacy_max_tokens = true;
  options.developer_role = false;
  return options;
}

constexpr RequestEncodeOptions with_max_completion_tokens() {
  RequestEncodeOptions options = compatible();
  options.legacy_max_tokens = false;
  return options;
}

// Its Responses endpoint takes reasoning back as plain text, without a proof.
constexpr RequestEncodeOptions deepseek() {
  RequestEncodeOptions options = compatible();
  options.reasoning_items = true;
  return options;
}

constexpr std::array kProviders = {
    Provider{.name = "generic",
             .title = "any API in the manner of OpenAI or Anthropic",
             .example_url = "https://llm.example.com/v1",
             .request = compatible()},
    Provider{.name = "openai",
             .title = "OpenAI",
             .base_urls = {.chat = "https://api.openai.com/v1", .responses = "https://api.openai.com/v1"}},
    Provider{
        .name = "anthropic",
        .title = "Anthropic",
        .protocol = Protocol::kMessages,
        .base_urls = {.chat = "https://api.anthropic.com/v1", .messages = "https://api.anthropic.com/v1"},
        .request = compatible()},
    Provider{.name = "deepseek",
             .title = "DeepSeek",
             .base_urls = {.chat = "https://api.deepseek.com",
                           .responses = "https://api.deepseek.com",
                           .messages = "https://api.deepseek.com/anthropic/v1"},
             .request = deepseek()},
    Provider{.name = "minimax",
             .title = "MiniMax",
             .base_urls = {.chat = "https://api.minimax.io/v1",
                           .responses = "https://api.minimax.io/v1",
                           .messages = "https://api.minimax.io/anthropic/v1"},
             .request = with_max_completion_tokens()},
    Provider{.name = "glm",
             .title = "GLM (Z.ai)",
             .base_urls = {.chat = "https://api.z.ai/api/paas/v4",
                           .messages = "https://api.z.ai/api/anthropic/v1"},
             .request = compatible()},
    Provider{.name = "kimi",
             .title = "Kimi (Moonshot)",
             .base_urls = {.chat = "https://api.moonshot.ai/v1",
                           .messages = "https://api.moonshot.ai/anthropic/v1"},
             .request = compatible()},
    Provider{.name = "qwen",
             .title = "Qwen (DashScope)",
             .base_urls = {.chat = "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"},
             .request = compatible()},
    Provider{.name = "openrouter",
             .title = "OpenRouter",
             .base_urls = {.chat = "https://openrouter.ai/api/v1"},
             .request = compatible()},
    Provider{
        .name = "vllm", .title = "vLLM", .example_url = "http://127.0.0.1:8000/v1", .request = compatible()},
    Provider{.name = "llamacpp",
             .title = "llama.cpp server",
             .example_url = "http://127.0.0.1:8080/v1",
             .request = compatible()},
    Provider{.name = "ollama",
             .title = "Ollama",
             .example_url = "http://127.0.0.1:11434/v1",
             .request = compatible()},
    Provider{.name = "gemini",
             .title = "Gemini (its OpenAI-compatible API)",
             .base_urls = {.chat = "https://generativelanguage.googleapis.com/v1beta/openai"},
             .request = compatible()},
};

}  // namespace

std::string_view BaseUrls::of(Protocol protocol) const {
  switch (protocol) {
    case Protocol::kChat: return chat;
    case Protocol::kResponses: return responses;
    case Protocol::kMessages: return messages;
  }
  return {};
}

std::span<const Provider> providers() { return kProviders; }

const Provider* provider_by_name(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kProviders, [&](const Provider& provider) { return provider.name == name; });
  return found == kProviders.end() ? nullptr : found;
}

std::pair<std::string, std::string> key_header(Protocol protocol, std::string_view key) {
  if (protocol == Protocol::kMessages) return {"x-api-key", std::string(key)};
  return {"authorization", "Bearer " + std::string(key)};
}

}  // namespace argwright::provider
