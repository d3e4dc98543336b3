#include "gateway/handler.h"

#include <array>
#include <chrono>

#include "gateway/access.h"
#include "gateway/error_reply.h"
#include "gateway/header_rules.h"
#include "gateway/model_call.h"
#include "gateway/model_list.h"
#include "gateway/observe/metrics.h"
#include "gateway/pass_call.h"
#include "gateway/random_id.h"
#include "gateway/reasoning/restore.h"
#include "gateway/request_look.h"
#include "gateway/stored_responses.h"
#include "gateway/token_estimate.h"
#include "protocol/fields.h"
#include "provider/profiles.h"

namespace argwright::gateway {
namespace {

using net::Clock;
using net::Task;
using protocol::ApiError;
using protocol::Protocol;
using Micros = ExchangeRecord::Micros;

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kMaxRequestId = 128;

// The client's own id where it is one that a log can hold.
std::string request_id_of(const net::Head& head) {
  const std::string_view told = head.field("x-request-id");
  const bool plain =
      !told.empty() && told.size() <= kMaxRequestId &&
      told.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:") ==
          std::string_view::npos;
  return plain ? std::string(told) : random_id("req_");
}

// 00-<32 hex digits>-<16>-<2>
std::string trace_id_of(const net::Head& head) {
  const std::string_view told = head.field("traceparent");
  if (told.size() < 55 || told[2] != '-' || told[35] != '-') return {};
  return std::string(told.substr(3, 32));
}

Task<void> tell(net::Exchange& exchange, ExchangeRecord& record, int status, std::string_view body,
                std::string_view type = kJson, std::string_view more = {}) {
  std::string fields;
  net::append_field(fields, "Content-Type", type);
  append_request_id(fields, protocol_of_path(exchange.head.target), record.request_id);
  fields += more;
  record.status = status;
  co_await exchange.reply(status, fields, body);
}

// The error by value: a coroutine must not rely on what its caller holds.
Task<void> refuse(net::Exchange& exchange, ExchangeRecord& record, Protocol words,
                  ApiError error,  // NOLINT(performance-unnecessary-value-param)
                  std::string_view more = {}) {
  record.ending = Ending::kRefused;
  record.error = error.message;
  const std::string body = protocol::write_error(words, error);
  co_await tell(exchange, record, error.status, body, kJson, more);
}

ApiError model_not_allowed(const std::string& model) {
  return api_error(403, "model_not_allowed", "this key may not use the model '" + model + "'");
}

bool is_own_page(EndpointKind kind) {
  return kind == EndpointKind::kAdmin || kind == EndpointKind::kMetrics || kind == EndpointKind::kConsole;
}

}  // namespace

Handler::Handler(net::Loop& loop, Shared& shared, Admin& admin, std::shared_ptr<const Runtime> runtime)
    : pool_(loop), site_{loop, pool_, shared, std::move(runtime)}, admin_(admin) {}

std::string Handler::refusal_body(const net::Refusal& refusal, std::string_view target) {
  return protocol::write_error(protocol_of_path(target),
                               api_error(refusal.status, "request_refused", refusal.message));
}

void Handler::refused(const net::Refusal& refusal, std::string_view peer) {
  ExchangeRecord record;
  record.began = std::chrono::system_clock::now();
  record.peer = peer;
  record.endpoint = "other";
  record.status = refusal.status;
  record.ending = Ending::kRefused;
  record.error = refusal.message;
  site_.shared.watcher->exchange_ended(record);
}

Task<void> Handler::handle(net::Exchange& exchange) {
  const auto began = Clock::now();
  const Site site = site_;  // a reload does not change what has begun
  const Endpoint endpoint = find_endpoint(exchange.head.method, exchange.head.target);
  ExchangeRecord record;
  record.began = std::chrono::system_clock::now();
  record.request_id = request_id_of(exchange.head);
  record.trace_id = trace_id_of(exchange.head);
  record.peer = exchange.peer;
  record.method = exchange.head.method;
  record.path = endpoint.path;
  record.endpoint = endpoint.name;
  record.bytes_in = exchange.body.size();

  std::shared_ptr<ClientKey> key;
  if (const std::optional<Refusal> refusal = admit(site, exchange, record, endpoint, key)) {
    co_await refuse(exchange, record, endpoint.protocol, refusal->error, refusal->fields);
  } else {
    struct Leaving {
      ClientKey* key;
      ~Leaving() {
        if (key != nullptr) key->leave();
      }
    } const leaving{key.get()};
    co_await serve(site, exchange, record, endpoint, key);
  }
  record.bytes_out = exchange.bytes_sent();
  record.total = std::chrono::duration_cast<Micros>(Clock::now() - began);
  if (exchange.is_gone() && !exchange.is_finished()) record.ending = Ending::kClientGone;
  site.shared.watcher->exchange_ended(record);
}

std::optional<Handler::Refusal> Handler::admit(const Site& site, const net::Exchange& exchange,
                                               ExchangeRecord& record, const Endpoint& endpoint,
                                               std::shared_ptr<ClientKey>& key) {
  const ClientKeys& keys = site.runtime->keys;
  if (endpoint.kind == EndpointKind::kHealth || endpoint.kind == EndpointKind::kReady) return std::nullopt;
  if (endpoint.kind == EndpointKind::kUnknown) return std::nullopt;
  const std::string_view secret = shown_secret(exchange.head);
  std::shared_ptr<ClientKey> found = keys.empty() ? nullptr : keys.find(secret);
  const bool local = is_local(exchange.head, exchange.listener);
  if (is_own_page(endpoint.kind)) {
    if (found && found->config.admin) {
      record.key_name = found->config.name;
      return std::nullopt;
    }
    // The metrics of a gateway without keys are as open as the gateway itself.
    const bool open = local || (endpoint.kind == EndpointKind::kMetrics && keys.empty());
    if (open) return std::nullopt;
    return Refusal{api_error(found ? 403 : 401, "admin_key_required",
                             "this page is for this machine itself, or for a client key with admin = true"),
                   {}};
  }
  if (keys.empty()) {
    if (exchange.listener.is_loopback && !local && is_foreign_page(exchange.head)) {
      return Refusal{api_error(403, "foreign_origin",
                               "a web page from elsewhere may not use this gateway without a client key"),
                     {}};
    }
    return std::nullopt;
  }
  if (!found) {
    const std::string message = secret.empty()
                                    ? "no key was shown: send 'Authorization: Bearer KEY' or 'x-api-key: KEY'"
                                    : "this key is not known here";
    return Refusal{api_error(401, "invalid_api_key", message), "WWW-Authenticate: Bearer\r\n"};
  }
  record.key_name = found->config.name;
  if (const auto wait = found->take_turn(Clock::now()); wait.count() > 0) {
    std::string more;
    net::append_field(more, "retry-after", std::to_string((wait.count() + 999) / 1000));
    return Refusal{api_error(429, "rate_limit_exceeded",
                             "this key may make " +
                                 std::to_string(static_cast<long>(found->config.requests_per_minute)) +
                                 " requests a minute"),
                   more};
  }
  if (!found->enter()) {
    return Refusal{
        api_error(429, "too_many_requests",
                  "this key may have " + std::to_string(found->config.concurrent) + " requests under way"),
        "retry-after: 1\r\n"};
  }
  key = std::move(found);
  return std::nullopt;
}

Task<void> Handler::serve(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                          const Endpoint& endpoint, const std::shared_ptr<ClientKey>& key) {
  switch (endpoint.kind) {
    case EndpointKind::kModelCall: {
      ModelCall call(site, exchange, record, endpoint.protocol, key);
      co_await call.run();
      break;
    }
    case EndpointKind::kCountTokens:
      co_await count_tokens(site, exchange, record, endpoint, key.get());
      break;
    case EndpointKind::kModels: co_await answer_models(site, exchange, record, endpoint, key.get()); break;
    case EndpointKind::kResponses:
      co_await kept_response(site, exchange, record, endpoint, key ? key->config.name : std::string());
      break;
    case EndpointKind::kPass: {
      std::string model;
      const std::shared_ptr<Upstream> upstream = upstream_for_pass(site, exchange, model);
      record.model = model;
      if (key && !model.empty() && !key->allows_model(model)) {
        co_await refuse(exchange, record, endpoint.protocol, model_not_allowed(model));
      } else if (key && !key->config.models.empty() && model.empty() && !exchange.body.empty()) {
        co_await refuse(exchange, record, endpoint.protocol,
                        api_error(403, "model_not_allowed",
                                  "this key may use certain models only, and which one this request is for "
                                  "cannot be told: send a JSON object that names one 'model'"));
      } else if (upstream) {
        co_await pass_on(site, exchange, record, endpoint, *upstream);
      } else {
        co_await refuse(
            exchange, record, endpoint.protocol,
            api_error(404, "not_found", "no upstream speaks the protocol of " + std::string(endpoint.path)));
      }
      break;
    }
    case EndpointKind::kHealth: co_await tell(exchange, record, 200, R"({"status":"ok"})"); break;
    case EndpointKind::kReady: {
      const std::optional<std::string> why = admin_.not_ready();
      json::Object told;
      told.push_back({"status", why ? "not ready" : "ready"});
      if (why) told.push_back({"message", *why});
      if (const std::optional<std::string> degraded = admin_.degraded()) {
        told.push_back({"degraded", *degraded});
      }
      co_await tell(exchange, record, why ? 503 : 200, json::write(json::Value(std::move(told))));
      break;
    }
    case EndpointKind::kMetrics:
      co_await tell(exchange, record, 200, admin_.metrics_text(), Metrics::kContentType);
      break;
    case EndpointKind::kAdmin: co_await answer_admin(site, admin_, exchange, record, endpoint); break;
    case EndpointKind::kConsole:
      co_await refuse(
          exchange, record, endpoint.protocol,
          api_error(404, "not_built",
                    "the console is not part of this version; see GET /admin/status and /admin/calls"));
      break;
    case EndpointKind::kUnknown:
      if (endpoint.wrong_method) {
        co_await refuse(exchange, record, endpoint.protocol,
                        api_error(405, "method_not_allowed",
                                  std::string(exchange.head.method) + " is not understood here"));
      } else {
        co_await refuse(
            exchange, record, endpoint.protocol,
            api_error(
                404, "not_found",
                "there is nothing at " + std::string(endpoint.path) +
                    "; the API is under /v1: /v1/chat/completions, /v1/responses, /v1/messages, /v1/models"));
      }
      break;
  }
}

Task<void> Handler::count_tokens(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                                 const Endpoint& endpoint, const ClientKey* key) {
  Result<RequestLook> look = look_at_request(Protocol::kMessages, exchange.body);
  if (!look) {
    co_await refuse(exchange, record, Protocol::kMessages,
                    api_error(400, "invalid_request", look.error().describe()));
    co_return;
  }
  record.model = look->model;
  if (key != nullptr && !key->allows_model(record.model)) {
    co_await refuse(exchange, record, Protocol::kMessages, model_not_allowed(record.model));
    co_return;
  }
  const std::vector<Target> targets = site.runtime->router.targets(look->model, 0);
  if (!targets.empty() && targets.front().upstream->config.protocol == Protocol::kMessages) {
    const Target& target = targets.front();
    ExchangeRecord towards;
    towards.client_protocol = towards.upstream_protocol = Protocol::kMessages;
    towards.upstream = target.upstream->config.name;
    towards.provider = target.upstream->config.provider;
    towards.upstream_model = target.model.empty() ? look->model : target.model;
    const provider::Profile& profile = provider::profile_for(
        site.runtime->profiles, towards.provider, target.upstream->config.base_url, towards.upstream_model);
    const ReasoningContext context =
        reasoning_context(site, towards, profile, key != nullptr ? key->config.name : std::string());
    if (towards.upstream_model != look->model)
      exchange.body = with_model(exchange.body, *look, towards.upstream_model);
    if (std::optional<std::string> opened = unsealed_body(site, exchange.body, context)) {
      exchange.body = *std::move(opened);
    }
    co_await pass_on(site, exchange, record, endpoint, *target.upstream);
    co_return;
  }
  const std::string body = "{\"input_tokens\":" + std::to_string(estimate_tokens(exchange.body)) + "}";
  co_await tell(exchange, record, 200, body, kJson, "x-argwright-estimate: 1\r\n");
}

Task<void> Handler::kept_response(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                                  const Endpoint& endpoint, const std::string& owner) {
  const std::size_t slash = endpoint.rest.find('/');
  const std::string id(endpoint.rest.substr(0, slash));
  const std::string_view part =
      slash == std::string_view::npos ? std::string_view() : endpoint.rest.substr(slash + 1);
  const bool remove = exchange.head.method == "DELETE";
  const auto unknown = api_error(
      404, "not_found",
      "there is no response '" + id + "' here; it may be too old, deleted, or was not stored (store: false)");
  // What we do not have an upstream may have that keeps responses itself.
  std::shared_ptr<Upstream> native;
  for (const auto& upstream : site.runtime->router.upstreams()) {
    if (!native && keeps_responses_itself(*upstream)) native = upstream;
  }
  if (!part.empty() && part != "input_items") {
    co_await refuse(exchange, record, Protocol::kResponses,
                    api_error(404, "not_found", "there is nothing at " + std::string(endpoint.path)));
    co_return;
  }
  if (remove) {
    const Result<bool> removed = co_await remove_response(site, owner, id);
    if (removed && *removed) {
      json::Object told;
      told.push_back({"id", id});
      told.push_back({"object", "response"});
      told.push_back({"deleted", true});
      co_await tell(exchange, record, 200, json::write(json::Value(std::move(told))));
    } else if (native) {
      co_await pass_on(site, exchange, record, endpoint, *native);
    } else if (!removed) {
      co_await refuse(exchange, record, Protocol::kResponses,
                      api_error(503, "store_unavailable", removed.error().message));
    } else {
      co_await refuse(exchange, record, Protocol::kResponses, unknown);
    }
    co_return;
  }
  const Result<std::optional<store::StoredResponse>> found = co_await find_response(site, owner, id, false);
  if (found && *found) {
    if (part.empty()) {
      co_await tell(exchange, record, 200, (*found)->body);
      co_return;
    }
    const std::string list = R"({"object":"list","data":)" + (*found)->input +
                             R"(,"has_more":false,"first_id":null,"last_id":null})";
    co_await tell(exchange, record, 200, list);
  } else if (native) {
    co_await pass_on(site, exchange, record, endpoint, *native);
  } else if (!found) {
    co_await refuse(exchange, record, Protocol::kResponses,
                    api_error(503, "store_unavailable", found.error().message));
  } else {
    co_await refuse(exchange, record, Protocol::kResponses, unknown);
  }
}

}  // namespace argwright::gateway
