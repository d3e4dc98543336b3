// Everything that follows from one configuration. Requests hold the one they began with; a reload makes a new
// one beside it.
#pragma once

#include <memory>
#include <string>

#include "argwright/result.h"
#include "gateway/client_keys.h"
#include "gateway/config.h"
#include "gateway/router.h"
#include "net/server.h"

namespace argwright::gateway {

class Runtime {
 public:
  // `before`: what stays the same keeps its state (breakers, rate limits).
  static Result<std::shared_ptr<const Runtime>> make(Config config, const net::Lookup& environment,
                                                     const Runtime* before);

  const Config config;
  const provider::Profiles profiles;
  const Router router;
  const ClientKeys keys;
  const std::shared_ptr<const net::ServerLimits> limits;

 private:
  Runtime(Config told, Router routes, const ClientKeys* keys_before);
};

}  // namespace argwright::gateway
