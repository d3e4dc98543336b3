// What the gateway does not understand goes through as it is, both ways.
#include <gtest/gtest.h>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

TEST(Pass, RequestAndReplyAreUntouched) {
  std::string bytes;
  for (int i = 0; i < 70'000; ++i) bytes += static_cast<char>(i * 7);
  ScriptedUpstream upstream([&](const HttpMessage& request, int) -> Script {
    return {Step::send(http_reply(201, request.body, "Content-Type: audio/wav\r\nx-own: yes\r\n"))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  std::string ask =
      "PUT /v1/files/a%20b?purpose=x&y=z HTTP/1.1\r\nHost: localhost\r\nContent-Type: audio/wav\r\n";
  ask += "Content-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + bytes;
  const HttpMessage answer = gateway.ask(ask);
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, bytes);
  EXPECT_EQ(answer.field("content-type"), "audio/wav");
  EXPECT_EQ(answer.field("x-own"), "yes");
  const HttpMessage seen = upstream.requests().at(0);
  EXPECT_EQ(seen.start_line, "PUT /v1/files/a%20b?purpose=x&y=z HTTP/1.1");
  EXPECT_EQ(seen.field("content-type"), "audio/wav");
  EXPECT_EQ(seen.body, bytes);
}

TEST(Pass, AReplyThatBreaksOffIsNotTakenForWhole) {
  const std::string reply = http_reply(200, std::string(5000, 'a'));
  const Script faults[] = {{Step::send(reply.substr(0, 1000)), Step::close()},
                           {Step::send(reply.substr(0, 1000)), Step::reset()},
                           {Step::send(reply.substr(0, 1000)), Step::stall()}};
  for (const Script& fault : faults) {
    ScriptedUpstream upstream([&](const HttpMessage&, int) { return fault; });
    Config config = test_config(upstream.base_url(), Protocol::kChat);
    config.upstreams.front().timeouts.gap = milliseconds(100);
    GatewayUnderTest gateway(config);
    const HttpMessage answer = gateway.ask(post("/v1/embeddings", R"({"model":"m"})"));
    EXPECT_EQ(answer.status, 200);
    EXPECT_FALSE(answer.is_whole);
    EXPECT_FALSE(answer.is_timeout);
    EXPECT_TRUE(gateway.settles());
  }
}

TEST(Pass, FaultsBeforeTheReplyAreTold) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script { return {Step::reset()}; });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  const HttpMessage answer = gateway.ask(post("/v1/embeddings", R"({"model":"m"})"));
  EXPECT_EQ(answer.status, 502);
  EXPECT_NE(error_message(Protocol::kChat, answer.body), "");
}

TEST(Pass, HeadAndEmptyReplies) {
  ScriptedUpstream upstream([](const HttpMessage& request, int) -> Script {
    if (request.method() == "HEAD") {
      return {Step::send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nContent-Type: text/plain\r\n\r\n")};
    }
    return {Step::send("HTTP/1.1 204 No Content\r\n\r\n")};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  RawClient client = gateway.client();
  for (int i = 0; i < 3; ++i) {
    client.send(get("/v1/files/1", {}, "HEAD"));
    EXPECT_EQ(client.read_reply(kPatience, true).status, 200);
    client.send(get("/v1/files/1", {}, "DELETE"));
    EXPECT_EQ(client.read_reply().status, 204);
  }
  EXPECT_EQ(upstream.connections(), 1);
}

// A client and an upstream that leave HTTP cannot be governed.
TEST(Pass, AnotherProtocolIsRefused) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {
        Step::send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
        Step::stall()};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  const HttpMessage answer =
      gateway.ask(get("/v1/realtime", "Connection: Upgrade\r\nUpgrade: websocket\r\n"));
  EXPECT_EQ(answer.status, 502) << answer.start_line;
}

TEST(Pass, ClientsThatGoAreSeen) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script { return {Step::stall()}; });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  RawClient client = gateway.client();
  client.send(post("/v1/embeddings", R"({"model":"m"})"));
  ASSERT_TRUE(becomes_true([&] { return upstream.requests().size() == 1; }));
  client.wire.reset();
  EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == 1; }, milliseconds(3000)));
  EXPECT_TRUE(gateway.settles());
}

TEST(Pass, CountTokensIsAnsweredWhateverTheUpstream) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, R"({"input_tokens":42})"))};
  });
  GatewayUnderTest native(test_config(upstream.base_url(), Protocol::kMessages));
  const std::string ask = post("/v1/messages/count_tokens", request_body(Protocol::kMessages, false));
  EXPECT_EQ(native.ask(ask).body, R"({"input_tokens":42})");
  GatewayUnderTest foreign(test_config(upstream.base_url(), Protocol::kChat));
  const HttpMessage estimate = foreign.ask(ask);
  EXPECT_EQ(estimate.status, 200);
  EXPECT_NE(estimate.body.find("input_tokens"), std::string::npos) << estimate.body;
  EXPECT_EQ(estimate.field("x-argwright-estimate"), "1");
  EXPECT_EQ(native.ask(ask).field("x-argwright-estimate"), "");
}

// Two upstreams, a route to each, both with another name for the model.
Config two_families(const ScriptedUpstream& anthropic, const ScriptedUpstream& openai) {
  Config config = test_config(anthropic.base_url(), Protocol::kMessages);
  config.upstreams.front().name = "anthropic";
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "openai";
  config.upstreams.back().protocol = Protocol::kChat;
  config.upstreams.back().base_url = openai.base_url();
  config.routes.push_back({{"claude-*"}, {{"anthropic", "real \"claude\"", 0}}});
  config.routes.push_back({{"*"}, {{"anthropic", "", 0}, {"openai", "real-model", 0}}});
  return config;
}
Script answer_well(const HttpMessage&, int) { return {Step::send(http_reply(200, "{}"))}; }

TEST(Pass, ModelsAreCalledWhatTheirRouteSays) {
  ScriptedUpstream anthropic(answer_well), openai(answer_well);
  GatewayUnderTest gateway(two_families(anthropic, openai));
  gateway.ask(post("/v1/embeddings", R"({"input":"m","model":"m","dimensions":3})"));
  ASSERT_EQ(openai.requests().size(), 1U);
  EXPECT_EQ(openai.requests()[0].body, R"({"input":"m","model":"real-model","dimensions":3})");
  gateway.ask(post("/v1/messages/count_tokens", R"({"model":"claude-x","messages":[]})"));
  ASSERT_EQ(anthropic.requests().size(), 1U);
  EXPECT_EQ(anthropic.requests()[0].body, R"({"model":"real \"claude\"","messages":[]})");
}

TEST(Pass, GoesToAnUpstreamOfTheClientsFamily) {
  ScriptedUpstream anthropic(answer_well), openai(answer_well);
  GatewayUnderTest gateway(two_families(anthropic, openai));
  gateway.ask(post("/v1/embeddings", R"({"model":"claude-x"})"));  // its route knows no other
  gateway.ask(get("/v1/files"));
  EXPECT_EQ(openai.requests().size(), 2U);
  gateway.ask(get("/v1/files", "anthropic-version: 2023-06-01\r\n"));
  gateway.ask(post("/v1/messages/batches", R"({"requests":[]})"));
  EXPECT_EQ(anthropic.requests().size(), 2U);
}

// What an upstream takes its time for is not the gateway's own.
TEST(Pass, TheWaitIsTheUpstreams) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    const std::string reply = http_reply(200, "{}");
    return {Step::pause(milliseconds(200)), Step::send(reply.substr(0, reply.size() - 1)),
            Step::pause(milliseconds(200)), Step::send(reply.substr(reply.size() - 1))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  EXPECT_EQ(gateway.ask(post("/v1/embeddings", R"({"model":"m"})")).status, 200);
  const auto tells = [&](std::string_view line) { return gateway.metrics().find(line) != std::string::npos; };
  // Told when the exchange is over, which the client may know first.
  EXPECT_TRUE(becomes_true([&] {
    return tells(R"(argwright_overhead_seconds_bucket{endpoint="pass",le="0.1"} 1)");
  })) << gateway.metrics();
  EXPECT_TRUE(tells(R"(argwright_first_byte_seconds_bucket{endpoint="pass",le="0.1"} 0)"));
}

}  // namespace
}  // namespace argwright::gateway_test
