// The running gateway: its loops, its listeners, and what they share.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "argwright/result.h"
#include "base/terminal.h"
#include "gateway/admin.h"
#include "gateway/config.h"
#include "gateway/runtime.h"

namespace argwright::gateway {

struct ServiceOptions {
  net::Lookup environment;
  // Reads the configuration anew, for a reload; empty: there is no file.
  std::function<Result<Config>()> read_config;
  std::function<std::string(const Config&)> show_config;  // without secrets
  Terminal terminal;                                      // what standard error can show
  bool tell_stories = false;                              // each call is told in full on the console
};

class Service final : public Admin {
 public:
  static Result<std::unique_ptr<Service>> start(Config config, ServiceOptions options);
  // Ends what is left, at once.
  ~Service() override;

  // "http://127.0.0.1:8787", one for each listener.
  const std::vector<std::string>& addresses() const;
  // Takes no more connections and waits until those in use have ended, or for as long as the configuration
  // says, or until `hurry` is true. Returns how many had to be cut.
  std::size_t drain(const std::atomic<bool>& hurry);
  // The log's file is opened anew.
  void reopen_log();
  void say(std::string_view text);

  std::string metrics_text() override;
  std::optional<std::string> not_ready() override;
  std::optional<std::string> degraded() override;
  std::string config_text() override;
  Result<std::string> reload() override;
  json::Value status() override;

 private:
  struct State;
  explicit Service(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace argwright::gateway
