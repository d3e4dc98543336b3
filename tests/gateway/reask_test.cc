// on_reject = "reask": the model is asked again for calls that cannot be used, whatever form its reply has.
#include <gtest/gtest.h>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

constexpr std::string_view kUnreadable = "nothing that can be read";

Config reask_config(const ScriptedUpstream& upstream, Protocol protocol = Protocol::kChat) {
  Config config = test_config(upstream.base_url(), protocol);
  config.governance.reask_rejected = true;
  return config;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// A Chat reply whose call nobody can read.
std::string unreadable_body() {
  return replaced(reply_body(Protocol::kChat), quoted(kBrokenArguments), quoted(kUnreadable));
}
std::string unreadable_stream() {
  std::string reply = chunked_head(200, "Content-Type: text/event-stream\r\n");
  const auto part = [](const std::string& delta, const std::string& finish) {
    return chunk(R"(data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[)"
                 R"({"index":0,"delta":)" +
                 delta + R"(,"finish_reason":)" + finish + "}]}\n\n");
  };
  reply += part(R"({"role":"assistant","content":"Looking."})", "null");
  reply += part(R"({"tool_calls":[{"index":0,"id":"call_0","type":"function","function":{"name":"weather",)"
                R"("arguments":)" +
                    quoted(kUnreadable) + "}}]}",
                "null");
  reply += part("{}", R"("tool_calls")");
  return reply + chunk("data: [DONE]\n\n") + std::string(kEndOfChunks);
}

class Reask : public testing::TestWithParam<Protocol> {};

TEST_P(Reask, OfABodyGivesTheSecondReply) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(http_reply(200, number == 0 ? unreadable_body() : reply_body(Protocol::kChat)))};
  });
  const GatewayUnderTest gateway(reask_config(upstream));
  const HttpMessage answer = gateway.ask(request(GetParam(), false));
  EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << answer.body;
  EXPECT_NE(answer.body.find("Paris"), std::string::npos) << answer.body;
  EXPECT_EQ(upstream.requests().size(), 2U);
}

TEST_P(Reask, OfAStreamGivesItsTextAndTheSecondCalls) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(number == 0 ? unreadable_stream() : http_reply(200, reply_body(Protocol::kChat)))};
  });
  const GatewayUnderTest gateway(reask_config(upstream));
  const Ending ending = ending_of(GetParam(), gateway.ask(request(GetParam(), true)));
  EXPECT_EQ(ending.fault, "");
  EXPECT_EQ(ending.text, "Looking.");
  EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
}

TEST_P(Reask, OfABodyForAClientThatWantsAStream) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(http_reply(200, number == 0 ? unreadable_body() : reply_body(Protocol::kChat)))};
  });
  const GatewayUnderTest gateway(reask_config(upstream));
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  const Ending ending = ending_of(GetParam(), answer);
  EXPECT_EQ(ending.fault, "") << answer.body;
  EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
  EXPECT_EQ(upstream.requests().size(), 2U);
}

TEST_P(Reask, OfAStreamForAClientThatWantsABody) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    return {Step::send(number == 0 ? unreadable_stream() : http_reply(200, reply_body(Protocol::kChat)))};
  });
  const GatewayUnderTest gateway(reask_config(upstream));
  const HttpMessage answer = gateway.ask(request(GetParam(), false));
  EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << answer.body;
  EXPECT_NE(answer.body.find("Paris"), std::string::npos) << answer.body;
  EXPECT_EQ(upstream.requests().size(), 2U);
}

// A provider that only streams is asked for a stream each time, whatever the client wants.
TEST_P(Reask, OfAProviderThatOnlyStreams) {
  for (const bool stream : {false, true}) {
    ScriptedUpstream upstream([](const HttpMessage& request, int number) -> Script {
      if (request.body.find(R"("stream":true)") == std::string::npos)
        return {Step::send(http_reply(400, R"({"error":{"message":"only stream mode"}})"))};
      return {Step::send(number == 0 ? unreadable_stream() : stream_reply(Protocol::kChat))};
    });
    Config config = reask_config(upstream);
    config.upstreams.front().provider = "qwen";
    const GatewayUnderTest gateway(config);
    const HttpMessage answer = gateway.ask(request(GetParam(), stream));
    const Ending ending = ending_of(GetParam(), answer);
    EXPECT_EQ(ending.fault, "") << answer.body;
    EXPECT_NE(answer.body.find("Paris"), std::string::npos) << answer.body;
    ASSERT_EQ(upstream.requests().size(), 2U);
    for (const HttpMessage& asked : upstream.requests())
      EXPECT_EQ(asked.field("accept"), "text/event-stream");
  }
}

// The second reply takes its time, before its head and within its body.
TEST_P(Reask, KeepsTheClientOfAStreamWaiting) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    if (number == 0) return {Step::send(unreadable_stream())};
    const std::string reply = http_reply(200, reply_body(Protocol::kChat));
    return {Step::pause(milliseconds(500)), Step::send(reply.substr(0, reply.size() / 2)),
            Step::pause(milliseconds(500)), Step::send(reply.substr(reply.size() / 2))};
  });
  Config config = reask_config(upstream);
  config.keep_alive = milliseconds(100);
  const GatewayUnderTest gateway(config);
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  const Ending ending = ending_of(GetParam(), answer);
  EXPECT_EQ(ending.fault, "") << answer.body;
  EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
  const std::string_view sign =
      GetParam() == Protocol::kMessages ? "event: ping\n" : std::string_view(": keep-alive\n\n");
  std::size_t signs = 0;
  for (std::size_t at = 0; (at = answer.body.find(sign, at)) != std::string::npos; ++at) ++signs;
  EXPECT_GE(signs, 4U) << answer.body;
  EXPECT_TRUE(gateway.settles());
}

TEST_P(Reask, EndsWithTheClient) {
  ScriptedUpstream upstream([](const HttpMessage&, int number) -> Script {
    if (number == 0) return {Step::send(unreadable_stream())};
    return {Step::stall()};
  });
  Config config = reask_config(upstream);
  config.keep_alive = milliseconds(50);
  const GatewayUnderTest gateway(config);
  {
    RawClient client = gateway.client();
    client.send(request(GetParam(), true));
    ASSERT_TRUE(becomes_true([&] { return upstream.requests().size() == 2; }));
  }
  EXPECT_TRUE(becomes_true([&] { return upstream.abandoned() == 1; }));
  EXPECT_TRUE(gateway.settles());
}

// Calls wait for the end of their stream when the model may be asked again: an end that is a fault is told
// all the same.
TEST_P(Reask, AStreamThatBreaksOffIsTold) {
  for (const bool after_call : {false, true}) {
    ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
      std::string reply = stream_reply(Protocol::kChat);
      reply.resize(reply.find(after_call ? R"("finish_reason":"tool_calls")" : R"("tool_calls")"));
      reply.resize(reply.rfind("data: "));
      reply.resize(reply.rfind("\r\n", reply.size() - 3));
      return {Step::send(reply + "\r\n"), Step::reset()};
    });
    const GatewayUnderTest gateway(reask_config(upstream));
    const HttpMessage answer = gateway.ask(request(GetParam(), true));
    const Ending ending = ending_of(GetParam(), answer);
    EXPECT_EQ(ending.fault, "") << answer.body;
    EXPECT_TRUE(ending.is_error || ending.is_cut_off) << answer.body;
  }
}

INSTANTIATE_TEST_SUITE_P(Protocols, Reask, testing::ValuesIn(kProtocols),
                         [](const auto& info) { return std::string(protocol::protocol_name(info.param)); });

}  // namespace
}  // namespace argwright::gateway_test
