#include "tests/gateway/support/gateway_under_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "gateway/service.h"
#include "protocol/fields.h"

namespace argwright::gateway_test {
namespace {

gateway::ServiceOptions options_for(GatewayUnderTest::Environment environment,
                                    std::function<Result<Config>()> read_config) {
  gateway::ServiceOptions options;
  options.environment = [told = std::move(environment)](std::string_view name) -> std::optional<std::string> {
    const auto found = told.find(std::string(name));
    if (found == told.end()) return std::nullopt;
    return found->second;
  };
  options.read_config = std::move(read_config);
  return options;
}

}  // namespace

Config test_config(const std::string& base_url, Protocol protocol) {
  Config config;
  config.listeners.emplace_back();
  config.listeners.front().port = 0;
  gateway::UpstreamConfig upstream;
  upstream.name = "scripted";
  upstream.protocol = protocol;
  upstream.base_url = base_url;
  upstream.timeouts = {kPatience, kPatience, kPatience, 2 * kPatience};
  config.upstreams.push_back(std::move(upstream));
  config.retry.attempts = 1;
  config.retry.backoff = milliseconds(1);
  config.retry.breaker_failures = 0;
  config.store.url = "off";
  config.log.level = "off";
  config.log.access = gateway::AccessLog::kOff;
  config.threads = 1;
  return config;
}

GatewayUnderTest::GatewayUnderTest(Config config, Environment environment,
                                   std::function<Result<Config>()> read_config) {
  Result<std::unique_ptr<gateway::Service>> started =
      gateway::Service::start(std::move(config), options_for(std::move(environment), std::move(read_config)));
  if (!started) {
    ADD_FAILURE() << "the gateway does not start: " << started.error().describe();
    return;
  }
  service_ = *std::move(started);
  const std::string& address = service_->addresses().front();
  port_ = static_cast<std::uint16_t>(std::atoi(address.c_str() + address.rfind(':') + 1));
}

GatewayUnderTest::~GatewayUnderTest() = default;

std::string GatewayUnderTest::start_fault(Config config, Environment environment) {
  const Result<std::unique_ptr<gateway::Service>> started =
      gateway::Service::start(std::move(config), options_for(std::move(environment), {}));
  return started ? std::string() : started.error().describe();
}

std::int64_t GatewayUnderTest::count(const char* name) const {
  return protocol::integer_at(service_->status(), name).value_or(-1);
}

bool GatewayUnderTest::settles(milliseconds patience) const {
  return becomes_true([&] { return count("connections_open") == 0 && count("streams_open") == 0; }, patience);
}

std::string GatewayUnderTest::metrics() const { return service_->metrics_text(); }
Result<std::string> GatewayUnderTest::reload() { return service_->reload(); }
std::size_t GatewayUnderTest::drain(const std::atomic<bool>& hurry) { return service_->drain(hurry); }
void GatewayUnderTest::end() { service_.reset(); }

bool becomes_true(const std::function<bool()>& condition, milliseconds patience) {
  const Moment until = in(patience);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(milliseconds(2));
  }
  return true;
}

}  // namespace argwright::gateway_test
