#include "gateway/pass_call.h"

#include <algorithm>

#include "gateway/error_reply.h"
#include "gateway/header_rules.h"
#include "gateway/request_look.h"
#include "gateway/upstream_wait.h"

namespace argwright::gateway {
namespace {

using net::Clock;
using net::Task;
using protocol::Protocol;

constexpr std::size_t kMaxFetched = std::size_t{4} << 20;

bool is_anthropic(const net::Exchange& exchange) {
  return exchange.head.has("anthropic-version") ||
         protocol_of_path(exchange.head.target) == Protocol::kMessages;
}

// Not by its Content-Type: upstreams read a body as JSON whatever it says.
bool may_be_json(std::string_view body) {
  const std::size_t first = body.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && body[first] == '{';
}

}  // namespace

std::shared_ptr<Upstream> upstream_for_pass(const Site& site, net::Exchange& exchange, std::string& model) {
  const bool anthropic = is_anthropic(exchange);
  const auto speaks_it = [&](const Upstream& upstream) {
    return (upstream.config.protocol == Protocol::kMessages) == anthropic;
  };
  std::optional<RequestLook> look;
  if (may_be_json(exchange.body)) {
    if (Result<RequestLook> taken = look_at_request(Protocol::kChat, exchange.body)) look = *std::move(taken);
  }
  if (look) model = look->model;
  if (!model.empty()) {
    const auto draw = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()) / 64;
    for (const Target& target : site.runtime->router.targets(model, draw)) {
      if (!speaks_it(*target.upstream)) continue;
      if (!target.model.empty() && target.model != model)
        exchange.body = with_model(exchange.body, *look, target.model);
      return target.upstream;
    }
  }
  for (const auto& upstream : site.runtime->router.upstreams()) {
    if (speaks_it(*upstream)) return upstream;
  }
  return nullptr;
}

Task<void> pass_on(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                   const Endpoint& endpoint, const Upstream& upstream) {
  record.upstream = upstream.config.name;
  record.provider = upstream.config.provider;
  record.attempts = 1;
  std::string path = upstream.path_below(endpoint.path);
  if (!endpoint.query.empty()) path += "?" + std::string(endpoint.query);
  std::string head;
  head += exchange.head.method;
  head += " " + upstream.origin->request_target(path) + " HTTP/1.1\r\nHost: " + upstream.authority + "\r\n";
  if (!exchange.body.empty() || exchange.head.method == "POST" || exchange.head.method == "PUT") {
    net::append_field(head, "Content-Length", std::to_string(exchange.body.size()));
  }
  for (const std::string_view name : {"content-type", "accept"}) {
    if (const std::string_view value = exchange.head.field(name); !value.empty())
      net::append_field(head, name, value);
  }
  append_request_fields(head, exchange.head, true, upstream.config.headers);
  net::append_field(head, "x-request-id", record.request_id);
  const std::string_view key = !upstream.key.empty()         ? std::string_view(upstream.key)
                               : !site.runtime->keys.empty() ? std::string_view()
                                                             : shown_secret(exchange.head);
  append_key_field(head, upstream, key);
  head += upstream.extra_fields;
  head += "\r\n";

  const auto began = Clock::now();
  net::ClientTimes times;
  times.connect = upstream.config.timeouts.connect;
  times.first_byte = upstream.config.timeouts.first_byte;
  times.gap = upstream.config.timeouts.gap;
  times.total = began + upstream.config.timeouts.total;
  net::ClientCall call(site.pool, site.loop, upstream.origin, exchange.cancellation());
  std::optional<net::Fault> fault;
  {
    const UpstreamWait waiting(record);
    fault = co_await call.ask({head, exchange.body, exchange.head.method == "HEAD"}, times);
  }
  std::string fields;
  net::append_field(fields, "x-request-id", record.request_id);
  if (fault) {
    if (exchange.cancellation().is_cancelled()) {
      record.ending = Ending::kClientGone;
      co_return;
    }
    site.shared.watcher->attempt_failed(upstream.config.name, std::string(net::fault_name(fault->kind)),
                                        fault->message, false);
    const protocol::ApiError error = api_error(*fault);
    record.ending = Ending::kFailed;
    record.error = fault->message;
    record.status = error.status;
    net::append_field(fields, "Content-Type", "application/json");
    co_await exchange.reply(error.status, fields, protocol::write_error(endpoint.protocol, error));
    co_return;
  }
  record.status = call.head().status;
  record.first_byte = std::chrono::duration_cast<ExchangeRecord::Micros>(Clock::now() - began);
  if (const std::string_view type = call.head().field("content-type"); !type.empty()) {
    net::append_field(fields, "Content-Type", type);
  }
  append_reply_fields(fields, call.head());
  if (record.status == 204 || record.status == 304 || exchange.head.method == "HEAD") {
    co_await exchange.reply(record.status, fields, {});
    co_return;
  }
  exchange.begin(record.status, fields);
  std::string out;
  for (;;) {
    std::string_view payload;
    while (call.take(payload)) out += payload;
    if (!out.empty() && !co_await exchange.send(out)) break;
    out.clear();
    if (call.done() || call.fault()) break;
    const UpstreamWait waiting(record);
    co_await call.wait();
  }
  if (call.done() && !call.fault()) {
    co_await exchange.finish();
  } else {
    // Not finished: the connection is cut, so that nobody takes half a reply for a whole one.
    record.ending = exchange.cancellation().is_cancelled() ? Ending::kClientGone : Ending::kFailed;
    if (call.fault()) record.error = call.fault()->message;
  }
}

Task<Fetched> fetch(const Site& site, const Upstream& upstream, std::string method, std::string path,
                    std::string client_secret, std::chrono::milliseconds within,
                    net::Cancellation& cancellation) {
  Fetched fetched;
  std::string head = method + " " + upstream.origin->request_target(upstream.path_below(path)) +
                     " HTTP/1.1\r\nHost: " + upstream.authority + "\r\nAccept: application/json\r\n";
  if (upstream.config.protocol == Protocol::kMessages && !upstream.sets("anthropic-version"))
    net::append_field(head, "anthropic-version", "2023-06-01");
  const bool own_keys = !site.runtime->keys.empty();
  append_key_field(head, upstream,
                   !upstream.key.empty() ? upstream.key
                   : own_keys            ? std::string()
                                         : client_secret);
  head += upstream.extra_fields;
  head += "\r\n";
  net::ClientTimes times;
  times.connect = std::min(within, upstream.config.timeouts.connect);
  times.total = Clock::now() + within;
  net::ClientCall call(site.pool, site.loop, upstream.origin, cancellation);
  fetched.fault = co_await call.ask({head, {}, false}, times);
  if (fetched.fault) co_return fetched;
  fetched.status = call.head().status;
  fetched.fault = co_await call.read_all(fetched.body, kMaxFetched);
  co_return fetched;
}

}  // namespace argwright::gateway
