#include "gateway/body_reply.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "gateway/ask_again.h"
#include "gateway/client_reply.h"
#include "gateway/gathered_reply.h"
#include "gateway/header_rules.h"
#include "gateway/kept_reply.h"
#include "gateway/reask.h"
#include "gateway/report_reply.h"
#include "gateway/upstream_wait.h"

namespace argwright::gateway {
namespace {

using net::Task;
using protocol::RelayedBody;
using protocol::RelayOptions;
using std::chrono::milliseconds;

constexpr std::size_t kMaxErrorBody = std::size_t{1} << 20;

// A reply that is the client's in all but its form.
std::string streamed_again(const RelayedBody& again, const RelayOptions& options) {
  RelayOptions own;
  own.from = own.to = options.to;
  own.governance = options.governance;
  own.include_usage = options.include_usage;
  return protocol::relay_body_as_stream(200, again.body, own).bytes;
}

}  // namespace

Task<Attempt> relay_error(CallState& state, net::ClientCall& call, RelayOptions& options, bool is_last) {
  const int status = call.head().status;
  std::string body;
  {
    const UpstreamWait waiting(state.record);
    // An error whose body breaks off is still an error.
    (void)co_await call.read_all(body, kMaxErrorBody);
  }
  if (state.exchange.cancellation().is_cancelled()) co_return settled(state, Ending::kClientGone);
  Attempt attempt;
  RelayedBody relayed = protocol::relay_body(status, body, options);
  attempt.error = relayed.reply.error.value_or(protocol::read_error_text(status, body));
  attempt.kind = "status_" + std::to_string(status);
  attempt.retry_after = retry_after(call.head());
  append_reply_fields(attempt.fields, call.head());
  if (is_worth_a_retry(status)) {
    // 429 is about this client's quota, not about the upstream's health.
    if (status >= 500) upstream_failed(state);
    const bool too_long =
        attempt.retry_after.value_or(milliseconds(0)) > state.site.runtime->config.retry.max_wait;
    if (!is_last && !(too_long && state.site.runtime->router.upstreams().size() == 1)) {
      state.record.ending = Ending::kUpstreamError;
      co_return attempt;
    }
  } else {
    upstream_answered(state);  // it answers: the fault is the request's
  }
  state.record.ending = Ending::kUpstreamError;
  state.record.error = attempt.error->message;
  const std::string_view served = relayed.served(body);
  co_await reply_whole(state, relayed.status, attempt.fields, served, kJsonType);
  co_return settled(state, Ending::kUpstreamError);
}

Task<Attempt> relay_whole(CallState& state, net::ClientCall& call, RelayOptions& options) {
  std::string body;
  const std::size_t most = state.site.runtime->config.limits.reply_bytes;
  std::optional<net::Fault> fault;
  if (call.read_ready(body, most)) {
    fault = call.fault();
  } else {
    const UpstreamWait waiting(state.record);
    fault = co_await call.read_all(body, most);
  }
  if (fault) co_return failed(state, *fault);
  upstream_answered(state);
  std::string fields;
  fields.reserve(512);
  append_reply_fields(fields, call.head());
  if (state.record.stream) {
    // Asked for a stream, answered with a body: the client gets its stream all the same.
    protocol::StreamedBody streamed = protocol::relay_body_as_stream(call.head().status, body, options);
    state.record.report = std::move(streamed.report);
    if (wants_reask(state.record.report, state.site.runtime->config.governance)) {
      if (const std::optional<RelayedBody> again = co_await ask_again(state, state.record.report, options))
        streamed.bytes = streamed_again(*again, options);
      if (state.exchange.cancellation().is_cancelled()) co_return settled(state, Ending::kClientGone);
    }
    co_await remember(state, state.record.report);
    if (streamed.status >= 400) {
      state.record.error = "the upstream answered with an error in a reply of status 200";
      co_await reply_whole(state, streamed.status, fields, streamed.bytes, kJsonType);
      co_return settled(state, Ending::kUpstreamError);
    }
    if (state.wants_report()) streamed.bytes += report_comment(state.record.report);
    if (ends_kept_response(state, streamed.bytes)) co_await keep_streamed_response(state, streamed.bytes);
    co_await reply_whole(state, 200, fields, streamed.bytes, kEventStreamType);
    co_return settled(state, Ending::kDone);
  }
  RelayedBody relayed = protocol::relay_body(call.head().status, body, options);
  state.record.report = std::move(relayed.report);
  if (wants_reask(state.record.report, state.site.runtime->config.governance)) {
    if (std::optional<RelayedBody> again = co_await ask_again(state, state.record.report, options))
      relayed = *std::move(again);
    if (state.exchange.cancellation().is_cancelled()) co_return settled(state, Ending::kClientGone);
  }
  if (relayed.reply.has_usage) state.record.usage = relayed.reply.usage;
  std::string_view served = relayed.served(body);
  std::string with_report;
  if (relayed.status >= 400) {
    state.record.error = relayed.reply.error ? relayed.reply.error->message : "error";
  } else {
    if (keeps_response(state)) co_await keep_response(state, served);
    co_await remember(state, state.record.report);
    if (state.wants_report()) {
      with_report = add_report(served, state.record.report);
      served = with_report;
    }
  }
  co_await reply_whole(state, relayed.status, fields, served, kJsonType);
  co_return settled(state, relayed.status >= 400 ? Ending::kUpstreamError : Ending::kDone);
}

Task<Attempt> gather_stream(CallState& state, net::ClientCall& call, RelayOptions& options) {
  options.gather_reply = true;
  protocol::StreamRelay relay(options);
  std::string ignored;
  std::size_t size = 0;
  for (;;) {
    std::string_view payload;
    while (call.take(payload)) {
      size += payload.size();
      relay.feed(payload, ignored);
      ignored.clear();
    }
    if (call.fault()) co_return failed(state, *call.fault());
    if (size > state.site.runtime->config.limits.reply_bytes) {
      co_return failed(state, {net::FaultKind::kBadReply, "the reply is larger than limits.reply_bytes"});
    }
    if (call.done() || relay.is_unreadable()) break;
    const UpstreamWait waiting(state.record);
    co_await call.wait();
  }
  upstream_answered(state);
  relay.finish(ignored);
  state.record.report = relay.report();
  std::optional<RelayedBody> again;
  if (!relay.reply().error && wants_reask(state.record.report, state.site.runtime->config.governance)) {
    again = co_await ask_again(state, state.record.report, options);
    if (state.exchange.cancellation().is_cancelled()) co_return settled(state, Ending::kClientGone);
  }
  if (relay.reply().has_usage) state.record.usage = relay.reply().usage;
  std::string fields;
  append_reply_fields(fields, call.head());
  RelayedBody gathered = again ? *std::move(again) : gathered_body(relay, options);
  if (gathered.reply.error) {
    state.record.error = gathered.reply.error->message;
    co_await reply_whole(state, gathered.status, fields, gathered.body, kJsonType);
    co_return settled(state, Ending::kUpstreamError);
  }
  co_await remember(state, state.record.report);
  std::string body = std::move(gathered.body);
  if (keeps_response(state)) co_await keep_response(state, body);
  if (state.wants_report()) body = add_report(body, state.record.report);
  co_await reply_whole(state, 200, fields, body, kJsonType);
  co_return settled(state, Ending::kDone);
}

}  // namespace argwright::gateway
