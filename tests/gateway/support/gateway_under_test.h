// A gateway inside the test's own process, with times short enough for tests.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "argwright/result.h"
#include "gateway/config.h"
#include "tests/gateway/support/raw_client.h"
#include "tests/gateway/support/scripted_upstream.h"

namespace argwright::gateway {
class Service;
}

namespace argwright::gateway_test {

using gateway::Config;
using protocol::Protocol;

// One upstream, one attempt, no breaker, no store, no log, one thread, a port that the system chooses.
Config test_config(const std::string& base_url, Protocol protocol);

class GatewayUnderTest {
 public:
  using Environment = std::map<std::string, std::string>;
  // Fails the test and leaves the gateway absent where it does not start: see is_running().
  explicit GatewayUnderTest(Config config, Environment environment = {},
                            std::function<Result<Config>()> read_config = {});
  ~GatewayUnderTest();
  GatewayUnderTest(const GatewayUnderTest&) = delete;
  GatewayUnderTest& operator=(const GatewayUnderTest&) = delete;

  // Why it does not start with this; empty: it does.
  static std::string start_fault(Config config, Environment environment = {});

  bool is_running() const { return service_ != nullptr; }
  std::uint16_t port() const { return port_; }
  RawClient client(int receive_buffer = 0) const { return RawClient(port_, receive_buffer); }
  HttpMessage ask(std::string_view bytes) const { return ask_once(port_, bytes); }

  // "connections_open", "streams_open"
  std::int64_t count(const char* name) const;
  // Waits until no connection and no stream is open. False: one is stuck.
  bool settles(milliseconds patience = kPatience) const;
  std::string metrics() const;
  Result<std::string> reload();
  std::size_t drain(const std::atomic<bool>& hurry);
  // Ends it at once.
  void end();

 private:
  std::unique_ptr<gateway::Service> service_;
  std::uint16_t port_ = 0;
};

// Waits until it holds.
bool becomes_true(const std::function<bool()>& condition, milliseconds patience = kPatience);

}  // namespace argwright::gateway_test
