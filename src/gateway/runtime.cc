#include "gateway/runtime.h"

namespace argwright::gateway {
namespace {

std::shared_ptr<const net::ServerLimits> server_limits(const LimitsConfig& told) {
  auto limits = std::make_shared<net::ServerLimits>();
  limits->head_bytes = told.head_bytes;
  limits->body_bytes = told.body_bytes;
  limits->connections = told.connections;
  limits->connections_per_ip = told.connections_per_ip;
  limits->head_time = told.head_time;
  limits->body_time = told.body_time;
  limits->idle_time = told.idle_time;
  limits->write_time = told.write_time;
  return limits;
}

}  // namespace

Runtime::Runtime(Config told, Router routes, const ClientKeys* keys_before)
    : config(std::move(told)),
      profiles(config.providers),
      router(std::move(routes)),
      keys(config.keys, keys_before),
      limits(server_limits(config.limits)) {}

Result<std::shared_ptr<const Runtime>> Runtime::make(Config config, const net::Lookup& environment,
                                                     const Runtime* before) {
  std::vector<std::shared_ptr<Upstream>> upstreams;
  for (const UpstreamConfig& told : config.upstreams) {
    Result<std::shared_ptr<Upstream>> upstream = Upstream::make(told, environment);
    if (!upstream) return upstream.error();
    if (before != nullptr) {
      for (const auto& old : before->router.upstreams()) {
        if (old->config.name == told.name && old->config.base_url == told.base_url) {
          (*upstream)->breaker = old->breaker;
        }
      }
    }
    upstreams.push_back(*std::move(upstream));
  }
  Result<Router> router = Router::make(config, std::move(upstreams));
  if (!router) return router.error();
  return std::shared_ptr<const Runtime>(
      new Runtime(std::move(config), *std::move(router), before != nullptr ? &before->keys : nullptr));
}

}  // namespace argwright::gateway
