// The end of the gateway: what is under way may finish, for as long as the configuration says.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

class Drain : public testing::TestWithParam<Protocol> {
 protected:
  // Half of the stream, a pause, the rest; with x-stall the rest never comes.
  Drain()
      : upstream_([](const HttpMessage& request, int) -> Script {
          const std::string reply = stream_reply(GetParam());
          const std::size_t half = reply.size() / 2;
          if (!request.field("x-stall").empty()) return {Step::send(reply.substr(0, half)), Step::stall()};
          return {Step::send(reply.substr(0, half)), Step::pause(milliseconds(250)),
                  Step::send(reply.substr(half))};
        }) {}

  Config config(milliseconds drain) {
    Config config = test_config(upstream_.base_url(), GetParam());
    config.drain = drain;
    return config;
  }

  ScriptedUpstream upstream_;
  std::atomic<bool> hurry_{false};
};

TEST_P(Drain, WaitsForWhatIsUnderWay) {
  GatewayUnderTest gateway(config(kPatience));
  RawClient streaming = gateway.client();
  streaming.send(request(GetParam(), true));
  ASSERT_TRUE(streaming.read_at_least(300));
  RawClient idle = gateway.client();
  EXPECT_EQ(idle.ask(get("/healthz")).status, 200);
  std::size_t cut = 99;
  std::thread drainer([&] { cut = gateway.drain(hurry_); });
  EXPECT_TRUE(idle.is_ended_within(milliseconds(200))) << "an idle connection is kept";
  RawClient late = gateway.client();
  EXPECT_EQ(late.ask(get("/healthz")).status, 0) << "a new connection is served";
  const HttpMessage answer = streaming.read_reply();
  EXPECT_EQ(ending_of(GetParam(), answer).fault, "");
  EXPECT_EQ(ending_of(GetParam(), answer).text, kReplyText);
  EXPECT_TRUE(streaming.is_ended_within(kPatience));
  drainer.join();
  EXPECT_EQ(cut, 0U);
}

TEST_P(Drain, CutsWhatTakesTooLong) {
  GatewayUnderTest gateway(config(milliseconds(100)));
  RawClient streaming = gateway.client();
  streaming.send(request(GetParam(), true, "x-stall: 1\r\n"));
  ASSERT_TRUE(streaming.read_at_least(300));
  EXPECT_EQ(gateway.drain(hurry_), 1U);
  EXPECT_FALSE(streaming.read_reply().is_whole) << "half a reply looks like a whole one";
  EXPECT_TRUE(becomes_true([&] { return upstream_.open() == 0; }));
}

TEST_P(Drain, MayBeHurried) {
  GatewayUnderTest gateway(config(kPatience));
  RawClient streaming = gateway.client();
  streaming.send(request(GetParam(), true, "x-stall: 1\r\n"));
  ASSERT_TRUE(streaming.read_at_least(300));
  const Moment began = in(milliseconds(0));
  std::thread drainer([&] { EXPECT_EQ(gateway.drain(hurry_), 1U); });
  hurry_ = true;
  drainer.join();
  EXPECT_LT(in(milliseconds(0))-began, milliseconds(5000));
}

TEST_P(Drain, IsNotNeededForAnEndAtOnce) {
  for (int round = 0; round < 5; ++round) {
    GatewayUnderTest gateway(config(kPatience));
    std::vector<RawClient> clients;
    for (int i = 0; i < 10; ++i) {
      clients.push_back(gateway.client());
      clients.back().send(request(GetParam(), i % 2 == 0, i % 3 == 0 ? "x-stall: 1\r\n" : ""));
    }
    ASSERT_TRUE(clients.front().read_at_least(100));
    gateway.end();
    for (RawClient& each : clients) EXPECT_TRUE(each.is_ended_within(kPatience));
  }
  EXPECT_TRUE(becomes_true([&] { return upstream_.open() == 0; }));
}

INSTANTIATE_TEST_SUITE_P(Protocols, Drain,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

TEST(DrainOfFollowers, DoesNotWaitForReadersOfTheLog) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script { return {}; });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.store.url = "sqlite::memory:";
  config.drain = kPatience;
  GatewayUnderTest gateway(config);
  RawClient follower = gateway.client();
  follower.send(get("/admin/calls/stream"));
  ASSERT_TRUE(follower.read_at_least(100));
  std::atomic<bool> hurry{false};
  const Moment began = in(milliseconds(0));
  gateway.drain(hurry);
  EXPECT_LT(in(milliseconds(0))-began, milliseconds(5000)) << "the log's reader holds the end up";
}

}  // namespace
}  // namespace argwright::gateway_test
