// `argwright serve`: the gateway.
#pragma once

#include <string>

#include "gateway/config/flags.h"

namespace argwright::app {

struct ServeSettings {
  std::string config_file;  // empty: the flags tell all
  bool check = false;       // read and tell the configuration, then end
  gateway::Flags flags;
};

// Serves until SIGINT or SIGTERM; a second one does not wait for what is under way. The exit status.
int run_serve(const ServeSettings& settings);

}  // namespace argwright::app
