#include "gateway/stream_reply.h"

#include <optional>
#include <string>
#include <utility>

#include "gateway/ask_again.h"
#include "gateway/client_reply.h"
#include "gateway/header_rules.h"
#include "gateway/keep_alive.h"
#include "gateway/kept_reply.h"
#include "gateway/reask.h"
#include "gateway/report_reply.h"
#include "gateway/upstream_wait.h"

namespace argwright::gateway {

using net::Clock;
using net::Task;
using protocol::Protocol;
using protocol::RelayedBody;
using protocol::RelayOptions;
using std::chrono::milliseconds;

Task<Attempt> relay_stream(CallState& state, net::ClientCall& call, RelayOptions& options) {
  protocol::StreamRelay relay(options);
  const milliseconds keep_alive = state.site.runtime->config.keep_alive;
  std::string out;
  bool is_open = false;
  bool is_reasked = false;
  net::Instant last_sent = Clock::now();
  const auto open = [&] {
    if (std::exchange(is_open, true)) return;
    std::string fields;
    net::append_field(fields, "Content-Type", kEventStreamType);
    net::append_field(fields, "Cache-Control", "no-cache");
    append_reply_fields(fields, call.head());
    append_request_id(fields, state.protocol, state.record.request_id);
    state.exchange.begin(200, fields);
    state.record.status = 200;
    state.record.first_byte = std::chrono::duration_cast<ExchangeRecord::Micros>(Clock::now() - state.began);
    state.site.shared.watcher->stream_opened();
  };
  bool is_remembered = false;
  const auto close = [&](Ending ending) {
    if (is_open) state.site.shared.watcher->stream_closed();
    if (!is_reasked) state.record.report = relay.report();
    if (relay.usage()) state.record.usage = *relay.usage();
    return settled(state, ending);
  };
  for (;;) {
    std::string_view payload;
    while (call.take(payload)) relay.feed(payload, out);
    if (call.fault()) {
      const net::Fault& fault = *call.fault();
      if (fault.kind == net::FaultKind::kCancelled) co_return close(Ending::kClientGone);
      Attempt attempt = failed(state, fault);
      if (!is_open && out.empty()) co_return attempt;  // the client knows of nothing yet
      state.record.error = fault.message;
      open();
      const bool told = relay.fail(*attempt.error, out);
      relay.release(out);  // what was held for asking again: nobody can be asked now
      show_body(state, "events", out);
      if (!out.empty()) co_await state.exchange.send(out);
      // With everything passing as it came there is no way to tell: the client sees the connection break.
      if (told) co_await state.exchange.finish();
      co_return close(Ending::kFailed);
    }
    if (call.done() || relay.is_unreadable()) break;
    if (!out.empty()) {
      // Clients act on the calls before the stream has ended.
      if (state.reader && state.reader->is_finished() && !options.hold_calls &&
          !std::exchange(is_remembered, true))
        co_await remember(state, relay.report());
      open();
      if (ends_kept_response(state, out)) co_await keep_streamed_response(state, out);
      show_body(state, "events", out);
      if (!co_await state.exchange.send(out)) co_return close(Ending::kClientGone);
      out.clear();
      last_sent = state.site.loop.now();
    }
    call.set_nudge(last_sent + keep_alive);
    const std::uint64_t silent_since = state.exchange.bytes_sent();
    bool goes_on = false;
    {
      const UpstreamWait waiting(state.record);
      goes_on = co_await call.wait();
    }
    if (goes_on && state.exchange.bytes_sent() == silent_since &&
        state.site.loop.now() >= last_sent + keep_alive) {
      open();
      if (!co_await state.exchange.send(keep_alive_text(state.protocol)))
        co_return close(Ending::kClientGone);
      last_sent = state.site.loop.now();
    }
  }
  upstream_answered(state);
  relay.finish(out);
  open();
  if (options.hold_calls) {
    if (wants_reask(relay.report(), state.site.runtime->config.governance)) {
      show_body(state, "events", out);
      if (!out.empty() && !co_await state.exchange.send(out)) co_return close(Ending::kClientGone);
      out.clear();
      state.record.report = relay.report();
      is_reasked = true;
      std::optional<RelayedBody> again =
          co_await ask_again_beside_stream(state, state.record.report, options);
      if (state.exchange.cancellation().is_cancelled()) co_return close(Ending::kClientGone);
      if (again) {
        const bool tells_usage = state.protocol != Protocol::kChat || state.request->look().include_usage;
        again->reply.has_usage = again->reply.has_usage && tells_usage;
        relay.replace(again->reply, out);
      }
    }
    relay.release(out);
  }
  if (ends_kept_response(state, out)) co_await keep_streamed_response(state, out);
  if (!is_remembered) co_await remember(state, is_reasked ? state.record.report : relay.report());
  if (state.wants_report()) out += report_comment(is_reasked ? state.record.report : relay.report());
  show_body(state, "events", out);
  if (!out.empty() && !co_await state.exchange.send(out)) co_return close(Ending::kClientGone);
  co_await state.exchange.finish();
  co_return close(Ending::kDone);
}

}  // namespace argwright::gateway
