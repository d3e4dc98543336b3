// Which upstreams may answer a request for a model, in the order in which they are asked.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "argwright/result.h"
#include "gateway/config.h"
#include "gateway/upstream.h"

namespace argwright::gateway {

struct Target {
  std::shared_ptr<Upstream> upstream;
  std::string model;  // what it is called there; empty: as the client calls it
};

class Router {
 public:
  // Errors: a route names an upstream that is not there.
  static Result<Router> make(const Config& config, std::vector<std::shared_ptr<Upstream>> upstreams);

  // Never empty where the configuration has no routes; empty: no route takes this model. `draw` is any
  // number: it decides where weights are set.
  std::vector<Target> targets(std::string_view model, std::uint64_t draw) const;
  const std::vector<std::shared_ptr<Upstream>>& upstreams() const { return upstreams_; }
  // Models that a route names without a pattern.
  std::vector<std::string> named_models() const;

 private:
  struct Route {
    std::vector<std::string> models;
    std::vector<Target> targets;
    std::vector<unsigned> weights;
    std::uint64_t total_weight = 0;
  };

  std::vector<std::shared_ptr<Upstream>> upstreams_;
  std::vector<Route> routes_;
};

}  // namespace argwright::gateway
