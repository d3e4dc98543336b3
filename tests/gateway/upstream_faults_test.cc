// The upstream dies, falls silent, resets and cuts its reply short, after every so many bytes: whatever it
// does, the client gets an ending that its protocol knows, and no connection stays behind.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

constexpr std::size_t kPlaces = 60;
constexpr int kWorkers = 6;

enum class FaultKind : std::uint8_t { kClose, kReset, kStall };
constexpr FaultKind kFaults[] = {FaultKind::kClose, FaultKind::kReset, FaultKind::kStall};

std::string fault_field(FaultKind kind, std::size_t after) {
  return "x-fault: " + std::to_string(static_cast<int>(kind)) + "-" + std::to_string(after) + "\r\n";
}

// What the request's x-fault asks for, done to this reply.
Script cut(const HttpMessage& request, const std::string& reply) {
  const std::string wish = request.field("x-fault");
  if (wish.empty()) return {Step::send(reply)};
  const auto kind = static_cast<FaultKind>(wish[0] - '0');
  const std::size_t after = std::stoul(wish.substr(2));
  Script script{Step::send(reply.substr(0, after))};
  switch (kind) {
    case FaultKind::kClose: script.push_back(Step::close()); break;
    case FaultKind::kReset: script.push_back(Step::reset()); break;
    case FaultKind::kStall: script.push_back(Step::stall()); break;
  }
  return script;
}

Config quick_config(const ScriptedUpstream& upstream, Protocol protocol) {
  Config config = test_config(upstream.base_url(), protocol);
  config.upstreams.front().timeouts.first_byte = milliseconds(60);
  config.upstreams.front().timeouts.gap = milliseconds(60);
  return config;
}

// Runs the jobs 0 .. count - 1 on a few threads.
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < kWorkers; ++i) {
    workers.emplace_back([&] {
      for (std::size_t each = next++; each < count; each = next++) job(each);
    });
  }
  for (std::thread& each : workers) each.join();
}

// Times are so short here that a slow machine may look like a silent upstream.
bool is_told(FaultKind kind, int status) {
  return status == 504 || (status == 502 && kind != FaultKind::kStall);
}

std::size_t place(std::size_t number, std::size_t size) { return 1 + number * (size - 1) / kPlaces; }

struct Pair {
  Protocol client, upstream;
};
std::string pair_name(const testing::TestParamInfo<Pair>& pair) {
  return std::string(protocol::protocol_name(pair.param.client)) + "_from_" +
         std::string(protocol::protocol_name(pair.param.upstream));
}

class UpstreamFaults : public testing::TestWithParam<Pair> {};

TEST_P(UpstreamFaults, OfAStreamGiveTheClientAnEnding) {
  const auto [client, upstream_protocol] = GetParam();
  const std::string reply = stream_reply(upstream_protocol);
  const std::size_t head = reply.find("\r\n\r\n") + 4;
  ScriptedUpstream upstream([&](const HttpMessage& request, int) { return cut(request, reply); });
  GatewayUnderTest gateway(quick_config(upstream, upstream_protocol));
  std::atomic<int> errors{0}, calls{0};
  in_parallel(kPlaces * std::size(kFaults), [&](std::size_t job) {
    const FaultKind kind = kFaults[job % std::size(kFaults)];
    const std::size_t after = place(job / std::size(kFaults), reply.size());
    const HttpMessage answer = gateway.ask(request(client, true, fault_field(kind, after)));
    const Ending ending = ending_of(client, answer);
    EXPECT_EQ(ending.fault, "") << "after " << after << " of " << reply.size() << " bytes, fault "
                                << static_cast<int>(kind) << "\n"
                                << answer.start_line << "\n"
                                << answer.body;
    if (after < head) EXPECT_GE(answer.status, 500) << "the upstream's head was cut";
    for (const std::string& each : ending.arguments) EXPECT_EQ(each, kMendedArguments);
    errors += ending.is_error ? 1 : 0;
    calls += ending.arguments.empty() ? 0 : 1;
  });
  EXPECT_GT(errors, static_cast<int>(kPlaces)) << "the faults were not felt";
  // Nothing is wrong with the gateway afterwards.
  const Ending whole = ending_of(client, gateway.ask(request(client, true)));
  EXPECT_EQ(whole.fault, "");
  EXPECT_EQ(whole.text, kReplyText);
  EXPECT_EQ(whole.arguments, std::vector<std::string>{std::string(kMendedArguments)});
  EXPECT_TRUE(gateway.settles());
  EXPECT_TRUE(becomes_true([&] { return upstream.open() <= 1; })) << upstream.open() << " connections stay";
}

// The framing is in order, the stream within it is not: as of a proxy that gives up politely.
TEST_P(UpstreamFaults, ATruncatedStreamIsNoWholeOne) {
  const auto [client, upstream_protocol] = GetParam();
  const std::string text = stream_text(upstream_protocol);
  ScriptedUpstream upstream([&](const HttpMessage& request, int) -> Script {
    const std::string wish = request.field("x-cut");
    return {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n") +
                       chunk(std::string_view(text).substr(0, std::stoul(wish))) +
                       std::string(kEndOfChunks))};
  });
  GatewayUnderTest gateway(quick_config(upstream, upstream_protocol));
  in_parallel(kPlaces, [&](std::size_t job) {
    const std::size_t after = place(job, text.size());
    const HttpMessage answer = gateway.ask(request(client, true, "x-cut: " + std::to_string(after) + "\r\n"));
    const Ending ending = ending_of(client, answer);
    EXPECT_EQ(ending.fault, "") << "after " << after << " of " << text.size() << " bytes\n" << answer.body;
    for (const std::string& each : ending.arguments) EXPECT_EQ(each, kMendedArguments);
  });
  EXPECT_TRUE(gateway.settles());
}

TEST_P(UpstreamFaults, OfABodyAreToldAsAnError) {
  const auto [client, upstream_protocol] = GetParam();
  const std::string reply = http_reply(200, reply_body(upstream_protocol));
  ScriptedUpstream upstream([&](const HttpMessage& request, int) { return cut(request, reply); });
  GatewayUnderTest gateway(quick_config(upstream, upstream_protocol));
  in_parallel(kPlaces / 2 * std::size(kFaults), [&](std::size_t job) {
    const FaultKind kind = kFaults[job % std::size(kFaults)];
    const std::size_t after = place(2 * (job / std::size(kFaults)), reply.size());
    const HttpMessage answer = gateway.ask(request(client, false, fault_field(kind, after)));
    EXPECT_EQ(ending_of(client, answer).fault, "") << answer.body;
    EXPECT_TRUE(is_told(kind, answer.status)) << answer.status << " after " << after << "\n" << answer.body;
  });
  EXPECT_EQ(gateway.ask(request(client, false)).status, 200);
  EXPECT_TRUE(gateway.settles());
}

// A stream that is gathered for a client that wants a body.
TEST_P(UpstreamFaults, OfAGatheredStreamAreToldAsAnError) {
  const auto [client, upstream_protocol] = GetParam();
  const std::string reply = stream_reply(upstream_protocol);
  ScriptedUpstream upstream([&](const HttpMessage& request, int) { return cut(request, reply); });
  GatewayUnderTest gateway(quick_config(upstream, upstream_protocol));
  in_parallel(kPlaces / 2 * std::size(kFaults), [&](std::size_t job) {
    const FaultKind kind = kFaults[job % std::size(kFaults)];
    const std::size_t after = place(2 * (job / std::size(kFaults)), reply.size());
    const HttpMessage answer = gateway.ask(request(client, false, fault_field(kind, after)));
    EXPECT_EQ(ending_of(client, answer).fault, "") << answer.body;
    EXPECT_TRUE(is_told(kind, answer.status)) << answer.status << " after " << after << "\n" << answer.body;
  });
  EXPECT_EQ(gateway.ask(request(client, false)).status, 200);
  EXPECT_TRUE(gateway.settles());
}

// With both switches off all passes as it came: the client sees a broken stream break, never a whole one.
TEST_P(UpstreamFaults, OfAnUngovernedStreamAreSeenAsTheyAre) {
  const auto [client, upstream_protocol] = GetParam();
  const std::string reply = stream_reply(upstream_protocol);
  const std::size_t body = reply.find("\r\n\r\n") + 4;
  ScriptedUpstream upstream([&](const HttpMessage& request, int) { return cut(request, reply); });
  Config config = quick_config(upstream, upstream_protocol);
  config.governance.calls.tool_enhance = false;
  config.governance.calls.sse_tool_aggregate = false;
  GatewayUnderTest gateway(config);
  in_parallel(kPlaces / 2, [&](std::size_t job) {
    const std::size_t after = body + place(2 * job, reply.size() - body);
    const FaultKind kind = kFaults[job % std::size(kFaults)];
    const HttpMessage answer = gateway.ask(request(client, true, fault_field(kind, after)));
    EXPECT_FALSE(answer.is_timeout);
    if (answer.is_whole) {
      // Between two protocols it can be told; arguments went out in pieces, as was asked for.
      EXPECT_TRUE(ending_of(client, answer).is_error) << after << "\n" << answer.body;
    }
  });
  EXPECT_TRUE(gateway.settles());
}

INSTANTIATE_TEST_SUITE_P(Protocols, UpstreamFaults,
                         testing::Values(Pair{Protocol::kChat, Protocol::kChat},
                                         Pair{Protocol::kResponses, Protocol::kResponses},
                                         Pair{Protocol::kMessages, Protocol::kMessages},
                                         Pair{Protocol::kChat, Protocol::kMessages},
                                         Pair{Protocol::kResponses, Protocol::kChat},
                                         Pair{Protocol::kMessages, Protocol::kResponses}),
                         pair_name);

// A head of many fields comes in several pieces.
TEST(UpstreamReplies, WithALongHeadAreRead) {
  std::string fields;
  for (int i = 0; i < 300; ++i) fields += "x-field-" + std::to_string(i) + ": some value of it\r\n";
  const std::string reply = http_reply(200, reply_body(Protocol::kChat), fields);
  ScriptedUpstream upstream([&](const HttpMessage& request, int) -> Script {
    const std::size_t cut = std::stoul(request.field("x-cut"));
    return {Step::send(reply.substr(0, cut)), Step::pause(milliseconds(2)), Step::send(reply.substr(cut))};
  });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  for (std::size_t cut = 1; cut < reply.size(); cut += 300) {
    const std::string wish = "x-cut: " + std::to_string(cut) + "\r\n";
    EXPECT_EQ(gateway.ask(request(Protocol::kChat, false, wish)).status, 200) << cut;
  }
}

struct BadReply {
  const char* name;
  std::string bytes;
};

TEST(UpstreamReplies, ThatAreNoHttpAreToldAsSuch) {
  const BadReply replies[] = {
      {"garbage", "this is no HTTP\r\n\r\n"},
      {"a head without end", "HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'a')},
      {"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"},
      {"another coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n{}"},
      {"a chunk of odd size",
       chunked_head(200, "Content-Type: application/json\r\n") + "zz\r\n{}\r\n0\r\n\r\n"},
      {"a chunk that is longer than it says",
       chunked_head(200, "Content-Type: application/json\r\n") + "2\r\n{}x\r\n0\r\n\r\n"},
      {"a huge chunk size",
       chunked_head(200, "Content-Type: application/json\r\n") + "fffffffffffffffff\r\n{}"},
      {"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"},
      {"no JSON", http_reply(200, "<html>It works!</html>", "Content-Type: text/html\r\n")},
      {"nothing", http_reply(200, "")},
      {"no content", "HTTP/1.1 204 No Content\r\n\r\n"},
      {"a redirect", http_reply(302, "", "Location: http://127.0.0.1:1/\r\n")},
  };
  for (const Protocol protocol : kProtocols) {
    for (const BadReply& bad : replies) {
      ScriptedUpstream upstream(
          [&](const HttpMessage&, int) -> Script { return {Step::send(bad.bytes), Step::close()}; });
      GatewayUnderTest gateway(test_config(upstream.base_url(), protocol));  // all of them end by themselves
      for (const bool stream : {false, true}) {
        const HttpMessage answer = gateway.ask(request(protocol, stream));
        const Ending ending = ending_of(protocol, answer);
        EXPECT_EQ(ending.fault, "") << bad.name << " " << protocol::protocol_name(protocol);
        EXPECT_EQ(answer.status, 502)
            << bad.name << " " << protocol::protocol_name(protocol) << " stream " << stream << "\n"
            << answer.body;
      }
    }
  }
}

TEST(UpstreamReplies, LargerThanAllowedAreRefused) {
  ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, "{\"x\":\"" + std::string(300'000, 'a') + "\"}"))};
  });
  Config config = quick_config(upstream, Protocol::kChat);
  config.limits.reply_bytes = 100'000;
  GatewayUnderTest gateway(config);
  const HttpMessage answer = gateway.ask(request(Protocol::kChat, false));
  EXPECT_EQ(answer.status, 502);
  EXPECT_NE(answer.body.find("100000"), std::string::npos) << answer.body;
}

TEST(UpstreamReplies, AnEventWithoutEndIsNotGatheredForEver) {
  for (const Protocol protocol : kProtocols) {
    ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script {
      return {Step::send(chunked_head(200, "Content-Type: text/event-stream\r\n")),
              Step::send(chunk("data: " + std::string(2'000'000, 'a'))), Step::stall()};
    });
    Config config = quick_config(upstream, protocol);
    config.upstreams.front().timeouts.gap = kPatience;
    config.limits.event_bytes = 500'000;
    GatewayUnderTest gateway(config);
    const HttpMessage answer = gateway.ask(request(protocol, true));
    const Ending ending = ending_of(protocol, answer);
    EXPECT_EQ(ending.fault, "") << answer.body.substr(0, 300);
    EXPECT_TRUE(ending.is_error);
  }
}

}  // namespace
}  // namespace argwright::gateway_test
