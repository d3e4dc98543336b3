#include "gateway/model_call.h"

#include <algorithm>
#include <charconv>

#include "gateway/error_reply.h"
#include "gateway/header_rules.h"
#include "gateway/observe/report_json.h"
#include "gateway/reask.h"
#include "gateway/report_reply.h"
#include "gateway/stored_responses.h"
#include "net/pause.h"
#include "protocol/codec.h"
#include "provider/provider.h"

namespace argwright::gateway {
namespace {

using net::Clock;
using net::Task;
using protocol::ApiError;
using protocol::Protocol;
using protocol::RelayedBody;
using protocol::RelayOptions;
using std::chrono::duration_cast;
using std::chrono::milliseconds;
using Micros = ExchangeRecord::Micros;

constexpr std::size_t kMaxErrorBody = std::size_t{1} << 20;
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kEventStream = "text/event-stream";
constexpr std::string_view kMessagesVersion = "2023-06-01";

// Adds the time of a wait for the upstream to the record.
class Waiting {
 public:
  explicit Waiting(ExchangeRecord& record) : record_(record), began_(Clock::now()) {}
  ~Waiting() { record_.waited += duration_cast<Micros>(Clock::now() - began_); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ExchangeRecord& record_;
  Clock::time_point began_;
};

// Seconds, as OpenAI and Anthropic send it; dates are not understood. retry-after-ms is OpenAI's own.
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

bool is_worth_a_retry(int status) { return status == 408 || status == 429 || status >= 500; }

// Silence while arguments are held back would make clients and proxies give up.
std::string_view keep_alive_text(Protocol protocol) {
  return protocol == Protocol::kMessages ? "event: ping\ndata: {\"type\": \"ping\"}\n\n" : ": keep-alive\n\n";
}

}  // namespace

ModelCall::ModelCall(const Site& site, net::Exchange& exchange, ExchangeRecord& record, Protocol protocol,
                     std::shared_ptr<ClientKey> key)
    : site_(site),
      exchange_(exchange),
      record_(record),
      protocol_(protocol),
      key_(std::move(key)),
      began_(Clock::now()) {}

bool ModelCall::wants_report() const {
  const std::string_view wish = exchange_.head.field("x-argwright-report");
  return !wish.empty() && wish != "0";
}

net::Instant ModelCall::until() const { return began_ + upstream_->config.timeouts.total; }

// --- the request
// -------------------------------------------------------------------------------------------------

Task<void> ModelCall::run() {
  record_.client_protocol = protocol_;
  show_body("request", exchange_.body);
  Result<ModelRequest> request =
      ModelRequest::read(protocol_, std::move(exchange_.body), site_.shared.schemas);
  if (!request) {
    ApiError error = api_error(400, "invalid_request", request.error().describe());
    co_await fail(std::move(error));
    co_return;
  }
  record_.model = request->look().model;
  record_.stream = request->look().stream;
  if (key_ && !key_->allows_model(record_.model)) {
    co_await fail(
        api_error(403, "model_not_allowed", "this key may not use the model '" + record_.model + "'"));
    co_return;
  }
  if (protocol_ == Protocol::kResponses && needs_references(*request)) {
    Result<ModelRequest> expanded =
        co_await expand_references(*std::move(request), site_, key_ ? key_->config.name : std::string());
    if (!expanded) {
      const bool unknown = expanded.error().code == ErrorCode::kInvalidArgument;
      co_await fail(api_error(unknown ? 404 : 503, unknown ? "not_found" : "store_unavailable",
                              expanded.error().message));
      co_return;
    }
    request = std::move(expanded);
  }
  request_ = &*request;
  co_await serve(*request);
}

Task<void> ModelCall::serve(ModelRequest& request) {
  const Runtime& runtime = *site_.runtime;
  const RetryConfig& retry = runtime.config.retry;
  const std::vector<Target> targets = runtime.router.targets(
      request.look().model, static_cast<std::uint64_t>(began_.time_since_epoch().count()) / 64);
  if (targets.empty()) {
    co_await fail(api_error(404, "model_not_found",
                            "no route takes the model '" + request.look().model + "' (see [[route]])"));
    co_return;
  }
  const bool has_native_threads = targets.front().upstream->config.protocol == Protocol::kMessages;
  if (request.look().has_thread && !has_native_threads) {
    // Word for word what makes Anthropic's client send everything again without a thread.
    const std::string body =
        R"({"type":"error","error":{"type":"invalid_request_error","message":"threads are not supported by this upstream","details":{"error_code":"thread_unsupported_request","unsupported":["thread"]}}})";
    record_.ending = Ending::kRefused;
    record_.error = "threads are not supported by this upstream";
    co_await reply_whole(400, {}, body, kJson);
    co_return;
  }
  const int attempts = std::max(retry.attempts, static_cast<int>(targets.size()));
  Attempt last;
  last.error =
      api_error(503, "upstream_unavailable",
                "every upstream for this model failed lately and is left alone for a while; try again later");
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
    ++record_.attempts;
    upstream_ = target->upstream.get();
    last = co_await attempt(request, *target, made + 1 == attempts);
    if (last.is_settled || exchange_.cancellation().is_cancelled()) break;
    const bool is_same_next = targets.size() == 1 || targets[next].upstream.get() == upstream_;
    const milliseconds wait =
        is_same_next ? std::max(last.retry_after.value_or(backoff), backoff) : milliseconds(0);
    const bool goes_on = last.may_retry && made + 1 < attempts && wait <= retry.max_wait;
    site_.shared.watcher->attempt_failed(upstream_->config.name, last.kind, last.error.message, goes_on);
    if (!goes_on) break;
    if (wait.count() > 0) {
      co_await net::pause(site_.loop, wait, exchange_.cancellation());
      backoff *= 2;
    }
  }
  if (exchange_.cancellation().is_cancelled()) {
    record_.ending = Ending::kClientGone;
    co_return;
  }
  if (!last.is_settled) co_await fail(std::move(last.error), last.fields);
}

std::string ModelCall::upstream_head(const Upstream& upstream, std::size_t body_size) const {
  const Protocol target = upstream.config.protocol;
  const bool same = target == protocol_;
  std::string head;
  head.reserve(1024);
  head += "POST ";
  head += upstream.origin->request_target(upstream.path_of(target));
  head += " HTTP/1.1\r\nHost: ";
  head += upstream.authority;
  head += "\r\nContent-Type: application/json\r\nContent-Length: ";
  head += std::to_string(body_size);
  head += "\r\nAccept: ";
  head += record_.stream ? "text/event-stream" : kJson;
  head += "\r\n";
  append_request_fields(head, exchange_.head, same);
  if (target == Protocol::kMessages && (!same || !exchange_.head.has("anthropic-version"))) {
    net::append_field(head, "anthropic-version", kMessagesVersion);
  }
  net::append_field(head, "x-request-id", record_.request_id);
  // Keys that are ours stay here.
  const bool own_keys = !site_.runtime->keys.empty();
  const std::string_view key = !upstream.key.empty() ? std::string_view(upstream.key)
                               : own_keys            ? std::string_view()
                                                     : shown_secret(exchange_.head);
  append_key_field(head, target, key);
  head += upstream.extra_fields;
  head += "\r\n";
  return head;
}

Task<ModelCall::Attempt> ModelCall::attempt(ModelRequest& request, const Target& target, bool is_last) {
  const Upstream& upstream = *target.upstream;
  const GovernanceConfig& governance = site_.runtime->config.governance;
  const provider::Provider* const profile = provider::provider_by_name(upstream.config.provider);
  record_.upstream = upstream.config.name;
  record_.provider = upstream.config.provider;
  record_.upstream_protocol = upstream.config.protocol;
  record_.upstream_model = target.model.empty() ? request.look().model : target.model;

  shaping_ = {};
  if (profile != nullptr) shaping_.encode = profile->request;
  shaping_.model = target.model;
  shaping_.shell_hints = governance.shell_hints;
  Result<ShapedRequest> shaped = request.shape(upstream.config.protocol, shaping_);
  if (!shaped) {
    Attempt refused;
    refused.may_retry = false;
    refused.error = api_error(400, "invalid_request", shaped.error().message);
    refused.error.param = shaped.error().where.pointer;
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
  std::string head = upstream_head(upstream, body.size());
  net::ClientTimes times;
  times.connect = upstream.config.timeouts.connect;
  times.first_byte = upstream.config.timeouts.first_byte;
  times.gap = upstream.config.timeouts.gap;
  times.total = until();

  net::ClientCall call(site_.pool, site_.loop, upstream.origin, exchange_.cancellation());
  std::optional<net::Fault> fault;
  {
    const Waiting waiting(record_);
    fault = co_await call.ask({head, body, false}, times);
  }
  if (fault) co_return failed(*fault);
  // A reply may stream for long: what was sent is not kept meanwhile.
  head = {};
  shaped->own = {};

  RelayOptions options;
  options.from = upstream.config.protocol;
  options.to = protocol_;
  options.governance = governance.calls;
  options.tools = request.tools();
  options.aliases = std::move(shaped->aliases);
  options.custom_tools = std::move(shaped->custom_tools);
  options.include_usage =
      options.from != options.to ? request.look().include_usage || protocol_ != Protocol::kChat : true;
  options.hold_calls = governance.reask_rejected || governance.reask_misfits;
  options.max_event_bytes = site_.runtime->config.limits.event_bytes;

  if (call.head().status / 100 == 3) {
    // Nobody follows a redirection with somebody's key.
    co_return failed({net::FaultKind::kBadReply, "the upstream redirects to " +
                                                     std::string(call.head().field("location")) +
                                                     ": its base_url must be where it really is"});
  }
  if (call.head().status >= 400) co_return co_await relay_error(call, options, is_last);
  const bool is_stream = call.head().field("content-type").starts_with(kEventStream);
  if (is_stream && record_.stream) co_return co_await relay_stream(call, options);
  if (is_stream) co_return co_await gather_stream(call, options);
  co_return co_await relay_whole(call, options);
}

// --- endings
// -----------------------------------------------------------------------------------------------------

ModelCall::Attempt ModelCall::settled(Ending ending) {
  record_.ending = exchange_.cancellation().is_cancelled() ? Ending::kClientGone : ending;
  Attempt attempt;
  attempt.is_settled = true;
  return attempt;
}

ModelCall::Attempt ModelCall::failed(const net::Fault& fault) {
  Attempt attempt;
  if (fault.kind == net::FaultKind::kCancelled) return settled(Ending::kClientGone);
  attempt.kind = net::fault_name(fault.kind);
  const RetryConfig& retry = site_.runtime->config.retry;
  if (upstream_->breaker->failed(Clock::now(), retry.breaker_failures, retry.breaker_pause)) {
    site_.shared.watcher->breaker_changed(upstream_->config.name, true);
  }
  attempt.error = api_error(fault);
  attempt.may_retry = !exchange_.has_sent() && Clock::now() < until();
  return attempt;
}

void ModelCall::answered() const {
  if (upstream_->breaker->succeeded()) site_.shared.watcher->breaker_changed(upstream_->config.name, false);
}

void ModelCall::append_own_fields(std::string& fields) const {
  net::append_field(fields, "x-request-id", record_.request_id);
}

Task<bool> ModelCall::reply_whole(int status, std::string_view upstream_fields, std::string_view body,
                                  std::string_view content_type) {
  std::string fields;
  fields.reserve(256 + upstream_fields.size());
  net::append_field(fields, "Content-Type", content_type);
  fields += upstream_fields;
  append_own_fields(fields);
  if (const std::string calls = call_header(record_.report); !calls.empty()) {
    net::append_field(fields, "x-argwright-call", calls);
  }
  record_.status = status;
  record_.first_byte = duration_cast<Micros>(Clock::now() - began_);
  show_body("reply", body);
  co_return co_await exchange_.reply(status, fields, body);
}

Task<void> ModelCall::fail(ApiError error, std::string_view fields) {
  if (record_.ending == Ending::kDone) {
    record_.ending = error.status >= 500 && record_.attempts > 0 ? Ending::kFailed : Ending::kRefused;
  }
  record_.error = error.message;
  const std::string body = protocol::write_error(protocol_, error);
  co_await reply_whole(error.status, fields, body, kJson);
}

Task<ModelCall::Attempt> ModelCall::relay_error(net::ClientCall& call, RelayOptions& options, bool is_last) {
  const int status = call.head().status;
  std::string body;
  {
    const Waiting waiting(record_);
    // An error whose body breaks off is still an error.
    (void)co_await call.read_all(body, kMaxErrorBody);
  }
  if (exchange_.cancellation().is_cancelled()) co_return settled(Ending::kClientGone);
  Attempt attempt;
  RelayedBody relayed = protocol::relay_body(status, body, options);
  attempt.error = relayed.reply.error.value_or(protocol::read_error_text(status, body));
  attempt.kind = "status_" + std::to_string(status);
  attempt.retry_after = retry_after(call.head());
  append_reply_fields(attempt.fields, call.head());
  if (is_worth_a_retry(status)) {
    // 429 is about this client's quota, not about the upstream's health.
    const RetryConfig& retry = site_.runtime->config.retry;
    if (status >= 500 &&
        upstream_->breaker->failed(Clock::now(), retry.breaker_failures, retry.breaker_pause)) {
      site_.shared.watcher->breaker_changed(upstream_->config.name, true);
    }
    const bool too_long = attempt.retry_after.value_or(milliseconds(0)) > retry.max_wait;
    if (!is_last && !(too_long && site_.runtime->router.upstreams().size() == 1)) {
      record_.ending = Ending::kUpstreamError;
      co_return attempt;
    }
  } else {
    answered();  // it answers: the fault is the request's
  }
  record_.ending = Ending::kUpstreamError;
  record_.error = attempt.error.message;
  const std::string_view served = relayed.served(body);
  co_await reply_whole(relayed.status, attempt.fields, served, kJson);
  co_return settled(Ending::kUpstreamError);
}

// --- whole replies
// -----------------------------------------------------------------------------------------------

Task<ModelCall::Attempt> ModelCall::relay_whole(net::ClientCall& call, RelayOptions& options) {
  std::string body;
  const std::size_t most = site_.runtime->config.limits.reply_bytes;
  std::optional<net::Fault> fault;
  if (call.read_ready(body, most)) {
    fault = call.fault();
  } else {
    const Waiting waiting(record_);
    fault = co_await call.read_all(body, most);
  }
  if (fault) co_return failed(*fault);
  answered();
  std::string fields;
  fields.reserve(512);
  append_reply_fields(fields, call.head());
  if (record_.stream) {
    // Asked for a stream, answered with a body: the client gets its stream all the same.
    protocol::StreamedBody streamed = protocol::relay_body_as_stream(call.head().status, body, options);
    record_.report = std::move(streamed.report);
    if (streamed.status >= 400) {
      record_.error = "the upstream answered with an error in a reply of status 200";
      co_await reply_whole(streamed.status, fields, streamed.bytes, kJson);
      co_return settled(Ending::kUpstreamError);
    }
    if (wants_report()) streamed.bytes += report_comment(record_.report);
    keep_streamed_response(streamed.bytes);
    co_await reply_whole(200, fields, streamed.bytes, kEventStream);
    co_return settled(Ending::kDone);
  }
  RelayedBody relayed = protocol::relay_body(call.head().status, body, options);
  record_.report = std::move(relayed.report);
  if (wants_reask(record_.report, site_.runtime->config.governance)) {
    if (std::optional<RelayedBody> again = co_await ask_again(record_.report, options))
      relayed = *std::move(again);
    if (exchange_.cancellation().is_cancelled()) co_return settled(Ending::kClientGone);
  }
  if (relayed.reply.has_usage) record_.usage = relayed.reply.usage;
  std::string_view served = relayed.served(body);
  std::string with_report;
  if (relayed.status >= 400) {
    record_.error = relayed.reply.error ? relayed.reply.error->message : "error";
  } else {
    keep_response(served);
    if (wants_report()) {
      with_report = add_report(served, record_.report);
      served = with_report;
    }
  }
  co_await reply_whole(relayed.status, fields, served, kJson);
  co_return settled(relayed.status >= 400 ? Ending::kUpstreamError : Ending::kDone);
}

// --- streams
// -----------------------------------------------------------------------------------------------------

Task<ModelCall::Attempt> ModelCall::relay_stream(net::ClientCall& call, RelayOptions& options) {
  protocol::StreamRelay relay(options);
  const milliseconds keep_alive = site_.runtime->config.keep_alive;
  std::string out;
  std::string fields;
  bool is_open = false;
  bool is_reasked = false;
  net::Instant last_sent = Clock::now();
  const auto open = [&] {
    if (std::exchange(is_open, true)) return;
    net::append_field(fields, "Content-Type", kEventStream);
    net::append_field(fields, "Cache-Control", "no-cache");
    append_reply_fields(fields, call.head());
    append_own_fields(fields);
    exchange_.begin(200, fields);
    record_.status = 200;
    record_.first_byte = duration_cast<Micros>(Clock::now() - began_);
    site_.shared.watcher->stream_opened();
  };
  const auto close = [&](Ending ending) {
    if (is_open) site_.shared.watcher->stream_closed();
    if (!is_reasked) record_.report = relay.report();
    if (relay.usage()) record_.usage = *relay.usage();
    return settled(ending);
  };
  for (;;) {
    std::string_view payload;
    while (call.take(payload)) relay.feed(payload, out);
    if (call.fault()) {
      const net::Fault& fault = *call.fault();
      if (fault.kind == net::FaultKind::kCancelled) co_return close(Ending::kClientGone);
      Attempt attempt = failed(fault);
      if (!is_open && out.empty()) co_return attempt;  // the client knows of nothing yet
      record_.error = fault.message;
      open();
      const bool told = relay.fail(attempt.error, out);
      if (!out.empty()) co_await exchange_.send(out);
      // With everything passing as it came there is no way to tell: the client sees the connection break.
      if (told) co_await exchange_.finish();
      co_return close(Ending::kFailed);
    }
    if (call.done() || relay.is_unreadable()) break;
    if (!out.empty()) {
      open();
      keep_streamed_response(out);
      show_body("events", out);
      if (!co_await exchange_.send(out)) co_return close(Ending::kClientGone);
      out.clear();
      last_sent = site_.loop.now();
    }
    call.set_nudge(last_sent + keep_alive);
    const std::uint64_t silent_since = exchange_.bytes_sent();
    bool goes_on = false;
    {
      const Waiting waiting(record_);
      goes_on = co_await call.wait();
    }
    if (goes_on && exchange_.bytes_sent() == silent_since && site_.loop.now() >= last_sent + keep_alive) {
      open();
      if (!co_await exchange_.send(keep_alive_text(protocol_))) co_return close(Ending::kClientGone);
      last_sent = site_.loop.now();
    }
  }
  answered();
  relay.finish(out);
  open();
  if (options.hold_calls) {
    if (wants_reask(relay.report(), site_.runtime->config.governance)) {
      if (!out.empty() && !co_await exchange_.send(out)) co_return close(Ending::kClientGone);
      out.clear();
      record_.report = relay.report();
      is_reasked = true;
      std::optional<RelayedBody> again = co_await ask_again(record_.report, options);
      if (exchange_.cancellation().is_cancelled()) co_return close(Ending::kClientGone);
      if (again) {
        const bool tells_usage = protocol_ != Protocol::kChat || request_->look().include_usage;
        again->reply.has_usage = again->reply.has_usage && tells_usage;
        relay.replace(again->reply, out);
      }
    }
    relay.release(out);
  }
  keep_streamed_response(out);
  if (wants_report()) out += report_comment(is_reasked ? record_.report : relay.report());
  if (!out.empty() && !co_await exchange_.send(out)) co_return close(Ending::kClientGone);
  co_await exchange_.finish();
  co_return close(Ending::kDone);
}

// --- asking again
// -------------------------------------------------------------------------------------------------

Task<std::optional<RelayedBody>> ModelCall::ask_again(protocol::Report& report, const RelayOptions& options) {
  Result<const protocol::Request*> read = request_->neutral();
  if (!read) co_return std::nullopt;
  protocol::Request request = **read;
  request.stream = false;
  request.include_usage.reset();
  const GovernanceConfig& governance = site_.runtime->config.governance;
  protocol::Report latest = report;
  for (int asked = 0; asked < governance.reasks; ++asked) {
    append_refused_calls(request, latest);
    Result<std::string> body = encode_for(request, options.from, shaping_);
    if (!body) co_return std::nullopt;
    const bool was_stream = std::exchange(record_.stream, false);
    const std::string head = upstream_head(*upstream_, body->size());
    record_.stream = was_stream;
    site_.shared.watcher->asked_again();
    net::ClientTimes times;
    times.connect = upstream_->config.timeouts.connect;
    times.first_byte = upstream_->config.timeouts.first_byte;
    times.gap = upstream_->config.timeouts.gap;
    times.total = until();
    net::ClientCall call(site_.pool, site_.loop, upstream_->origin, exchange_.cancellation());
    const Waiting waiting(record_);
    if (co_await call.ask({head, *body, false}, times)) co_return std::nullopt;
    if (call.head().status != 200) co_return std::nullopt;
    std::string reply;
    if (co_await call.read_all(reply, site_.runtime->config.limits.reply_bytes)) co_return std::nullopt;
    RelayOptions gathering = options;
    gathering.gather_reply = true;
    RelayedBody relayed = protocol::relay_body(200, reply, gathering);
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

// A stream for a client that wants a body.
Task<ModelCall::Attempt> ModelCall::gather_stream(net::ClientCall& call, RelayOptions& options) {
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
    if (call.fault()) co_return failed(*call.fault());
    if (size > site_.runtime->config.limits.reply_bytes) {
      co_return failed({net::FaultKind::kBadReply, "the reply is larger than limits.reply_bytes"});
    }
    if (call.done() || relay.is_unreadable()) break;
    const Waiting waiting(record_);
    co_await call.wait();
  }
  answered();
  relay.finish(ignored);
  record_.report = relay.report();
  if (relay.reply().has_usage) record_.usage = relay.reply().usage;
  std::string fields;
  append_reply_fields(fields, call.head());
  if (relay.reply().error) {
    record_.error = relay.reply().error->message;
    co_await reply_whole(relay.reply().error->status, fields,
                         protocol::write_error(protocol_, *relay.reply().error), kJson);
    co_return settled(Ending::kUpstreamError);
  }
  std::string body = protocol::codec(protocol_).encode_body(
      relay.reply(), {options.from == options.to, true, options.governance.keep_content_with_calls});
  keep_response(body);
  if (wants_report()) body = add_report(body, record_.report);
  co_await reply_whole(200, fields, body, kJson);
  co_return settled(Ending::kDone);
}

// --- what is kept
// ------------------------------------------------------------------------------------------------

void ModelCall::show_body(std::string_view what, std::string_view text) const {
  if (site_.runtime->config.log.bodies) site_.shared.watcher->body_seen(record_.request_id, what, text);
}

void ModelCall::keep_response(std::string_view response_body) {
  if (protocol_ != Protocol::kResponses || site_.shared.store == nullptr || !request_->look().store) return;
  if (keeps_responses_itself(*upstream_)) return;
  keep(*site_.shared.store, key_ ? key_->config.name : std::string(), *request_, response_body);
}

void ModelCall::keep_streamed_response(std::string_view sent) {
  if (protocol_ != Protocol::kResponses || site_.shared.store == nullptr || !request_->look().store) return;
  if (const std::optional<std::string> response = terminal_response(sent)) keep_response(*response);
}

}  // namespace argwright::gateway
