#include "gateway/ask_again.h"

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateway/client_reply.h"
#include "gateway/gathered_reply.h"
#include "gateway/keep_alive.h"
#include "gateway/reask.h"
#include "gateway/reasoning/put_back.h"
#include "gateway/upstream_question.h"
#include "gateway/upstream_wait.h"
#include "net/client_call.h"
#include "net/pause.h"
#include "net/waiter.h"

namespace argwright::gateway {

using net::Task;
using protocol::RelayedBody;
using protocol::RelayOptions;

Task<std::optional<RelayedBody>> ask_again(CallState& state, protocol::Report& report,
                                           const RelayOptions& options) {
  Result<const protocol::Request*> read = state.request->neutral();
  if (!read) co_return std::nullopt;
  protocol::Request request = state.restored ? state.restored->request : **read;
  request.stream = false;
  request.include_usage.reset();
  const GovernanceConfig& governance = state.site.runtime->config.governance;
  protocol::Report latest = report;
  for (int asked = 0; asked < governance.reasks; ++asked) {
    append_refused_calls(request, latest);
    if (state.reader) {
      // Its own thoughts belong to the calls that it is told of.
      if (const std::vector<AssistantRun> runs = assistant_runs(request); !runs.empty())
        put_back(request, runs.back(), state.reader->thought(), options.from);
      const ReadingOptions reading = state.reader->options();
      *state.reader = ThoughtReader(reading);  // the same place: the relay knows it
    }
    const Result<ShapedRequest> shaped = encode_for(request, options.from, state.shaping);
    if (!shaped) co_return std::nullopt;
    const std::string head = upstream_head(state, shaped->own.size(), shaped->streams);
    state.site.shared.watcher->asked_again();
    net::ClientCall call(state.site.pool, state.site.loop, state.upstream->origin,
                         state.exchange.cancellation());
    const UpstreamWait waiting(state.record);
    if (co_await call.ask({head, shaped->own, false}, upstream_times(state))) co_return std::nullopt;
    if (call.head().status != 200) co_return std::nullopt;
    std::string reply;
    if (co_await call.read_all(reply, state.site.runtime->config.limits.reply_bytes)) co_return std::nullopt;
    RelayOptions gathering = options;
    gathering.gather_reply = true;
    const bool is_stream = call.head().field("content-type").starts_with(kEventStreamType);
    RelayedBody relayed =
        is_stream ? gathered_stream(reply, gathering) : protocol::relay_body(200, reply, gathering);
    if (relayed.status >= 400) co_return std::nullopt;
    latest = relayed.report;
    report = joined_report(std::move(report), std::move(relayed.report));
    if (wants_reask(latest, governance)) continue;
    if (relayed.passed) {
      relayed.passed = false;
      relayed.body = std::move(reply);
    }
    co_return relayed;
  }
  co_return std::nullopt;
}

namespace {

// Shared with whoever waits for the answer.
struct Asking {
  explicit Asking(net::Loop& loop) : waiter(loop.context()) {}
  net::Waiter waiter;
  bool is_done = false;
  std::optional<RelayedBody> answer;
  std::exception_ptr fault;
};

Task<void> ask_for(std::shared_ptr<Asking> asking, CallState& state, protocol::Report& report,
                   const RelayOptions& options) {
  try {
    asking->answer = co_await ask_again(state, report, options);
  } catch (...) {
    asking->fault = std::current_exception();  // for whoever waits, as if it had asked itself
  }
  asking->is_done = true;
  asking->waiter.wake_soon();
}

}  // namespace

Task<std::optional<RelayedBody>> ask_again_beside_stream(CallState& state, protocol::Report& report,
                                                         const RelayOptions& options) {
  const auto asking = std::make_shared<Asking>(state.site.loop);
  state.site.loop.spawn(ask_for(asking, state, report, options));
  // What was begun refers to this exchange: it has to end first, also where the client has gone, which ends
  // it at once (Exchange::send() cancels).
  while (!asking->is_done) {
    co_await net::wait_at_most(state.site.loop, asking->waiter, state.site.runtime->config.keep_alive);
    if (!asking->is_done && !state.exchange.cancellation().is_cancelled())
      co_await state.exchange.send(keep_alive_text(state.protocol));
  }
  if (asking->fault) std::rethrow_exception(asking->fault);
  co_return std::move(asking->answer);
}

}  // namespace argwright::gateway
