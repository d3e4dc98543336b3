// What the gateway counts, for Prometheus. docs/observability.md lists every metric.
//
// Threading: all functions may be called from any thread. record() is for the threads that serve: for label
// sets that a thread has met before it takes no lock and allocates nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/exchange_record.h"

namespace argwright::gateway {

// Why an upstream's answer was of no use.
enum class UpstreamError : std::uint8_t {
  kConnection,   // could not be reached
  kTimeout,      // said nothing for too long
  kBrokenOff,    // broke off within its reply
  kRateLimited,  // 429
  kClientError,  // another 4xx
  kServerError,  // 5xx
};
std::string_view upstream_error_name(UpstreamError kind);  // "connection", "timeout", "broken_off", ...

// What is counted where it happens, and read when somebody asks. Each on a cache line of its own, since
// several threads write them.
struct LiveCounts {
  template <typename T>
  struct alignas(64) Count : std::atomic<T> {
    Count() : std::atomic<T>(0) {}
  };

  Count<std::int64_t> connections_open;  // of clients
  Count<std::int64_t> streams_open;      // replies that are streaming now
  Count<std::uint64_t> bytes_in;         // from clients
  Count<std::uint64_t> bytes_out;        // to clients
  Count<std::uint64_t> reasks;           // requests asked again because of a call
  Count<std::int64_t> calllog_queue;     // entries that wait to be stored
  Count<std::uint64_t> calllog_dropped;  // calls that were lost
  // Turns whose reasoning was put back, by where it was found; turns of which nothing was found; turns that
  // were remembered; questions that the store did not answer in time.
  Count<std::uint64_t> reasoning_from_token, reasoning_from_memory, reasoning_from_store;
  Count<std::uint64_t> reasoning_missing, reasoning_remembered, reasoning_lookups_failed;
  Count<std::uint64_t> turns_dropped;      // remembered turns that were lost
  Count<std::uint64_t> responses_dropped;  // responses that could not be kept
  Count<std::int64_t> store_up;            // 1: the store could be used when it was last; or there is none
  Count<std::uint64_t> log_dropped;        // log lines that were given up (GatewayLog::dropped())
};

class Metrics {
 public:
  // How many different models are shown; those that come later are counted as "other".
  static constexpr std::size_t kMaxModels = 200;

  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  // Once for each exchange, when it is over. Counts the last attempt at an upstream, and its error if it was
  // one; bytes are not counted here but in live().
  void record(const ExchangeRecord& record);
  // For each attempt that failed and was followed by another one.
  void attempt_failed(std::string_view upstream, UpstreamError kind);
  void set_breaker(std::string_view upstream, bool open);

  LiveCounts& live() { return live_; }

  // The body of GET /metrics.
  std::string text() const;
  static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct State;

  LiveCounts live_;
  std::unique_ptr<State> state_;
};

}  // namespace argwright::gateway
