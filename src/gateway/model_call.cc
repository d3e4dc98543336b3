#include "gateway/model_call.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gateway/body_reply.h"
#include "gateway/client_reply.h"
#include "gateway/error_reply.h"
#include "gateway/kept_reply.h"
#include "gateway/random_id.h"
#include "gateway/stored_responses.h"
#include "gateway/stream_reply.h"
#include "gateway/upstream_question.h"
#include "gateway/upstream_wait.h"
#include "net/client_call.h"
#include "net/pause.h"
#include "provider/profiles.h"

namespace argwright::gateway {

using net::Clock;
using net::Task;
using protocol::ApiError;
using protocol::Protocol;
using protocol::RelayOptions;
using std::chrono::milliseconds;

Task<void> ModelCall::run() {
  state_.record.client_protocol = state_.protocol;
  show_body(state_, "request", state_.exchange.body);
  Result<ModelRequest> request =
      ModelRequest::read(state_.protocol, std::move(state_.exchange.body), state_.site.shared.schemas);
  if (!request) {
    ApiError error = api_error(400, "invalid_request", request.error().describe());
    co_await reply_error(state_, std::move(error));
    co_return;
  }
  state_.record.model = request->look().model;
  state_.record.stream = request->look().stream;
  if (state_.key && !state_.key->allows_model(state_.record.model)) {
    co_await reply_error(state_, api_error(403, "model_not_allowed",
                                           "this key may not use the model '" + state_.record.model + "'"));
    co_return;
  }
  if (state_.protocol == Protocol::kResponses && needs_references(*request)) {
    Result<ModelRequest> expanded =
        co_await expand_references(*std::move(request), state_.site, state_.owner());
    if (!expanded) {
      const bool unknown = expanded.error().code == ErrorCode::kInvalidArgument;
      co_await reply_error(state_, api_error(unknown ? 404 : 503, unknown ? "not_found" : "store_unavailable",
                                             expanded.error().message));
      co_return;
    }
    request = std::move(expanded);
  }
  state_.request = &*request;
  co_await serve(*request);
}

Task<void> ModelCall::serve(ModelRequest& request) {
  const Runtime& runtime = *state_.site.runtime;
  const RetryConfig& retry = runtime.config.retry;
  std::vector<Target> targets = runtime.router.targets(
      request.look().model, static_cast<std::uint64_t>(state_.began.time_since_epoch().count()) / 64);
  if (targets.empty()) {
    co_await reply_error(
        state_, api_error(404, "model_not_found",
                          "no route takes the model '" + request.look().model + "' (see [[route]])"));
    co_return;
  }
  const bool has_native_threads = targets.front().upstream->config.protocol == Protocol::kMessages;
  if (request.look().has_thread && !has_native_threads) {
    // Word for word what makes Anthropic's client send everything again without a thread.
    const std::string body =
        R"({"type":"error","error":{"type":"invalid_request_error","message":"threads are not supported by this upstream","details":{"error_code":"thread_unsupported_request","unsupported":["thread"]}}})";
    state_.record.ending = Ending::kRefused;
    state_.record.error = "threads are not supported by this upstream";
    co_await reply_whole(state_, 400, {}, body, kJsonType);
    co_return;
  }
  // An upstream without threads would answer the end of a conversation whose beginning it does not know.
  if (request.look().has_thread)
    std::erase_if(targets,
                  [](const Target& each) { return each.upstream->config.protocol != Protocol::kMessages; });
  const int attempts = std::max(retry.attempts, static_cast<int>(targets.size()));
  Attempt last;
  milliseconds backoff = retry.backoff;
  std::size_t next = 0;
  for (int made = 0; made < attempts; ++made) {
    // The next upstream that may be asked.
    const Target* target = nullptr;
    for (std::size_t i = 0; i < targets.size() && target == nullptr; ++i) {
      const Target& candidate = targets[(next + i) % targets.size()];
      if (candidate.upstream->breaker->allows(Clock::now())) {
        target = &candidate;
        next = (next + i + 1) % targets.size();
      }
    }
    if (target == nullptr) break;
    ++state_.record.attempts;
    state_.upstream = target->upstream.get();
    last = co_await attempt(request, *target, made + 1 == attempts);
    if (last.is_settled || state_.exchange.cancellation().is_cancelled()) break;
    const bool is_same_next = targets.size() == 1 || targets[next].upstream.get() == state_.upstream;
    const milliseconds wait =
        is_same_next ? std::max(last.retry_after.value_or(backoff), backoff) : milliseconds(0);
    const bool goes_on = last.may_retry && made + 1 < attempts && wait <= retry.max_wait;
    state_.site.shared.watcher->attempt_failed(state_.upstream->config.name, last.kind, last.error->message,
                                               goes_on);
    if (!goes_on) break;
    if (wait.count() > 0) {
      co_await net::pause(state_.site.loop, wait, state_.exchange.cancellation());
      backoff *= 2;
    }
  }
  if (state_.exchange.cancellation().is_cancelled()) {
    state_.record.ending = Ending::kClientGone;
    co_return;
  }
  if (last.is_settled) co_return;
  if (!last.error) {
    last.error = api_error(
        503, "upstream_unavailable",
        "every upstream for this model failed lately and is left alone for a while; try again later");
  }
  co_await reply_error(state_, *std::move(last.error), last.fields);
}

Task<Attempt> ModelCall::attempt(ModelRequest& request, const Target& target, bool is_last) {
  const Upstream& upstream = *target.upstream;
  const GovernanceConfig& governance = state_.site.runtime->config.governance;
  state_.record.upstream = upstream.config.name;
  state_.record.provider = upstream.config.provider;
  state_.record.upstream_protocol = upstream.config.protocol;
  state_.record.upstream_model = target.model.empty() ? request.look().model : target.model;

  state_.shaping = {};
  const provider::Profile& profile =
      provider::profile_for(state_.site.runtime->profiles, upstream.config.provider, upstream.config.base_url,
                            state_.record.upstream_model);
  state_.shaping.profile = &profile;
  state_.shaping.encode = provider::encode_options(profile);
  state_.shaping.forced_tools = governance.forced_tools;
  state_.shaping.base_url = upstream.config.base_url;
  state_.shaping.model = target.model;
  state_.shaping.shell_hints = governance.shell_hints;
  state_.reasoning = reasoning_context(state_.site, state_.record, profile, state_.owner());
  state_.shaping.is_restored = state_.site.shared.reasoning != nullptr && state_.reasoning.remembers;
  state_.restored.reset();
  if (may_need_reasoning(state_.site, request, state_.reasoning))
    state_.restored = co_await restore_reasoning(state_.site, request, state_.reasoning);
  Result<ShapedRequest> shaped =
      request.shape(upstream.config.protocol, state_.shaping, state_.restored.get());
  if (!shaped) {
    Attempt refused;
    refused.may_retry = false;
    refused.error = api_error(400, "invalid_request", shaped.error().message);
    refused.error->param = shaped.error().where.pointer;
    refused.kind = "request";
    co_return refused;
  }
  if (!upstream.enter()) {
    Attempt busy;
    busy.kind = "busy";
    busy.error = api_error(503, "upstream_busy",
                           "the upstream answers as many requests as it may (max_connections); try again");
    co_return busy;
  }
  struct Leaving {
    const Upstream& upstream;
    ~Leaving() { upstream.leave(); }
  } const leaving{upstream};
  const std::string_view body = shaped->own.empty() ? std::string_view(request.body()) : shaped->own;
  std::string head = upstream_head(state_, body.size(), shaped->streams);
  net::ClientCall call(state_.site.pool, state_.site.loop, upstream.origin, state_.exchange.cancellation());
  std::optional<net::Fault> fault;
  {
    const UpstreamWait waiting(state_.record);
    fault = co_await call.ask({head, body, false}, upstream_times(state_));
  }
  if (fault) co_return failed(state_, *fault);
  // A reply may stream for long: what was sent is not kept meanwhile.
  std::string().swap(head);
  std::string().swap(shaped->own);
  if (!governance.reask_rejected && !governance.reask_misfits) state_.restored.reset();

  RelayOptions options;
  options.from = upstream.config.protocol;
  options.to = state_.protocol;
  options.governance = governance.calls;
  options.tools = request.tools();
  options.aliases = std::move(shaped->aliases);
  options.custom_tools = std::move(shaped->custom_tools);
  options.include_usage =
      options.from != options.to ? request.look().include_usage || state_.protocol != Protocol::kChat : true;
  // Its client may refer to it; ids of other protocols need be neither there nor unique.
  if (options.to == Protocol::kResponses && options.from != options.to) options.reply_id = random_id("resp_");
  options.hold_calls = governance.reask_rejected || governance.reask_misfits;
  options.max_event_bytes = state_.site.runtime->config.limits.event_bytes;
  if (call.head().status < 400) read_thoughts(state_, options);

  if (call.head().status / 100 == 3) {
    // Nobody follows a redirection with somebody's key.
    co_return failed(state_, {net::FaultKind::kBadReply, "the upstream redirects to " +
                                                             std::string(call.head().field("location")) +
                                                             ": its base_url must be where it really is"});
  }
  if (call.head().status >= 400) co_return co_await relay_error(state_, call, options, is_last);
  const bool is_stream = call.head().field("content-type").starts_with(kEventStreamType);
  if (is_stream && state_.record.stream) co_return co_await relay_stream(state_, call, options);
  if (is_stream) co_return co_await gather_stream(state_, call, options);
  co_return co_await relay_whole(state_, call, options);
}

}  // namespace argwright::gateway
