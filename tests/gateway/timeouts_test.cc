// How long the gateway waits for an upstream, and what the client is told meanwhile and afterwards.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

constexpr milliseconds kShort{80};

// Fills the queue of a socket that never accepts, so that whoever comes next is not answered at all.
class Crowd {
 public:
  explicit Crowd(std::uint16_t port) {
    for (int& each : descriptors_) {
      each = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_port = htons(port);
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      (void)::connect(each, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
  }
  ~Crowd() {
    for (const int each : descriptors_) ::close(each);
  }

 private:
  int descriptors_[8];
};

class Timeouts : public testing::TestWithParam<Protocol> {
 protected:
  // Runs one request against an upstream with this script.
  HttpMessage ask(const Script& script, const std::function<void(Config&)>& change, bool stream = true) {
    ScriptedUpstream upstream([&](const HttpMessage&, int) { return script; });
    Config config = test_config(upstream.base_url(), GetParam());
    change(config);
    GatewayUnderTest gateway(config);
    HttpMessage answer = gateway.ask(request(GetParam(), stream));
    EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << answer.body;
    EXPECT_TRUE(gateway.settles());
    // One that has told all may be kept for the next request.
    const int kept = ending_of(GetParam(), answer).is_error ? 0 : 1;
    EXPECT_TRUE(becomes_true([&] { return upstream.open() <= kept; })) << "the upstream is still held";
    return answer;
  }
  gateway::Timeouts& times(Config& config) { return config.upstreams.front().timeouts; }
};

TEST_P(Timeouts, Connect) {
  const ListeningSocket deaf(0);
  const Crowd crowd(deaf.port());
  Config config = test_config("http://127.0.0.1:" + std::to_string(deaf.port()) + "/v1", GetParam());
  times(config).connect = kShort;
  GatewayUnderTest gateway(config);
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  EXPECT_EQ(answer.status, 504);
  EXPECT_NE(error_message(GetParam(), answer.body).find("connecting"), std::string::npos) << answer.body;
}

TEST_P(Timeouts, FirstByte) {
  for (const bool stream : {true, false}) {
    const HttpMessage answer =
        ask({Step::stall()}, [&](Config& config) { times(config).first_byte = kShort; }, stream);
    EXPECT_EQ(answer.status, 504);
    EXPECT_NE(error_message(GetParam(), answer.body).find("timed out"), std::string::npos) << answer.body;
  }
}

TEST_P(Timeouts, GapWithinAStreamIsToldInTheStream) {
  const std::string reply = stream_reply(GetParam());
  const std::string half = reply.substr(0, reply.size() / 2);
  const HttpMessage answer =
      ask({Step::send(half), Step::stall()}, [&](Config& config) { times(config).gap = kShort; });
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(ending_of(GetParam(), answer).is_error) << answer.body;
  EXPECT_NE(answer.body.find("timed out"), std::string::npos) << answer.body;
}

TEST_P(Timeouts, GapWithinABody) {
  const std::string reply = http_reply(200, reply_body(GetParam()));
  const HttpMessage answer = ask(
      {Step::send(reply.substr(0, reply.size() / 2)), Step::stall()},
      [&](Config& config) { times(config).gap = kShort; }, false);
  EXPECT_EQ(answer.status, 504);
}

TEST_P(Timeouts, TotalEndsAStreamThatDribbles) {
  Script script{Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n"))};
  script.push_back(Step::send(chunk(stream_events(GetParam()).front())));
  for (int i = 0; i < 1000; ++i) {
    script.push_back(Step::pause(milliseconds(10)));
    script.push_back(Step::send(chunk(": still here\n\n")));
  }
  const HttpMessage answer = ask(script, [&](Config& config) { times(config).total = milliseconds(200); });
  EXPECT_TRUE(ending_of(GetParam(), answer).is_error) << answer.body;
}

TEST_P(Timeouts, TotalIncludesAllAttempts) {
  const auto began = in(milliseconds(0));
  const HttpMessage answer = ask({Step::stall()}, [&](Config& config) {
    times(config).first_byte = kShort;
    times(config).total = milliseconds(250);
    config.retry.attempts = 1000;
  });
  EXPECT_EQ(answer.status, 504);
  EXPECT_LT(in(milliseconds(0))-began, milliseconds(4000));
}

// While a call is held back the client hears something that its reader skips.
TEST_P(Timeouts, ASilentStreamIsKeptAlive) {
  const std::vector<std::string> events = stream_events(GetParam());
  Script script{Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n"))};
  for (const std::string& each : events) {
    if (each.find("Paris") != std::string::npos || each.find("\"days") != std::string::npos) {
      script.push_back(Step::pause(milliseconds(120)));
    }
    script.push_back(Step::send(chunk(each)));
  }
  script.push_back(Step::send(std::string(kEndOfChunks)));
  const HttpMessage answer = ask(script, [&](Config& config) { config.keep_alive = milliseconds(50); });
  const std::string_view sign = GetParam() == Protocol::kMessages ? "event: ping\n" : ": keep-alive\n";
  EXPECT_NE(answer.body.find(sign), std::string::npos) << answer.body;
  const Ending ending = ending_of(GetParam(), answer);
  EXPECT_EQ(ending.text, kReplyText);
  EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
}

INSTANTIATE_TEST_SUITE_P(Protocols, Timeouts,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

// Slow is not dead.
TEST(Patience, APauseShorterThanTheGapIsNoFault) {
  Script script{Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n"))};
  for (const std::string& each : stream_events(Protocol::kChat)) {
    script.push_back(Step::pause(milliseconds(20)));
    script.push_back(Step::send(chunk(each)));
  }
  script.push_back(Step::send(std::string(kEndOfChunks)));
  ScriptedUpstream upstream([&](const HttpMessage&, int) { return script; });
  Config config = test_config(upstream.base_url(), Protocol::kChat);
  config.upstreams.front().timeouts.gap = milliseconds(400);
  GatewayUnderTest gateway(config);
  const Ending ending = ending_of(Protocol::kChat, gateway.ask(request(Protocol::kChat, true)));
  EXPECT_EQ(ending.fault, "");
  EXPECT_FALSE(ending.is_error);
}

}  // namespace
}  // namespace argwright::gateway_test
