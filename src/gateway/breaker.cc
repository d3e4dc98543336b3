#include "gateway/breaker.h"

namespace argwright::gateway {
namespace {

// Whoever is let through to try gets so long before the next may.
constexpr std::chrono::seconds kTrial{5};

Breaker::Clock::rep ticks(Breaker::Clock::time_point time) { return time.time_since_epoch().count(); }

}  // namespace

bool Breaker::allows(Clock::time_point now) {
  Clock::rep until = open_until_.load(std::memory_order_relaxed);
  if (until == 0) return true;
  if (ticks(now) < until) return false;
  return open_until_.compare_exchange_strong(until, ticks(now + kTrial), std::memory_order_relaxed);
}

bool Breaker::is_open(Clock::time_point now) const {
  const Clock::rep until = open_until_.load(std::memory_order_relaxed);
  return until != 0 && ticks(now) < until;
}

bool Breaker::succeeded() {
  if (failures_.load(std::memory_order_relaxed) != 0) failures_.store(0, std::memory_order_relaxed);
  return open_until_.load(std::memory_order_relaxed) != 0 &&
         open_until_.exchange(0, std::memory_order_relaxed) != 0;
}

bool Breaker::failed(Clock::time_point now, int max_failures, std::chrono::milliseconds pause) {
  if (max_failures <= 0) return false;
  const int count = failures_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (count < max_failures) return false;
  open_until_.store(ticks(now + pause), std::memory_order_relaxed);
  return count == max_failures;
}

}  // namespace argwright::gateway
