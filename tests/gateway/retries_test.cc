// When another attempt is made, at whom, and when none may be.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

std::string error_reply(int status, std::string_view fields = {}) {
  return http_reply(status, R"({"type":"error","error":{"type":"some_error","message":"not now"}})", fields);
}

Config patient_config(const std::string& base_url, Protocol protocol) {
  Config config = test_config(base_url, protocol);
  config.retry.attempts = 3;
  return config;
}

class Retries : public testing::TestWithParam<Protocol> {
 protected:
  // The first request fails like this, the next ones are answered.
  std::unique_ptr<ScriptedUpstream> failing_once(Script fault) {
    return std::make_unique<ScriptedUpstream>(
        [fault, protocol = GetParam()](const HttpMessage&, int number) -> Script {
          return number == 0 ? fault : Script{Step::send(stream_reply(protocol))};
        });
  }
};

TEST_P(Retries, FaultsBeforeTheFirstByteAreNotSeenByTheClient) {
  const Script faults[] = {
      {Step::send(error_reply(500))},
      {Step::send(error_reply(502))},
      {Step::send(error_reply(503)), Step::close()},
      {Step::send(error_reply(529))},
      {Step::send(error_reply(408))},
      {Step::send(error_reply(429, "retry-after: 0\r\n"))},
      {Step::send(error_reply(429))},
      {Step::reset()},
      {Step::close()},
      {Step::stall()},
      {Step::send("HTTP/1.1 200 OK\r\nContent-Ty"), Step::reset()},
      {Step::send("garbage\r\n\r\n"), Step::close()},
      {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n")), Step::reset()},
  };
  for (const Script& fault : faults) {
    const auto upstream = failing_once(fault);
    Config config = patient_config(upstream->base_url(), GetParam());
    config.upstreams.front().timeouts.first_byte = milliseconds(100);
    GatewayUnderTest gateway(config);
    const HttpMessage answer = gateway.ask(request(GetParam(), true));
    const Ending ending = ending_of(GetParam(), answer);
    EXPECT_EQ(ending.fault, "") << answer.body;
    EXPECT_FALSE(ending.is_error) << answer.body;
    EXPECT_EQ(ending.text, kReplyText);
    EXPECT_EQ(upstream->requests().size(), 2U);
    ASSERT_EQ(upstream->requests().size(), 2U);
    EXPECT_EQ(upstream->requests()[0].body, upstream->requests()[1].body);
  }
}

TEST_P(Retries, NothingIsAskedTwiceAfterTheClientHasBytes) {
  const std::string reply = stream_reply(GetParam());
  const auto upstream = failing_once(
      {Step::send(reply.substr(0, reply.size() / 2)), Step::pause(milliseconds(50)), Step::reset()});
  GatewayUnderTest gateway(patient_config(upstream->base_url(), GetParam()));
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  const Ending ending = ending_of(GetParam(), answer);
  EXPECT_EQ(ending.fault, "") << answer.body;
  EXPECT_TRUE(ending.is_error) << answer.body;
  EXPECT_EQ(upstream->requests().size(), 1U);
}

TEST_P(Retries, AFaultOfTheRequestIsToldAtOnce) {
  for (const int status : {400, 401, 403, 404, 413, 422}) {
    const auto upstream = failing_once({Step::send(error_reply(status))});
    GatewayUnderTest gateway(patient_config(upstream->base_url(), GetParam()));
    const HttpMessage answer = gateway.ask(request(GetParam(), true));
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(error_message(GetParam(), answer.body), "not now") << answer.body;
    EXPECT_EQ(upstream->requests().size(), 1U);
  }
}

TEST_P(Retries, EndWithTheUpstreamsOwnWords) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script { return {Step::send(error_reply(503))}; });
  GatewayUnderTest gateway(patient_config(upstream.base_url(), GetParam()));
  const HttpMessage answer = gateway.ask(request(GetParam(), false));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(error_message(GetParam(), answer.body), "not now") << answer.body;
  EXPECT_EQ(upstream.requests().size(), 3U);
}

TEST_P(Retries, ALongRetryAfterIsToldInsteadOfWaitedFor) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {Step::send(error_reply(429, "retry-after: 3600\r\n"))};
  });
  GatewayUnderTest gateway(patient_config(upstream.base_url(), GetParam()));
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.field("retry-after"), "3600");
  EXPECT_NE(error_message(GetParam(), answer.body), "");
  EXPECT_EQ(upstream.requests().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Protocols, Retries,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

TEST(RetryAfter, IsWaitedFor) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    if (number > 0) return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
    return {Step::send(error_reply(429, "retry-after-ms: 200\r\n"))};
  });
  GatewayUnderTest gateway(patient_config(upstream.base_url(), Protocol::kChat));
  const Moment began = in(milliseconds(0));
  EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 200);
  EXPECT_GE(in(milliseconds(0))-began, milliseconds(190));
}

// --- another upstream
// ------------------------------------------------------------------------------------------------------------

std::string dead_url() {
  const ListeningSocket nobody;
  return "http://127.0.0.1:" + std::to_string(nobody.port()) + "/v1";
}

Config two_upstreams(const std::string& first, const std::string& second, Protocol second_protocol) {
  Config config = patient_config(first, Protocol::kChat);
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().base_url = second;
  config.upstreams.back().protocol = second_protocol;
  config.routes.push_back({{"*"}, {{"scripted", "", 0}, {"second", "other-model", 0}}});
  return config;
}

TEST(Failover, GoesToAnUpstreamOfAnotherProtocol) {
  for (const Protocol protocol : kProtocols) {
    ScriptedUpstream second(
        [&](const HttpMessage&, int) -> Script { return {Step::send(stream_reply(protocol))}; });
    GatewayUnderTest gateway(two_upstreams(dead_url(), second.base_url(), protocol));
    for (const Protocol client : kProtocols) {
      const HttpMessage answer = gateway.ask(request(client, true));
      const Ending ending = ending_of(client, answer);
      EXPECT_EQ(ending.fault, "") << answer.body;
      EXPECT_EQ(ending.text, kReplyText);
      EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
    }
    for (const HttpMessage& seen : second.requests()) {
      EXPECT_NE(seen.body.find(R"("other-model")"), std::string::npos) << seen.body;
    }
  }
}

// Of a thread the client sends only what is new: an upstream that does not know the rest must not answer.
TEST(Threads, AreRefusedWordForWordOrGoToUpstreamsThatKnowThem) {
  ScriptedUpstream broken(
      [](const HttpMessage&, int) -> Script { return {Step::send(http_reply(500, "{}"))}; });
  ScriptedUpstream chat([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  const std::string ask = request(Protocol::kMessages, false, {},
                                  R"(,"thread":{"type":"continue","previous_message_id":"msg_1"})");
  GatewayUnderTest without(test_config(chat.base_url(), Protocol::kChat));
  const HttpMessage refused = without.ask(ask);
  EXPECT_EQ(refused.status, 400);
  EXPECT_NE(
      refused.body.find(R"("details":{"error_code":"thread_unsupported_request","unsupported":["thread"]})"),
      std::string::npos)
      << refused.body;
  Config config = test_config(broken.base_url(), Protocol::kMessages);
  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().protocol = Protocol::kChat;
  config.upstreams.back().base_url = chat.base_url();
  config.routes.push_back({{"*"}, {{config.upstreams.front().name, "", 0}, {"second", "", 0}}});
  GatewayUnderTest mixed(config);
  EXPECT_EQ(mixed.ask(ask).status, 500);
  EXPECT_EQ(mixed.ask(request(Protocol::kMessages, false)).status, 200) << "without a thread it may";
  EXPECT_EQ(chat.requests().size(), 1U);
}

// max_connections: what one may not take goes to the next, or is told.
TEST(BusyUpstreams, SendWhatIsMoreToTheNext) {
  ScriptedUpstream small([](const HttpMessage&, int) -> Script { return {Step::stall()}; });
  ScriptedUpstream other([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  Config config = test_config(small.base_url(), Protocol::kChat);
  config.upstreams.front().max_connections = 1;
  GatewayUnderTest alone(config);
  RawClient first = alone.client();
  first.send(request(Protocol::kChat, false));
  ASSERT_TRUE(becomes_true([&] { return small.requests().size() == 1; }));
  const HttpMessage told = alone.ask(request(Protocol::kChat, false));
  EXPECT_EQ(told.status, 503);
  EXPECT_NE(error_message(Protocol::kChat, told.body), "");
  first.wire.reset();
  ASSERT_TRUE(alone.settles());

  config.upstreams.push_back(config.upstreams.front());
  config.upstreams.back().name = "second";
  config.upstreams.back().base_url = other.base_url();
  config.routes.push_back({{"*"}, {{config.upstreams.front().name, "", 0}, {"second", "", 0}}});
  GatewayUnderTest both(config);
  RawClient again = both.client();
  again.send(request(Protocol::kChat, false));
  ASSERT_TRUE(becomes_true([&] { return small.requests().size() == 2; }));
  EXPECT_EQ(both.ask(request(Protocol::kChat, false)).status, 200);
}

TEST(Failover, DoesNotWaitBeforeItAsksAnother) {
  ScriptedUpstream first([](const HttpMessage&, int) -> Script {
    return {Step::send(error_reply(429, "retry-after: 15\r\n"))};
  });
  ScriptedUpstream second([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  GatewayUnderTest gateway(two_upstreams(first.base_url(), second.base_url(), Protocol::kChat));
  const Moment began = in(milliseconds(0));
  EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 200);
  EXPECT_LT(in(milliseconds(0))-began, milliseconds(5000));
  EXPECT_EQ(first.requests().size(), 1U);
}

// --- the breaker
// ------------------------------------------------------------------------------------------------------------

TEST(CircuitBreaker, LeavesAFailingUpstreamAloneAndTriesItAgain) {
  std::atomic<bool> is_well{false};
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {Step::send(is_well ? http_reply(200, reply_body(Protocol::kChat)) : error_reply(500))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.retry.breaker_failures = 3;
  config.retry.breaker_pause = milliseconds(400);
  GatewayUnderTest gateway(config);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 500);
  const HttpMessage refused = gateway.ask(request(Protocol::kChat, false));
  EXPECT_EQ(refused.status, 503);
  EXPECT_NE(error_message(Protocol::kChat, refused.body), "");
  EXPECT_EQ(upstream.requests().size(), 3U) << "it was asked although the breaker is open";
  EXPECT_EQ(gateway.ask(get("/readyz")).status, 503);
  is_well = true;
  EXPECT_TRUE(becomes_true([&] { return gateway.ask(request(Protocol::kChat, false)).status == 200; }));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 200);
  EXPECT_EQ(gateway.ask(get("/readyz")).status, 200);
}

// An upstream that says what is wrong with a request is well.
TEST(CircuitBreaker, ClosesWhenTheTrialEndsWithAFaultOfTheRequest) {
  std::atomic<int> status{500};
  ScriptedUpstream upstream(
      [&](const HttpMessage&, int) -> Script { return {Step::send(error_reply(status))}; });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.retry.breaker_failures = 2;
  config.retry.breaker_pause = milliseconds(100);
  GatewayUnderTest gateway(config);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 500);
  status = 400;
  EXPECT_TRUE(becomes_true([&] { return gateway.ask(request(Protocol::kChat, false)).status == 400; }));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 400) << i;
}

TEST(CircuitBreaker, FailuresThatAreNotInARowDoNotOpenIt) {
  ScriptedUpstream upstream([&](const HttpMessage&, int number) -> Script {
    return {Step::send(number % 2 == 0 ? error_reply(500) : error_reply(400))};
  });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.retry.breaker_failures = 3;
  GatewayUnderTest gateway(config);
  for (int i = 0; i < 20; ++i) EXPECT_NE(gateway.ask(request(Protocol::kChat, false)).status, 503) << i;
}

// --- kept connections
// ------------------------------------------------------------------------------------------------------------

TEST(KeptConnections, AreUsedAgain) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 200);
  EXPECT_EQ(upstream.connections(), 1);
}

TEST(KeptConnections, ThatDieUnseenAreReplaced) {
  // Dies at the moment of the next request: without a retry the client would see it.
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    if (number % 2 == 1) return {Step::reset()};
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(gateway.ask(request(Protocol::kChat, false)).status, 200) << i;
}

TEST(KeptConnections, ThatSpeakUnaskedAreNotUsed) {
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {
        Step::send(http_reply(200, reply_body(Protocol::kChat)) + http_reply(200, R"({"poisoned":true})"))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  for (int i = 0; i < 10; ++i) {
    const HttpMessage answer = gateway.ask(request(Protocol::kChat, false));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body.find("poisoned"), std::string::npos);
  }
}

// An upstream may say no before it has read all, and close.
TEST(EarlyReplies, AreToldToTheClient) {
  ListeningSocket listener;
  std::atomic<bool> over{false};
  std::thread upstream([&] {
    while (!over) {
      Wire wire = listener.accept(milliseconds(10));
      if (!wire.is_open()) continue;
      std::string some;
      wire.read(some, in(kPatience));
      wire.send(http_reply(413, R"({"error":{"type":"invalid_request_error","message":"too long"}})",
                           "Connection: close\r\n"));
      wire.end_writing();
      std::this_thread::sleep_for(milliseconds(300));  // does not read on
    }
  });
  Config config = test_config("http://127.0.0.1:" + std::to_string(listener.port()) + "/v1", Protocol::kChat);
  config.upstreams.front().timeouts.first_byte = milliseconds(2000);
  GatewayUnderTest gateway(config);
  const std::string more = R"(,"user":")" + std::string(std::size_t{16} << 20, 'a') + '"';
  const HttpMessage answer = gateway.ask(request(Protocol::kChat, false, {}, more));
  EXPECT_EQ(answer.status, 413) << answer.body;
  over = true;
  upstream.join();
}

}  // namespace
}  // namespace argwright::gateway_test
