// The demo model over HTTP, on a port of the loopback that the system chooses: the gateway asks it as it asks
// any upstream.
#pragma once

#include <memory>
#include <string>

#include "argwright/result.h"

namespace argwright::gateway::demo {

class DemoServer {
 public:
  // `pace` is a factor on all delays.
  static Result<std::unique_ptr<DemoServer>> start(double pace = 1.0);
  ~DemoServer();

  // "http://127.0.0.1:40123/v1"
  const std::string& base_url() const;

 private:
  struct State;
  explicit DemoServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace argwright::gateway::demo
