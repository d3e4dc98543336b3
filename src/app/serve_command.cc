#include "app/serve_command.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include <pthread.h>
#include <unistd.h>

#include "app/complain.h"
#include "app/environment.h"
#include "app/output.h"
#include "app/repair_command.h"
#include "app/terminal.h"
#include "gateway/config/config_reader.h"
#include "gateway/config/redacted.h"
#include "gateway/demo/demo_model.h"
#include "gateway/demo/demo_server.h"
#include "gateway/service.h"

namespace argwright::app {
namespace {

using gateway::Config;
using gateway::ConfigIssue;
using gateway::ConfigReading;

constexpr int kExitFailed = 1;

std::optional<std::string> lookup(const std::string& name) { return environment_value(name); }

ConfigReading read(const ServeSettings& settings) {
  if (!settings.config_file.empty())
    return gateway::load_config(settings.config_file, lookup, settings.flags);
  return gateway::config_from_flags(settings.flags, {lookup, gateway::file_fault});
}

void tell_issues(const std::vector<ConfigIssue>& issues, std::string_view prefix) {
  for (const ConfigIssue& issue : issues) complain(prefix, issue.describe());
}

std::string joined(const std::vector<ConfigIssue>& issues) {
  std::string text;
  for (const ConfigIssue& issue : issues) text += (text.empty() ? "" : "\n") + issue.describe();
  return text;
}

// Signals are taken by one thread that waits for them, so that no handler runs inside anything.
class Signals {
 public:
  Signals() {
    sigemptyset(&set_);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, number);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  int wait() const {
    int number = 0;
    while (sigwait(&set_, &number) != 0) {
    }
    return number;
  }
  // The one that came within this time; 0: none.
  int wait_for(std::chrono::milliseconds time) const {
    const timespec limit{time.count() / 1000, (time.count() % 1000) * 1'000'000};
    const int number = sigtimedwait(&set_, nullptr, &limit);
    return number > 0 ? number : 0;
  }

 private:
  sigset_t set_{};
};

int check(const ServeSettings& settings) {
  const ConfigReading reading = read(settings);
  tell_issues(reading.warnings, "warning");
  tell_issues(reading.errors, {});
  if (!reading.ok()) return kExitError;
  Output out(STDOUT_FILENO);
  out.write(gateway::redacted(reading.config) + "\n");
  return out.flush() ? kExitOk : kExitError;
}

// Where the gateway listens, on standard output, for people and scripts.
bool announce(const gateway::Service& service, bool is_demo) {
  Output out(STDOUT_FILENO);
  for (const std::string& address : service.addresses()) out.write("listening on " + address + "\n");
  if (is_demo) {
    out.write("\nThis is the demo model: it needs no key, and breaks its calls as real models do. Try:\n\n");
    out.write(gateway::demo::curl_examples(service.addresses().front() + "/v1"));
    out.write("\nEach call is shown here as it passes. Ctrl-C ends.\n\n");
  }
  return out.flush();
}

}  // namespace

int run_serve(const ServeSettings& settings) {
  if (settings.check) return check(settings);
  const Signals signals;  // before any thread: all of them inherit it
  ConfigReading reading = read(settings);
  tell_issues(reading.warnings, "warning");
  tell_issues(reading.errors, {});
  if (!reading.ok()) return kExitError;

  std::unique_ptr<gateway::demo::DemoServer> demo;
  const bool is_demo = settings.flags.demo;
  if (is_demo) {
    Result<std::unique_ptr<gateway::demo::DemoServer>> started = gateway::demo::DemoServer::start();
    if (!started) {
      complain({}, started.error().message);
      return kExitFailed;
    }
    demo = *std::move(started);
    reading.config.upstreams.front().base_url = demo->base_url();
    // A look at the product leaves no file behind, and fills no memory.
    reading.config.store.url = "sqlite::memory:";
    constexpr std::size_t kDemoBytes = std::size_t{16} << 20;
    reading.config.store.max_calls_bytes = std::min(reading.config.store.max_calls_bytes, kDemoBytes);
    reading.config.store.max_responses_bytes = std::min(reading.config.store.max_responses_bytes, kDemoBytes);
  }

  gateway::ServiceOptions options;
  options.environment = [](std::string_view name) { return environment_value(std::string(name)); };
  options.show_config = [](const Config& config) { return gateway::redacted(config) + "\n"; };
  options.terminal = terminal_of(STDERR_FILENO);
  options.tell_stories = is_demo;
  if (!settings.config_file.empty()) {
    options.read_config = [settings]() -> Result<Config> {
      ConfigReading again = read(settings);
      if (!again.ok()) return Error{ErrorCode::kInvalidArgument, joined(again.errors), {}};
      return std::move(again.config);
    };
  }
  Result<std::unique_ptr<gateway::Service>> service =
      gateway::Service::start(std::move(reading.config), std::move(options));
  if (!service) {
    complain({}, service.error().message);
    return kExitFailed;
  }
  if (!announce(**service, is_demo)) return kExitError;

  for (;;) {
    const int number = signals.wait();
    if (number != SIGHUP) break;
    (*service)->reopen_log();
    if (const Result<std::string> told = (*service)->reload(); !told) {
      complain("the configuration was not changed", told.error().message);
    }
  }
  // What is under way may end; a second signal ends it at once.
  std::atomic<bool> hurry{false};
  std::atomic<bool> drained{false};
  std::thread watcher([&] {
    while (!drained) {
      if (signals.wait_for(std::chrono::milliseconds(50)) != 0) hurry = true;
    }
  });
  (*service)->say("ending: what is under way may finish; a second signal ends it at once");
  const std::size_t cut = (*service)->drain(hurry);
  drained = true;
  watcher.join();
  if (cut > 0) (*service)->say(std::to_string(cut) + " connection(s) had to be cut");
  service->reset();
  return kExitOk;
}

}  // namespace argwright::app
