#include "provider/provider.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace argwright::provider {
namespace {

using protocol::Protocol;

TEST(Providers, AreThoseOfTheCommandLine) {
  std::vector<std::string> names;
  for (const Provider& provider : providers()) names.emplace_back(provider.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"generic", "openai", "anthropic", "deepseek", "minimax", "glm", "kimi",
                                      "qwen", "openrouter", "vllm", "llamacpp", "ollama", "gemini"}));
}

TEST(Providers, AreFoundByTheirExactName) {
  for (const Provider& provider : providers()) EXPECT_EQ(provider_by_name(provider.name), &provider);
  EXPECT_EQ(provider_by_name("OpenAI"), nullptr);
  EXPECT_EQ(provider_by_name("open"), nullptr);
  EXPECT_EQ(provider_by_name(""), nullptr);
}

// Whoever has no default must have an example for the error that asks for a base URL, and the other way
// round.
TEST(Providers, HaveADefaultUrlForTheirOwnProtocolOrAnExample) {
  for (const Provider& provider : providers()) {
    EXPECT_NE(provider.base_urls.of(provider.protocol).empty(), provider.example_url.empty())
        << provider.name;
    EXPECT_FALSE(provider.title.empty()) << provider.name;
  }
}

TEST(Providers, UrlsEndWhereTheEndpointBegins) {
  std::size_t seen = 0;
  for (const Provider& provider : providers()) {
    for (const Protocol protocol : protocol::kProtocols) {
      const std::string_view url = provider.base_urls.of(protocol);
      if (url.empty()) continue;
      ++seen;
      EXPECT_TRUE(url.starts_with("https://")) << url;
      EXPECT_FALSE(url.ends_with('/')) << url;
      EXPECT_EQ(url.find_first_of("?# "), std::string_view::npos) << url;
    }
  }
  EXPECT_GE(seen, 15U);
}

TEST(Providers, TellUrlsApartByProtocol) {
  const Provider& deepseek = *provider_by_name("deepseek");
  EXPECT_EQ(deepseek.base_urls.of(Protocol::kChat), "https://api.deepseek.com");
  EXPECT_EQ(deepseek.base_urls.of(Protocol::kMessages), "https://api.deepseek.com/anthropic/v1");
  EXPECT_EQ(provider_by_name("glm")->base_urls.of(Protocol::kResponses), "");
  EXPECT_EQ(provider_by_name("anthropic")->protocol, Protocol::kMessages);
}

TEST(Providers, SpellRequestsAsTheirApiReadsThem) {
  EXPECT_FALSE(provider_by_name("openai")->request.legacy_max_tokens);
  EXPECT_TRUE(provider_by_name("openai")->request.developer_role);
  EXPECT_TRUE(provider_by_name("glm")->request.legacy_max_tokens);
  EXPECT_FALSE(provider_by_name("glm")->request.developer_role);
  EXPECT_FALSE(provider_by_name("minimax")->request.legacy_max_tokens);
  EXPECT_TRUE(provider_by_name("deepseek")->request.reasoning_items);
}

TEST(KeyHeader, FollowsTheProtocol) {
  using Header = std::pair<std::string, std::string>;
  EXPECT_EQ(key_header(Protocol::kChat, "k"), (Header{"authorization", "Bearer k"}));
  EXPECT_EQ(key_header(Protocol::kResponses, "k"), (Header{"authorization", "Bearer k"}));
  EXPECT_EQ(key_header(Protocol::kMessages, "k"), (Header{"x-api-key", "k"}));
}

}  // namespace
}  // namespace argwright::provider
