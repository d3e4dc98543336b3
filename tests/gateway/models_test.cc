// GET /v1/models, in the words of the client that asks.
#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include "gateway/key_hash.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"

namespace argwright::gateway_test {
namespace {

Script list(const HttpMessage&, int) {
  return {Step::send(http_reply(200, R"({"object":"list","data":[{"id":"gpt-x","object":"model","created":7,)"
                                     R"("owned_by":"acme"},{"id":"m2","object":"model"}]})"))};
}

TEST(Models, AreToldInTheClientsWords) {
  ScriptedUpstream upstream(list);
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  const HttpMessage openai = gateway.ask(get("/v1/models"));
  EXPECT_EQ(openai.status, 200);
  EXPECT_NE(openai.body.find(R"("object":"list")"), std::string::npos) << openai.body;
  EXPECT_NE(openai.body.find(R"("owned_by":"acme")"), std::string::npos) << openai.body;
  const HttpMessage anthropic = gateway.ask(get("/v1/models", "anthropic-version: 2023-06-01\r\n"));
  EXPECT_NE(anthropic.body.find(R"("type":"model")"), std::string::npos) << anthropic.body;
  EXPECT_NE(anthropic.body.find(R"("has_more":false)"), std::string::npos) << anthropic.body;
}

TEST(Models, OfAllUpstreamsAndRoutesAreToldOnce) {
  ScriptedUpstream first(list), second([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, R"({"data":[{"id":"gpt-x"},{"id":"m3"}]})"))};
  });
  Config config = test_config(first.base_url(), Protocol::kChat);
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().base_url = second.base_url();
  config.routes.push_back({{"house-model", "gpt-*"}, {{"second", "m3", 0}}});
  GatewayUnderTest gateway(config);
  const std::string body = gateway.ask(get("/v1/models")).body;
  for (const char* id : {"\"house-model\"", "\"gpt-x\"", "\"m2\"", "\"m3\""}) {
    const std::size_t at = body.find(id);
    EXPECT_NE(at, std::string::npos) << id;
    EXPECT_EQ(body.find(id, at + 1), std::string::npos) << id << " twice";
  }
  EXPECT_EQ(body.find("gpt-*"), std::string::npos) << "a pattern is no model";
}

TEST(Models, OfAnUpstreamThatFailsAreLeftOut) {
  ScriptedUpstream first(list), broken([](const HttpMessage&, int) -> Script { return {Step::reset()}; });
  Config config = test_config(broken.base_url(), Protocol::kChat);
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().base_url = first.base_url();
  GatewayUnderTest gateway(config);
  EXPECT_NE(gateway.ask(get("/v1/models")).body.find("gpt-x"), std::string::npos);
  GatewayUnderTest alone(test_config(broken.base_url(), Protocol::kChat));
  const HttpMessage answer = alone.ask(get("/v1/models"));
  EXPECT_EQ(answer.status, 502);
  EXPECT_NE(error_message(Protocol::kChat, answer.body), "");
  EXPECT_NE(error_message(Protocol::kMessages,
                          alone.ask(get("/v1/models", "anthropic-version: 2023-06-01\r\n")).body),
            "");
}

// Two that never answer cost their time together, once, and the client is told who is missing.
TEST(Models, OfUpstreamsThatHangAreLeftOutTogether) {
  ScriptedUpstream first(list);
  const auto hang = [](const HttpMessage&, int) -> Script { return {Step::stall()}; };
  ScriptedUpstream slow(hang), slower(hang);
  Config config = test_config(slow.base_url(), Protocol::kChat);
  config.upstreams.front().name = "slow";
  for (const auto& [name, base_url] :
       {std::pair{"well", first.base_url()}, std::pair{"slower", slower.base_url()}}) {
    config.upstreams.push_back(config.upstreams.front());
    config.upstreams.back().name = name;
    config.upstreams.back().base_url = base_url;
  }
  config.upstreams.back().protocol = Protocol::kMessages;
  GatewayUnderTest gateway(config);
  const auto began = std::chrono::steady_clock::now();
  const HttpMessage answer = gateway.ask(get("/v1/models"));
  const auto took = std::chrono::steady_clock::now() - began;
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body.find("gpt-x"), std::string::npos) << answer.body;
  EXPECT_EQ(answer.field("x-argwright-left-out"), "slow, slower");
  EXPECT_LT(took, std::chrono::seconds(8)) << "one after the other they take 10 s";
  EXPECT_EQ(slower.requests().at(0).target(), "/v1/models?limit=1000") << "Anthropic tells 20 otherwise";
  EXPECT_TRUE(gateway.settles());
}

TEST(Models, OfUpstreamsThatHangAreNotWaitedForByNobody) {
  ScriptedUpstream first([](const HttpMessage&, int) -> Script { return {Step::stall()}; });
  ScriptedUpstream second([](const HttpMessage&, int) -> Script { return {Step::stall()}; });
  Config config = test_config(first.base_url(), Protocol::kChat);
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().base_url = second.base_url();
  GatewayUnderTest gateway(config);
  {
    RawClient client = gateway.client();
    client.send(get("/v1/models"));
    ASSERT_TRUE(becomes_true([&] { return first.requests().size() + second.requests().size() == 2; }));
  }
  EXPECT_TRUE(becomes_true([&] { return first.abandoned() + second.abandoned() == 2; }, milliseconds(3'000)));
  EXPECT_TRUE(gateway.settles());
}

TEST(Models, OneOfThem) {
  ScriptedUpstream upstream(list);
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  EXPECT_EQ(gateway.ask(get("/v1/models/gpt-x")).status, 200);
  EXPECT_EQ(gateway.ask(get("/v1/models/nobody")).status, 404);
}

TEST(Models, ThatAKeyMayNotUseAreNotTold) {
  ScriptedUpstream upstream(list);
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.keys.emplace_back();
  config.keys.back().name = "alice";
  config.keys.back().sha256 = gateway::sha256_hex("secret-a");
  config.keys.back().models = {"gpt-*"};
  GatewayUnderTest gateway(config);
  const std::string body = gateway.ask(get("/v1/models", "x-api-key: secret-a\r\n")).body;
  EXPECT_NE(body.find("gpt-x"), std::string::npos);
  EXPECT_EQ(body.find("\"m2\""), std::string::npos);
}

}  // namespace
}  // namespace argwright::gateway_test
