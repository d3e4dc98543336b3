#include "gateway/attempt.h"

#include <charconv>

#include "gateway/error_reply.h"

namespace argwright::gateway {

using net::Clock;
using std::chrono::milliseconds;

Attempt settled(CallState& state, Ending ending) {
  state.record.ending = state.exchange.cancellation().is_cancelled() ? Ending::kClientGone : ending;
  Attempt attempt;
  attempt.is_settled = true;
  return attempt;
}

Attempt failed(CallState& state, const net::Fault& fault) {
  if (fault.kind == net::FaultKind::kCancelled) return settled(state, Ending::kClientGone);
  upstream_failed(state);
  Attempt attempt;
  attempt.kind = net::fault_name(fault.kind);
  attempt.error = api_error(fault);
  attempt.may_retry = !state.exchange.has_sent() && Clock::now() < state.until();
  return attempt;
}

void upstream_answered(const CallState& state) {
  if (state.upstream->breaker->succeeded())
    state.site.shared.watcher->breaker_changed(state.upstream->config.name, false);
}

void upstream_failed(const CallState& state) {
  const RetryConfig& retry = state.site.runtime->config.retry;
  if (state.upstream->breaker->failed(Clock::now(), retry.breaker_failures, retry.breaker_pause))
    state.site.shared.watcher->breaker_changed(state.upstream->config.name, true);
}

bool is_worth_a_retry(int status) { return status == 408 || status == 429 || status >= 500; }

std::optional<milliseconds> retry_after(const net::Head& head) {
  const auto number = [](std::string_view text) -> std::optional<double> {
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || value < 0 || value > 86'400'000) return std::nullopt;
    return value;
  };
  if (const auto ms = number(head.field("retry-after-ms"))) return milliseconds(static_cast<long>(*ms));
  if (const auto seconds = number(head.field("retry-after"))) {
    return milliseconds(static_cast<long>(*seconds * 1000));
  }
  return std::nullopt;
}

}  // namespace argwright::gateway
