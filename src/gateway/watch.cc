#include "gateway/watch.h"

#include "gateway/observe/call_entries.h"
#include "gateway/observe/call_story.h"

namespace argwright::gateway {
namespace {

UpstreamError error_of(std::string_view kind) {
  if (kind == "timeout") return UpstreamError::kTimeout;
  if (kind == "broken" || kind == "bad_reply") return UpstreamError::kBrokenOff;
  if (kind == "status_429") return UpstreamError::kRateLimited;
  if (kind.starts_with("status_5")) return UpstreamError::kServerError;
  if (kind.starts_with("status_")) return UpstreamError::kClientError;
  return UpstreamError::kConnection;
}

}  // namespace

void Watch::exchange_ended(const ExchangeRecord& record) {
  metrics_.record(record);
  LiveCounts& live = metrics_.live();
  live.bytes_in.fetch_add(record.bytes_in, std::memory_order_relaxed);
  live.bytes_out.fetch_add(record.bytes_out, std::memory_order_relaxed);
  log_.record(record);
  if (record.report.calls.empty()) return;
  if (store_ != nullptr && calls_ != CallLogging::kOff) {
    for (store::CallEntry& entry : call_entries(record, calls_)) (void)store_->log_call(std::move(entry));
  }
  if (stories_) {
    std::string story;
    for (std::size_t i = 0; i < record.report.calls.size(); ++i)
      story += call_story(record.report, i, *stories_);
    log_.show(story);
  }
}

void Watch::attempt_failed(const std::string& upstream, const std::string& kind, const std::string& message,
                           bool is_followed) {
  if (is_followed) metrics_.attempt_failed(upstream, error_of(kind));
  log_.say(LogLevel::kWarn, "upstream '" + upstream + "' failed (" + kind + "): " + message +
                                (is_followed ? "; asking again" : ""));
}

void Watch::body_seen(const std::string& request_id, std::string_view what, std::string_view text) {
  constexpr std::size_t kMost = std::size_t{16} << 10;
  std::string line = request_id + " " + std::string(what) + " (" + std::to_string(text.size()) + " bytes): ";
  line += text.substr(0, kMost);
  if (text.size() > kMost) line += " ..";
  log_.say(LogLevel::kInfo, line);
}

void Watch::reasoning_counted(const ReasoningCounts& counts) {
  LiveCounts& live = metrics_.live();
  const auto add = [](LiveCounts::Count<std::uint64_t>& count, std::size_t more) {
    if (more > 0) count.fetch_add(more, std::memory_order_relaxed);
  };
  add(live.reasoning_from_token, counts.from_token);
  add(live.reasoning_from_memory, counts.from_memory);
  add(live.reasoning_from_store, counts.from_store);
  add(live.reasoning_missing, counts.missing);
  add(live.reasoning_remembered, counts.remembered);
  add(live.reasoning_lookups_failed, counts.lookups_failed);
}

void Watch::breaker_changed(const std::string& upstream, bool is_open) {
  metrics_.set_breaker(upstream, is_open);
  log_.say(LogLevel::kError,
           "upstream '" + upstream + "' " +
               (is_open ? "failed again and again: it is left alone for a while" : "is back"));
}

}  // namespace argwright::gateway
