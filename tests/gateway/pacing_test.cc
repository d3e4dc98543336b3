// Events of a stream arrive when they are sent: none is held back, none waits for another.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>

#include "tests/gateway/batching_gateway.h"
#include "tests/gateway/paced_upstream.h"
#include "tests/gateway/serve_process.h"
#include "tests/gateway/sockets.h"

namespace argwright::gateway_test {
namespace {

using std::chrono::milliseconds;
using Pace = PacedUpstream::Pace;

constexpr std::size_t kTicks = 100;
// Machines that test are busy: single events may be late, but not most of them.
constexpr milliseconds kGenerous{100};
constexpr double kLateShare = 0.05;

struct Client {
  const char* name;
  const char* path;
  const char* body;
};
constexpr Client kClients[] = {
    {"Chat", "/v1/chat/completions",
     R"({"model":"m","stream":true,"messages":[{"role":"user","content":"Count."}]})"},
    {"Messages", "/v1/messages",
     R"({"model":"m","stream":true,"max_tokens":100,"messages":[{"role":"user","content":"Count."}]})"},
    {"Responses", "/v1/responses", R"({"model":"m","stream":true,"input":"Count."})"},
};
std::ostream& operator<<(std::ostream& out, const Client& client) { return out << client.name; }

// Asks, and tells when each tick arrived; on_tick is called with how many there are.
Instants read_ticks(
    std::uint16_t port, const Client& client, std::size_t ticks,
    const std::function<void(std::size_t)>& on_tick = [](std::size_t) {}) {
  const Descriptor gateway = connect_to(port);
  const std::string body = client.body;
  write_all(gateway,
            "POST " + std::string(client.path) +
                " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
  Instants arrived;
  std::string came;
  std::size_t looked = 0;
  while (arrived.size() < ticks && !came.ends_with("\r\n0\r\n\r\n") && read_some(gateway, came)) {
    for (;;) {
      const std::string next = tick(arrived.size());
      const std::size_t at = came.find(next, looked);
      if (at == std::string::npos) break;
      looked = at + next.size();
      arrived.push_back(Clock::now());
      on_tick(arrived.size());
    }
  }
  return arrived;
}

// What is wrong with the pace; empty: nothing.
std::string fault_of(const Instants& written, const Instants& arrived) {
  if (arrived.size() != written.size()) {
    return std::to_string(arrived.size()) + " of " + std::to_string(written.size()) + " events arrived";
  }
  std::vector<Clock::duration> delays;
  for (std::size_t i = 0; i < written.size(); ++i) delays.push_back(arrived[i] - written[i]);
  std::sort(delays.begin(), delays.end());
  const auto describe = [](Clock::duration delay) {
    return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(delay).count()) + " us";
  };
  const Clock::duration median = delays[delays.size() / 2];
  if (median >= PacedUpstream::kGap) {
    return "half of the events arrive after the next was written: the median is " + describe(median);
  }
  const auto late = std::count_if(delays.begin(), delays.end(), [](auto delay) { return delay > kGenerous; });
  if (static_cast<double>(late) > kLateShare * static_cast<double>(delays.size())) {
    return std::to_string(late) + " events were late, by up to " + describe(delays.back());
  }
  return {};
}

// Reads streams by the clock until one is in order; else what was wrong with the last. A gateway that holds
// events back does so every time; a machine that had something else to do does not.
template <typename Gateway, typename... More>
std::string fault_every_time(const Client& client, const More&... more) {
  constexpr int kTries = 3;
  std::string fault;
  for (int made = 0; made < kTries; ++made) {
    PacedUpstream upstream(Pace::kByTheClock, kTicks);
    const Gateway gateway(upstream.port(), more...);
    if (gateway.port() == 0) return "the gateway did not start";
    const Instants arrived = read_ticks(gateway.port(), client, kTicks);
    fault = fault_of(upstream.written(), arrived);
    if (fault.empty()) break;
  }
  return fault;
}

class Pacing : public testing::TestWithParam<Client> {};

TEST_P(Pacing, EventsArriveAtThePaceAtWhichTheyAreWritten) {
  EXPECT_EQ(fault_every_time<ServeProcess>(GetParam()), "");
}

// Needs no clock: here an event that waits for another waits for ever.
TEST_P(Pacing, AnEventArrivesBeforeTheNextIsWritten) {
  PacedUpstream upstream(Pace::kByTheHand, kTicks);
  const ServeProcess gateway(upstream.port());
  ASSERT_NE(gateway.port(), 0);
  read_ticks(gateway.port(), GetParam(), kTicks, [&](std::size_t ticks) { upstream.seen(ticks); });
  EXPECT_EQ(upstream.written().size(), kTicks);
}

INSTANTIATE_TEST_SUITE_P(Clients, Pacing, testing::ValuesIn(kClients),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(PacingTest, SeesThatEventsAreBatched) {
  const std::string fault = fault_every_time<BatchingGateway>(kClients[0], std::size_t{20});
  EXPECT_NE(fault.find("half of the events"), std::string::npos) << fault;
}

TEST(PacingTest, SeesThatOneEventIsWithheld) {
  PacedUpstream upstream(Pace::kByTheHand, kTicks, milliseconds(300));
  const BatchingGateway gateway(upstream.port(), 2);
  read_ticks(gateway.port(), kClients[0], kTicks, [&](std::size_t ticks) { upstream.seen(ticks); });
  EXPECT_EQ(upstream.written().size(), 1);
}

TEST(PacingTest, FindsNoFaultWithAGatewayThatPassesEventsAtOnce) {
  EXPECT_EQ(fault_every_time<BatchingGateway>(kClients[0], std::size_t{1}), "");
}

}  // namespace
}  // namespace argwright::gateway_test
