// An upstream that answers one Chat request with a stream of ticks: events whose text is "tick-007;".
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/gateway/sockets.h"

namespace argwright::gateway_test {

using Clock = std::chrono::steady_clock;
using Instants = std::vector<Clock::time_point>;

std::string tick(std::size_t number);

class PacedUpstream {
 public:
  enum class Pace {
    kByTheClock,  // a tick every kGap
    kByTheHand,   // the next tick when the one before was seen by the client; gives up after `patience`
  };
  static constexpr std::chrono::milliseconds kGap{10};

  PacedUpstream(Pace pace, std::size_t ticks, std::chrono::milliseconds patience = std::chrono::seconds(10));
  PacedUpstream(const PacedUpstream&) = delete;
  PacedUpstream& operator=(const PacedUpstream&) = delete;
  ~PacedUpstream();

  std::uint16_t port() const { return listener_.port; }
  // The client has seen so many ticks.
  void seen(std::size_t ticks);
  // When each tick was written; waits for the last.
  Instants written();

 private:
  void serve();
  bool await_turn(std::size_t number);

  const Pace pace_;
  const std::size_t ticks_;
  const std::chrono::milliseconds patience_;
  Listener listener_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t seen_ = 0;
  bool is_over_ = false;
  Instants written_;
  std::thread thread_;
};

}  // namespace argwright::gateway_test
