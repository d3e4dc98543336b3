// Keeps requests away from an upstream that fails again and again. Shared by all loops.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace argwright::gateway {

class Breaker {
 public:
  using Clock = std::chrono::steady_clock;

  // May it be asked? While open, one request after each pause may, to see whether it is back.
  bool allows(Clock::time_point now);
  bool is_open(Clock::time_point now) const;
  // True: it was open, and is closed by this.
  bool succeeded();
  // True: this one opened it.
  bool failed(Clock::time_point now, int max_failures, std::chrono::milliseconds pause);

 private:
  std::atomic<int> failures_{0};
  std::atomic<Clock::rep> open_until_{0};  // 0: closed
};

}  // namespace argwright::gateway
