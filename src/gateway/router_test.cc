// Upstreams, the router between them, and what a reload carries over.
#include "gateway/router.h"

#include <map>

#include "gateway/header_rules.h"
#include "gateway/key_hash.h"
#include "gateway/runtime.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using protocol::Protocol;

const net::Lookup kEmpty = [](std::string_view) { return std::optional<std::string>(); };

UpstreamConfig upstream_config(const std::string& name, const std::string& url = "http://127.0.0.1:9/v1",
                               Protocol protocol = Protocol::kChat) {
  UpstreamConfig config;
  config.name = name;
  config.base_url = url;
  config.protocol = protocol;
  return config;
}
std::shared_ptr<Upstream> upstream(const UpstreamConfig& config, const net::Lookup& environment = kEmpty) {
  Result<std::shared_ptr<Upstream>> made = Upstream::make(config, environment);
  EXPECT_TRUE(made) << (made ? "" : made.error().message);
  return made ? *made : nullptr;
}

std::string key_line(Protocol protocol, std::string_view key, const ConfiguredFields& headers = {}) {
  UpstreamConfig config = upstream_config("a", "http://127.0.0.1:9/v1", protocol);
  config.headers = headers;
  std::string head;
  append_key_field(head, *upstream(config), key);
  return head;
}

Router router_of(std::vector<RouteConfig> routes, const std::vector<std::string>& names = {"a", "b", "c"}) {
  Config config;
  config.routes = std::move(routes);
  std::vector<std::shared_ptr<Upstream>> upstreams;
  for (const std::string& name : names) upstreams.push_back(upstream(upstream_config(name)));
  Result<Router> router = Router::make(config, std::move(upstreams));
  EXPECT_TRUE(router) << (router ? "" : router.error().message);
  return *std::move(router);
}

// "a b:other": the order in which upstreams are asked, and the model's name there.
std::string order(const Router& router, std::string_view model, std::uint64_t draw = 0) {
  std::string text;
  for (const Target& target : router.targets(model, draw)) {
    text += (text.empty() ? "" : " ") + target.upstream->config.name;
    if (!target.model.empty()) text += ":" + target.model;
  }
  return text;
}

TEST(Router, WithoutRoutesTheFirstTakesAll) {
  const Router router = router_of({});
  EXPECT_EQ(order(router, "anything"), "a");
  EXPECT_EQ(order(router, ""), "a");
}

TEST(Router, TakesTheFirstRouteThatFits) {
  const Router router = router_of({{{"gpt-*", "o?"}, {{"a", "", 0}, {"b", "other", 0}}},
                                   {{"gpt-5"}, {{"c", "", 0}}},
                                   {{"claude"}, {{"c", "sonnet", 0}}}});
  EXPECT_EQ(order(router, "gpt-5"), "a b:other");
  EXPECT_EQ(order(router, "o3"), "a b:other");
  EXPECT_EQ(order(router, "claude"), "c:sonnet");
  EXPECT_EQ(order(router, "claude-4"), "");
  EXPECT_EQ(router.named_models(), (std::vector<std::string>{"gpt-5", "claude"}));
}

TEST(Router, DrawsByWeight) {
  const Router router = router_of({{{"*"}, {{"a", "", 1}, {"b", "", 3}, {"c", "", 6}}}});
  std::map<std::string, int> first;
  for (std::uint64_t draw = 0; draw < 10'000; ++draw) {
    const std::string drawn = order(router, "m", draw * 0x9e3779b97f4a7c15U >> 7);
    ASSERT_EQ(drawn.size(), 5U) << drawn;  // each upstream once
    ASSERT_NE(drawn[0], drawn[2]);
    ASSERT_NE(drawn[2], drawn[4]);
    ASSERT_NE(drawn[0], drawn[4]);
    ++first[drawn.substr(0, 1)];
  }
  EXPECT_NEAR(first["a"], 1000, 150);
  EXPECT_NEAR(first["b"], 3000, 250);
  EXPECT_NEAR(first["c"], 6000, 300);
}

TEST(Router, DrawsAlsoWithTheLargestWeights) {
  constexpr unsigned kMost = ~0U;
  const Router router = router_of({{{"*"}, {{"a", "", kMost}, {"b", "", kMost}, {"c", "", 1}}}});
  for (const std::uint64_t draw :
       {std::uint64_t{0}, std::uint64_t{kMost}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_EQ(order(router, "m", draw).size(), 5U);
  }
}

TEST(Router, NamesAnUpstreamThatIsMissing) {
  Config config;
  config.routes = {{{"*"}, {{"nobody", "", 0}}}};
  const Result<Router> router = Router::make(config, {upstream(upstream_config("a"))});
  ASSERT_FALSE(router);
  EXPECT_EQ(router.error().message, "a route names the upstream 'nobody', which is not there");
}

TEST(Upstream, KnowsItsPaths) {
  struct Row {
    const char* url;
    Protocol protocol;
    const char* endpoint;
    const char* models;  // for /v1/models
  };
  for (const Row& row : {
           Row{"http://h/v1", Protocol::kChat, "/v1/chat/completions", "/v1/models"},
           Row{"http://h", Protocol::kChat, "/chat/completions", "/v1/models"},
           Row{"http://h/api/paas/v4", Protocol::kChat, "/api/paas/v4/chat/completions",
               "/api/paas/v4/models"},
           Row{"http://h/v1/", Protocol::kResponses, "/v1/responses", "/v1/models"},
           Row{"http://h", Protocol::kMessages, "/v1/messages", "/v1/models"},
           Row{"http://h/v1", Protocol::kMessages, "/v1/messages", "/v1/models"},
           Row{"http://h/anthropic", Protocol::kMessages, "/anthropic/v1/messages", "/anthropic/v1/models"},
       }) {
    const auto made = upstream(upstream_config("a", row.url, row.protocol));
    EXPECT_EQ(made->path_of(row.protocol), row.endpoint);
    EXPECT_EQ(made->path_below("/v1/models"), row.models) << row.url;
    EXPECT_EQ(made->path_below("/models"), row.models) << row.url;
  }
}

TEST(Upstream, HasTheKeyOfItsConfiguration) {
  UpstreamConfig config = upstream_config("main");
  EXPECT_EQ(upstream(config)->key, "");
  config.api_key = "sk-1";
  EXPECT_EQ(upstream(config)->key, "sk-1");
}

TEST(Upstream, ShowsAKeyInTheWayOfItsProtocol) {
  EXPECT_EQ(key_line(Protocol::kChat, "k"), "Authorization: Bearer k\r\n");
  EXPECT_EQ(key_line(Protocol::kResponses, "k"), "Authorization: Bearer k\r\n");
  EXPECT_EQ(key_line(Protocol::kMessages, "k"), "x-api-key: k\r\n");
  EXPECT_EQ(key_line(Protocol::kChat, ""), "");
  EXPECT_EQ(key_line(Protocol::kMessages, "k\r\nX-Evil: 1"), "x-api-key: kX-Evil: 1\r\n");
  // Two keys would be one too many.
  EXPECT_EQ(key_line(Protocol::kChat, "k", {{"Authorization", "Basic x"}}), "");
  EXPECT_EQ(key_line(Protocol::kChat, "k", {{"api-key", "x"}}), "");
  EXPECT_EQ(key_line(Protocol::kChat, "k", {{"x-title", "x"}}), "Authorization: Bearer k\r\n");
}

TEST(Upstream, AddsItsOwnFields) {
  UpstreamConfig config = upstream_config("a", "http://api.example/v1");
  config.headers = {{"X-Title", "argwright"}};
  EXPECT_EQ(upstream(config)->extra_fields, "X-Title: argwright\r\n");
  const auto proxied = upstream(config, [](std::string_view name) {
    return name == "http_proxy" ? std::optional<std::string>("http://me:pw@proxy:3128") : std::nullopt;
  });
  EXPECT_EQ(proxied->extra_fields, "X-Title: argwright\r\nProxy-Authorization: Basic bWU6cHc=\r\n");
  EXPECT_EQ(proxied->authority, "api.example");
  EXPECT_NE(proxied->origin->key, upstream(config)->origin->key);  // their connections are not shared
}

TEST(Upstream, TellsWhatIsWrongWithItsAddress) {
  const Result<std::shared_ptr<Upstream>> made = Upstream::make(upstream_config("a", "nowhere"), kEmpty);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "upstream 'a': 'nowhere' is no URL that begins with http:// or https://");
  UpstreamConfig config = upstream_config("a", "https://h");
  config.ca_file = "/nonexistent.pem";
  const Result<std::shared_ptr<Upstream>> untrusted = Upstream::make(config, kEmpty);
  ASSERT_FALSE(untrusted);
  EXPECT_TRUE(untrusted.error().message.starts_with("upstream 'a': the certificates of /nonexistent.pem"));
}

TEST(Runtime, CarriesOverWhatStaysTheSame) {
  Config config;
  config.upstreams = {upstream_config("a"), upstream_config("b")};
  config.keys = {{"k", sha256_hex("s"), {}, 0, 0, false}};
  config.limits.body_bytes = 5;
  const auto before = *Runtime::make(config, kEmpty, nullptr);
  EXPECT_EQ(before->limits->body_bytes, 5U);
  config.upstreams[1].base_url = "http://127.0.0.1:10/v1";
  const auto after = *Runtime::make(config, kEmpty, before.get());
  EXPECT_EQ(after->router.upstreams()[0]->breaker, before->router.upstreams()[0]->breaker);
  EXPECT_NE(after->router.upstreams()[1]->breaker, before->router.upstreams()[1]->breaker);
  EXPECT_EQ(after->keys.find("s"), before->keys.find("s"));
}

}  // namespace
}  // namespace argwright::gateway
