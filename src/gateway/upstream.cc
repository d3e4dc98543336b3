#include "gateway/upstream.h"

#include <algorithm>

#include "net/exchange.h"

namespace argwright::gateway {

using protocol::Protocol;

Upstream::Upstream(UpstreamConfig told, std::shared_ptr<const net::Origin> where, std::string secret,
                   std::string fields)
    : config(std::move(told)),
      origin(std::move(where)),
      key(std::move(secret)),
      authority(origin->url.authority()),
      extra_fields(std::move(fields)) {}

Result<std::shared_ptr<Upstream>> Upstream::make(const UpstreamConfig& config,
                                                 const net::Lookup& environment) {
  const std::string who = "upstream '" + config.name + "': ";
  Result<net::Url> url = net::parse_url(config.base_url);
  if (!url) return Error{ErrorCode::kInvalidArgument, who + url.error().message, {}};
  net::Origin origin;
  origin.url = *std::move(url);
  Result<std::optional<net::Url>> proxy = net::proxy_for(origin.url, environment);
  if (!proxy) return Error{ErrorCode::kInvalidArgument, who + proxy.error().message, {}};
  origin.proxy = *std::move(proxy);
  if (origin.url.tls) {
    Result<net::ClientTls> tls = net::ClientTls::make({config.ca_file, config.verify_tls});
    if (!tls) return Error{ErrorCode::kInvalidArgument, who + tls.error().message, {}};
    origin.tls = *std::move(tls);
  }
  origin.key = (origin.url.tls ? "https " : "http ") + origin.url.host + " " +
               std::to_string(origin.url.port) + " " + (origin.proxy ? origin.proxy->authority() : "") + " " +
               config.ca_file + (config.verify_tls ? "" : " unverified");
  std::string fields;
  for (const auto& [name, value] : config.headers) net::append_field(fields, name, value);
  if (!origin.url.tls && origin.proxy) {
    if (const std::string proof = origin.proxy_authorization(); !proof.empty()) {
      net::append_field(fields, "Proxy-Authorization", proof);
    }
  }
  return std::shared_ptr<Upstream>(new Upstream(
      config, std::make_shared<const net::Origin>(std::move(origin)), config.api_key, std::move(fields)));
}

bool Upstream::enter() const {
  if (config.max_connections == 0) return true;
  if (under_way_.fetch_add(1, std::memory_order_relaxed) < config.max_connections) return true;
  under_way_.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

void Upstream::leave() const {
  if (config.max_connections > 0) under_way_.fetch_sub(1, std::memory_order_relaxed);
}

std::string Upstream::path_of(Protocol protocol) const {
  switch (protocol) {
    case Protocol::kChat: return origin->url.path + "/chat/completions";
    case Protocol::kResponses: return origin->url.path + "/responses";
    case Protocol::kMessages:
      // Anthropic's clients write the address without /v1, OpenAI's with it: both are taken.
      return origin->url.path + (origin->url.path.ends_with("/v1") ? "/messages" : "/v1/messages");
  }
  return origin->url.path;
}

std::string Upstream::path_below(std::string_view path) const {
  if (path.starts_with("/v1/")) path.remove_prefix(3);
  const std::string& base = origin->url.path;
  // As path_of() does it; an OpenAI upstream without any path means the usual one.
  const bool has_version = config.protocol == Protocol::kMessages ? base.ends_with("/v1") : !base.empty();
  return base + (has_version ? "" : "/v1") + std::string(path);
}

bool Upstream::sets(std::string_view name) const {
  return std::any_of(config.headers.begin(), config.headers.end(),
                     [&](const auto& each) { return net::same_name(each.first, name); });
}

void append_key_field(std::string& head, const Upstream& upstream, std::string_view key) {
  if (key.empty()) return;
  if (upstream.sets("authorization") || upstream.sets("x-api-key") || upstream.sets("api-key")) return;
  if (upstream.config.protocol == Protocol::kMessages) {
    net::append_field(head, "x-api-key", key);
  } else {
    std::string value;
    value.reserve(key.size() + 7);
    value += "Bearer ";
    value += key;
    net::append_field(head, "Authorization", value);
  }
}

}  // namespace argwright::gateway
