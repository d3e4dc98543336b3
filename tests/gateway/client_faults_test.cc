// The client goes at every stage of its request and of its reply: the upstream is left alone at once, nothing
// stays behind, and others are served as before.
#include <gtest/gtest.h>

#include <thread>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

// Long before any timeout of the configuration.
constexpr milliseconds kAtOnce{3000};

void leave(RawClient& client, bool by_reset) {
  if (by_reset) {
    client.wire.reset();
  } else {
    client.wire.close();
  }
}

class ClientFaults : public testing::TestWithParam<Protocol> {};

TEST_P(ClientFaults, WithinTheRequest) {
  ScriptedUpstream upstream(
      [&](const HttpMessage&, int) -> Script { return {Step::send(stream_reply(GetParam()))}; });
  GatewayUnderTest gateway(test_config(upstream.base_url(), GetParam()));
  const std::string whole = request(GetParam(), true);
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 60) {
    RawClient client = gateway.client();
    EXPECT_TRUE(client.send(std::string_view(whole).substr(0, size)));
    leave(client, size % 2 == 0);
  }
  EXPECT_EQ(upstream.requests().size(), 0U) << "half a request was sent on";
  EXPECT_TRUE(gateway.settles());
  EXPECT_EQ(ending_of(GetParam(), gateway.ask(whole)).text, kReplyText);
}

TEST_P(ClientFaults, WhileTheUpstreamThinks) {
  ScriptedUpstream upstream([&](const HttpMessage& request, int) -> Script {
    if (!request.field("x-stall").empty()) return {Step::stall()};
    return {Step::send(stream_reply(GetParam()))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), GetParam()));
  for (int round = 0; round < 10; ++round) {
    RawClient client = gateway.client();
    client.send(request(GetParam(), round % 2 == 0, "x-stall: 1\r\n"));
    ASSERT_TRUE(
        becomes_true([&] { return upstream.requests().size() == static_cast<std::size_t>(round + 1); }));
    leave(client, round % 3 == 0);
    EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == round + 1; }, kAtOnce))
        << "the upstream is not told that nobody waits any more";
  }
  EXPECT_TRUE(gateway.settles(kAtOnce));
  EXPECT_EQ(ending_of(GetParam(), gateway.ask(request(GetParam(), true))).text, kReplyText);
}

TEST_P(ClientFaults, WithinTheReply) {
  // The upstream has sent all but its end, and waits.
  const std::string reply = stream_reply(GetParam());
  const std::string most = reply.substr(0, reply.size() - 30);
  ScriptedUpstream upstream([&](const HttpMessage& request, int) -> Script {
    if (!request.field("x-whole").empty()) return {Step::send(reply)};
    return {Step::send(most), Step::stall()};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), GetParam()));
  constexpr int kRounds = 60;
  // As much as a client sees before the call is held back.
  RawClient first = gateway.client();
  first.send(request(GetParam(), true));
  ASSERT_TRUE(first.read_at_least(300));
  first.wire.close();
  for (int round = 1; round < kRounds; ++round) {
    RawClient client = gateway.client();
    client.send(request(GetParam(), true));
    EXPECT_TRUE(client.read_at_least(static_cast<std::size_t>(1 + round * 5)));
    leave(client, round % 2 == 0);
  }
  EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == kRounds; }, kAtOnce)) << upstream.abandoned();
  EXPECT_TRUE(gateway.settles(kAtOnce));
  EXPECT_EQ(ending_of(GetParam(), gateway.ask(request(GetParam(), true, "x-whole: 1\r\n"))).text, kReplyText);
}

TEST_P(ClientFaults, WhileAnotherAttemptIsDue) {
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(429, R"({"error":{"message":"slow down"}})", "retry-after: 9\r\n"))};
  });
  Config config = test_config(upstream.base_url(), GetParam());
  config.retry.attempts = 5;
  GatewayUnderTest gateway(config);
  RawClient client = gateway.client();
  client.send(request(GetParam(), true));
  ASSERT_TRUE(becomes_true([&] { return upstream.requests().size() == 1; }));
  client.wire.reset();
  EXPECT_TRUE(gateway.settles(kAtOnce)) << "the gateway waits for a client that has gone";
  EXPECT_EQ(upstream.requests().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Protocols, ClientFaults,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

// A stream of text that never ends by itself.
std::string long_stream(std::size_t bytes) {
  const std::string event =
      R"(data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,)"
      R"("delta":{"content":")" +
      std::string(4000, 'a') + R"("},"finish_reason":null}]})" + "\n\n";
  std::string text;
  while (text.size() < bytes) text += chunk(event);
  return text;
}

TEST(SlowClient, SlowsTheUpstreamDownInsteadOfFillingMemory) {
  constexpr std::size_t kSize = std::size_t{64} << 20;
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n")),
            Step::send(long_stream(kSize))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  RawClient client = gateway.client(4096);
  client.send(request(Protocol::kChat, true));
  ASSERT_TRUE(client.read_at_least(1000));
  // The upstream comes to a halt far from its end: what lies between is in bounded buffers.
  std::size_t before = 0;
  ASSERT_TRUE(becomes_true([&] {
    const std::size_t now = upstream.bytes_sent();
    std::this_thread::sleep_for(milliseconds(150));
    before = upstream.bytes_sent();
    return now == before;
  }));
  EXPECT_LT(before, std::size_t{24} << 20) << "of " << kSize;
  client.wire.reset();
  EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == 1; }, kAtOnce));
  EXPECT_TRUE(gateway.settles(kAtOnce));
}

TEST(SlowClient, ThatTakesNothingIsGoneAfterTheWriteTime) {
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n")),
            Step::send(long_stream(std::size_t{32} << 20))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.limits.write_time = milliseconds(150);
  GatewayUnderTest gateway(config);
  RawClient client = gateway.client(4096);
  client.send(request(Protocol::kChat, true));
  EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == 1; }, kAtOnce));
  EXPECT_TRUE(gateway.settles(kAtOnce));
}

// write_time is for a client that takes nothing, not for one that takes a long reply at its own pace.
TEST(SlowClient, ThatTakesALittleAllTheTimeGetsAll) {
  constexpr std::size_t kSize = std::size_t{12} << 20;
  const std::string body =
      R"({"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
      R"("message":{"role":"assistant","content":")" +
      std::string(kSize, 'a') + R"("},"finish_reason":"stop"}]})";
  ScriptedUpstream upstream(
      [&](const HttpMessage&, int) -> Script { return {Step::send(http_reply(200, body))}; });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.limits.write_time = milliseconds(700);
  GatewayUnderTest gateway(config);
  RawClient client = gateway.client(65536);
  client.send(request(Protocol::kChat, false));
  std::string all;
  // Twice the time in all; the system's own buffers make each wait much longer than a pause here.
  const Moment until = in(milliseconds(1500));
  while (all.size() < body.size() && client.wire.read(all, in(kAtOnce)) == Wire::Got::kBytes) {
    if (in(milliseconds(0)) < until) std::this_thread::sleep_for(milliseconds(2));
  }
  EXPECT_GE(all.size(), body.size()) << "the client was cut off although it took bytes all the time";
}

}  // namespace
}  // namespace argwright::gateway_test
