// Hands what happens to the metrics, the log and the log of calls.
#pragma once

#include <memory>

#include "base/terminal.h"
#include "gateway/config.h"
#include "gateway/observe/access_log.h"
#include "gateway/observe/metrics.h"
#include "gateway/site.h"
#include "store/worker.h"

namespace argwright::gateway {

class Watch final : public Watcher {
 public:
  Watch(Metrics& metrics, GatewayLog& log, store::StoreWorker* store, CallLogging calls)
      : metrics_(metrics), log_(log), store_(store), calls_(calls) {}

  // Each call is also told in full on this terminal.
  void tell_stories(const Terminal& terminal) { stories_ = terminal; }

  void exchange_ended(const ExchangeRecord& record) override;
  void attempt_failed(const std::string& upstream, const std::string& kind, const std::string& message,
                      bool is_followed) override;
  void breaker_changed(const std::string& upstream, bool is_open) override;
  void stream_opened() override { metrics_.live().streams_open.fetch_add(1, std::memory_order_relaxed); }
  void stream_closed() override { metrics_.live().streams_open.fetch_sub(1, std::memory_order_relaxed); }
  void body_seen(const std::string& request_id, std::string_view what, std::string_view text) override;
  void asked_again() override { metrics_.live().reasks.fetch_add(1, std::memory_order_relaxed); }
  void reasoning_counted(const ReasoningCounts& counts) override;

 private:
  Metrics& metrics_;
  GatewayLog& log_;
  store::StoreWorker* store_;
  CallLogging calls_;
  std::optional<Terminal> stories_;
};

}  // namespace argwright::gateway
