// Keys, limits, and the pages that are for this machine only; errors in the words of the client's protocol.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "gateway/key_hash.h"
#include "net/head.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

gateway::KeyConfig key(const std::string& name, const std::string& secret) {
  gateway::KeyConfig config;
  config.name = name;
  config.sha256 = gateway::sha256_hex(secret);
  return config;
}

std::string bearer(const std::string& secret) { return "Authorization: Bearer " + secret + "\r\n"; }

struct Site {
  explicit Site(const std::function<void(Config&)>& change = {},
                GatewayUnderTest::Environment environment = {})
      : upstream([](const HttpMessage& request, int) -> Script {
          if (!request.field("x-stall").empty()) return {Step::stall()};
          return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
        }),
        gateway(
            [&] {
              Config config = test_config(upstream.base_url(), Protocol::kChat);
              if (change) change(config);
              return config;
            }(),
            std::move(environment)) {}
  int status(const std::string& bytes) { return gateway.ask(bytes).status; }

  ScriptedUpstream upstream;
  GatewayUnderTest gateway;
};

TEST(Keys, AreAskedForInTheProtocolsWords) {
  Site site([](Config& config) { config.keys.push_back(key("alice", "secret-a")); });
  for (const Protocol protocol : kProtocols) {
    for (const std::string& fields : {std::string(), bearer("wrong"), std::string("x-api-key: wrong\r\n"),
                                      std::string("Authorization: Basic secret-a\r\n")}) {
      const HttpMessage answer = site.gateway.ask(request(protocol, false, fields));
      EXPECT_EQ(answer.status, 401);
      EXPECT_NE(error_message(protocol, answer.body), "") << answer.body;
    }
    EXPECT_EQ(site.status(request(protocol, false, bearer("secret-a"))), 200);
    EXPECT_EQ(site.status(request(protocol, false, "x-api-key: secret-a\r\n")), 200);
  }
  for (const char* path : {"/v1/models", "/v1/embeddings", "/v1/responses/resp_1", "/metrics"}) {
    EXPECT_EQ(site.status(get(path, "Host: gateway.example\r\n")), 401) << path;
  }
  EXPECT_EQ(site.status(get("/healthz")), 200);
  EXPECT_EQ(site.status(get("/readyz")), 200);
}

TEST(Keys, OfClientsNeverReachTheUpstream) {
  Site site([](Config& config) { config.keys.push_back(key("alice", "secret-a")); });
  EXPECT_EQ(site.status(request(Protocol::kChat, false, bearer("secret-a"))), 200);
  const HttpMessage seen = site.upstream.requests().at(0);
  EXPECT_EQ(seen.field("authorization"), "");
  EXPECT_EQ(seen.field("x-api-key"), "");
}

TEST(Keys, OfTheClientAreForwardedWhereTheGatewayHasNone) {
  Site site;
  EXPECT_EQ(site.status(request(Protocol::kMessages, false, "x-api-key: sk-client\r\n")), 200);
  EXPECT_EQ(site.upstream.requests().at(0).field("authorization"), "Bearer sk-client");
}

TEST(Keys, OfTheUpstreamStandInForTheClients) {
  // Read from the environment with the configuration (config_reader_test).
  Site site([](Config& config) { config.upstreams.front().api_key = "sk-upstream"; });
  EXPECT_EQ(site.status(request(Protocol::kChat, false, bearer("sk-client"))), 200);
  EXPECT_EQ(site.upstream.requests().at(0).field("authorization"), "Bearer sk-upstream");
}

// Two fields of one name are two answers to one question.
TEST(Headers, OfTheConfigurationTakeThePlaceOfTheClients) {
  ScriptedUpstream upstream([](const HttpMessage& seen, int) -> Script {
    return {Step::send(
        http_reply(200, seen.method() == "POST" ? reply_body(Protocol::kMessages) : R"({"data":[]})"))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kMessages);
  config.upstreams.front().headers = {
      {"Authorization", "Basic b3du"}, {"anthropic-version", "2026-01-01"}, {"User-Agent", "house"}};
  GatewayUnderTest gateway(config);
  const std::string own =
      "x-api-key: clients-own\r\nanthropic-version: 2023-06-01\r\nUser-Agent: sdk\r\nX-Other: 1\r\n";
  gateway.ask(request(Protocol::kMessages, false, own));
  gateway.ask(request(Protocol::kChat, false, own));
  gateway.ask(post("/v1/messages/batches", "{}", own));
  gateway.ask(get("/v1/models", own));
  ASSERT_EQ(upstream.requests().size(), 4U);
  for (const HttpMessage& seen : upstream.requests()) {
    for (const auto& [name, value] :
         {std::pair{"authorization", "Basic b3du"}, std::pair{"anthropic-version", "2026-01-01"},
          std::pair{"user-agent", "house"}}) {
      EXPECT_EQ(seen.field(name), value) << seen.start_line;
      EXPECT_EQ(std::count_if(seen.fields.begin(), seen.fields.end(),
                              [&](const auto& field) { return net::same_name(field.first, name); }),
                1)
          << seen.start_line << " " << name;
    }
    EXPECT_EQ(seen.field("x-api-key"), "") << seen.start_line;
  }
  EXPECT_EQ(upstream.requests()[0].field("x-other"), "1");
}

TEST(Keys, MayBeForSomeModelsOnly) {
  Site site([](Config& config) {
    config.keys.push_back(key("alice", "secret-a"));
    config.keys.back().models = {"gpt-*"};
  });
  const HttpMessage answer = site.gateway.ask(request(Protocol::kMessages, false, bearer("secret-a")));
  EXPECT_EQ(answer.status, 403);
  EXPECT_NE(error_message(Protocol::kMessages, answer.body), "");
  EXPECT_EQ(site.status(post("/v1/embeddings", R"({"model":"m"})", bearer("secret-a"))), 403);
  EXPECT_EQ(site.status(post("/v1/embeddings", R"({"model":"gpt-x"})", bearer("secret-a"))), 200);
}

TEST(Keys, ForSomeModelsCountNoTokensOfOthers) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, R"({"input_tokens":1})"))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kMessages);
  config.keys.emplace_back();
  config.keys.back().name = "alice";
  config.keys.back().sha256 = gateway::sha256_hex("secret-a");
  config.keys.back().models = {"small-*"};
  GatewayUnderTest gateway(config);
  const auto count = [&](const char* model) {
    return gateway.ask(post("/v1/messages/count_tokens",
                            R"({"model":")" + std::string(model) + R"(","messages":[]})",
                            "x-api-key: secret-a\r\n"));
  };
  EXPECT_EQ(count("small-1").status, 200);
  const HttpMessage refused = count("large-1");
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(error_message(Protocol::kMessages, refused.body), "");
  EXPECT_EQ(upstream.requests().size(), 1U);
}

TEST(Limits, OfRequestsPerMinute) {
  Site site([](Config& config) {
    config.keys.push_back(key("alice", "secret-a"));
    config.keys.back().requests_per_minute = 3;
    config.keys.push_back(key("bob", "secret-b"));
  });
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(site.status(request(Protocol::kChat, false, bearer("secret-a"))), 200);
  for (const Protocol protocol : kProtocols) {
    const HttpMessage answer = site.gateway.ask(request(protocol, false, bearer("secret-a")));
    EXPECT_EQ(answer.status, 429);
    EXPECT_GT(std::stoi("0" + answer.field("retry-after")), 0);
    EXPECT_NE(error_message(protocol, answer.body), "");
  }
  EXPECT_EQ(site.status(request(Protocol::kChat, false, bearer("secret-b"))), 200) << "another key's limit";
}

TEST(Limits, OfRequestsUnderWay) {
  Site site([](Config& config) {
    config.keys.push_back(key("alice", "secret-a"));
    config.keys.back().concurrent = 2;
  });
  const std::string waiting = request(Protocol::kChat, false, bearer("secret-a") + "x-stall: 1\r\n");
  RawClient one = site.gateway.client(), two = site.gateway.client();
  one.send(waiting);
  two.send(waiting);
  ASSERT_TRUE(becomes_true([&] { return site.upstream.requests().size() == 2; }));
  EXPECT_EQ(site.status(request(Protocol::kChat, false, bearer("secret-a"))), 429);
  one.wire.reset();  // whoever goes makes room
  EXPECT_TRUE(
      becomes_true([&] { return site.status(request(Protocol::kChat, false, bearer("secret-a"))) == 200; }));
}

// --- the gateway's own pages
// ------------------------------------------------------------------------------------------------------------

TEST(AdminPages, AreForThisMachineOnly) {
  Site site;
  for (const char* path : {"/admin/status", "/admin/config"}) {
    EXPECT_EQ(site.status(get(path)), 200) << path;
    EXPECT_EQ(site.status(get(path, "Host: 127.0.0.1:8787\r\n")), 200) << path;
    EXPECT_EQ(site.status(get(path, "Host: [::1]:8787\r\n")), 200) << path;
    // A name that somebody bound to 127.0.0.1, a proxy, a page from elsewhere.
    for (const char* fields : {
             "Host: evil.example\r\n",
             "Host: localhost.evil.example\r\n",
             "Host: 127.0.0.1.evil.example\r\n",
             "Host: \r\n",
             "X-Forwarded-For: 1.2.3.4\r\n",
             "Forwarded: for=1.2.3.4\r\n",
             "Origin: https://evil.example\r\n",
             "Origin: null\r\n",
             "Sec-Fetch-Site: cross-site\r\n",
         }) {
      const HttpMessage answer = site.gateway.ask(get(path, fields));
      EXPECT_EQ(answer.status, 401) << path << " " << fields;
      EXPECT_EQ(answer.body.find("upstreams"), std::string::npos);
    }
  }
  EXPECT_EQ(site.status(post("/admin/reload", "", "X-Forwarded-For: 1.2.3.4\r\n")), 401);
}

TEST(AdminPages, AreForKeysWithTheRightFromElsewhere) {
  Site site([](Config& config) {
    config.keys.push_back(key("alice", "secret-a"));
    config.keys.push_back(key("root", "secret-r"));
    config.keys.back().admin = true;
  });
  const std::string elsewhere = "Host: gateway.example\r\n";
  EXPECT_EQ(site.status(get("/admin/status", elsewhere)), 401);
  EXPECT_EQ(site.status(get("/admin/status", elsewhere + bearer("secret-a"))), 403);
  EXPECT_EQ(site.status(get("/admin/status", elsewhere + bearer("secret-r"))), 200);
  EXPECT_EQ(site.status(get("/metrics", elsewhere + bearer("secret-r"))), 200);
}

TEST(ForeignPages, MayNotSpendTheOwnersTokens) {
  Site site;
  EXPECT_EQ(site.status(request(Protocol::kChat, false, "Origin: https://evil.example\r\n")), 403);
  EXPECT_EQ(site.status(request(Protocol::kChat, false, "Origin: http://localhost:3000\r\n")), 200);
}

TEST(UnknownPaths, AreToldInTheProtocolsWords) {
  Site site;
  EXPECT_EQ(site.status(get("/nothing")), 404);
  EXPECT_NE(error_message(Protocol::kChat, site.gateway.ask(get("/nothing")).body), "");
  EXPECT_EQ(site.status(get("/healthz", {}, "DELETE")), 405);
  EXPECT_EQ(site.status(get("/admin/nothing")), 404);
}

TEST(Routes, ThatTakeNoSuchModelAreToldAs404) {
  Site site([](Config& config) { config.routes.push_back({{"gpt-*"}, {{"scripted", "", 0}}}); });
  for (const Protocol protocol : kProtocols) {
    const HttpMessage answer = site.gateway.ask(request(protocol, true));
    EXPECT_EQ(answer.status, 404);
    EXPECT_NE(error_message(protocol, answer.body).find("'m'"), std::string::npos) << answer.body;
  }
}

}  // namespace
}  // namespace argwright::gateway_test
