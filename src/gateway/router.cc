#include "gateway/router.h"

#include <algorithm>

#include "gateway/config/glob.h"

namespace argwright::gateway {

Result<Router> Router::make(const Config& config, std::vector<std::shared_ptr<Upstream>> upstreams) {
  Router router;
  router.upstreams_ = std::move(upstreams);
  for (const RouteConfig& told : config.routes) {
    Route route;
    route.models = told.models;
    for (const RouteTarget& target : told.targets) {
      const auto found = std::find_if(router.upstreams_.begin(), router.upstreams_.end(),
                                      [&](const auto& each) { return each->config.name == target.upstream; });
      if (found == router.upstreams_.end()) {
        return Error{ErrorCode::kInvalidArgument,
                     "a route names the upstream '" + target.upstream + "', which is not there",
                     {}};
      }
      route.targets.push_back({*found, target.model});
      route.weights.push_back(target.weight);
      route.total_weight += target.weight;
    }
    router.routes_.push_back(std::move(route));
  }
  return router;
}

std::vector<Target> Router::targets(std::string_view model, std::uint64_t draw) const {
  if (routes_.empty()) return {Target{upstreams_.front(), {}}};
  for (const Route& route : routes_) {
    const bool takes = std::any_of(route.models.begin(), route.models.end(),
                                   [&](const std::string& pattern) { return glob_matches(pattern, model); });
    if (!takes) continue;
    if (route.total_weight == 0) return route.targets;
    // The first is drawn by weight, then the next among the rest, and so on.
    std::vector<std::size_t> left(route.targets.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    std::uint64_t total = route.total_weight;
    std::vector<Target> ordered;
    while (!left.empty()) {
      std::size_t chosen = 0;
      if (total > 0) {
        std::uint64_t ball = draw % total;
        draw = draw / total + 0x9e3779b9;
        while (ball >= route.weights[left[chosen]]) ball -= route.weights[left[chosen++]];
      }
      total -= route.weights[left[chosen]];
      ordered.push_back(route.targets[left[chosen]]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
    return ordered;
  }
  return {};
}

std::vector<std::string> Router::named_models() const {
  std::vector<std::string> names;
  for (const Route& route : routes_) {
    for (const std::string& pattern : route.models) {
      if (pattern.find_first_of("*?") == std::string::npos) names.push_back(pattern);
    }
  }
  return names;
}

}  // namespace argwright::gateway
