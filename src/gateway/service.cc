#include "gateway/service.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>

#include <sys/resource.h>

#include "argwright/version.h"
#include "gateway/config/store_url.h"
#include "gateway/handler.h"
#include "gateway/key_hash.h"
#include "gateway/reasoning/restore.h"
#include "gateway/watch.h"
#include "net/url.h"
#include "store/open.h"

namespace argwright::gateway {
namespace {

constexpr std::chrono::milliseconds kLook{20};

// As many descriptors as the system lets us have. Returns that number.
std::size_t raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  if (limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) (void)getrlimit(RLIMIT_NOFILE, &limit);
  }
  return static_cast<std::size_t>(limit.rlim_cur);
}

store::KeepLimits keep_limits(const StoreConfig& config) {
  store::KeepLimits keep;
  keep.responses_age = config.keep_responses;
  keep.calls_age = config.keep_calls;
  keep.responses_bytes = config.max_responses_bytes;
  keep.calls_bytes = config.max_calls_bytes;
  keep.turns_age = config.keep_turns;
  keep.turns_bytes = config.max_turns_bytes;
  return keep;
}

Result<std::optional<net::ServerTls>> certificate_of(const ListenerConfig& listener) {
  if (listener.certificate.empty()) return std::optional<net::ServerTls>();
  Result<net::ServerTls> made = net::ServerTls::make(listener.certificate, listener.private_key);
  if (!made) return made.error();
  return std::optional<net::ServerTls>(*std::move(made));
}

bool is_same_place(const ListenerConfig& a, const ListenerConfig& b) {
  return a.address == b.address && a.port == b.port && a.certificate.empty() == b.certificate.empty();
}

}  // namespace

// One thread that serves.
struct Serving {
  explicit Serving(std::shared_ptr<net::ConnectionCount> count, Shared& shared, Admin& admin,
                   const std::shared_ptr<const Runtime>& runtime)
      : handler(loop, shared, admin, runtime), server(loop, handler, std::move(count)) {
    server.set_limits(runtime->limits);
  }

  net::Loop loop;
  Handler handler;
  net::Server server;
  std::thread thread;
};

struct Service::State {  // NOLINT(clang-analyzer-optin.performance.Padding): there is one
  ServiceOptions options;
  std::mutex reload_mutex;  // of two reloads at once every loop must see the same as the last
  std::mutex runtime_mutex;
  std::shared_ptr<const Runtime> runtime;
  std::unique_ptr<GatewayLog> log;
  Metrics metrics;
  std::unique_ptr<store::StoreWorker> store;
  std::string token_secret;
  std::unique_ptr<ReasoningMemory> reasoning;
  std::unique_ptr<Watch> watch;
  Shared shared;
  std::shared_ptr<net::ConnectionCount> count = std::make_shared<net::ConnectionCount>();
  std::vector<std::unique_ptr<Serving>> serving;
  std::vector<std::string> addresses;
  Config at_start;  // what was bound and opened once, and is not changed on the way
  std::size_t descriptors = 0;
  std::chrono::system_clock::time_point began = std::chrono::system_clock::now();
  std::atomic<bool> draining{false};

  std::shared_ptr<const Runtime> current() {
    const std::lock_guard lock(runtime_mutex);
    return runtime;
  }
  // Runs something on a loop's thread and waits for it. Not for a loop's own thread.
  static void on_loop(Serving& each, const std::function<void()>& job) {
    std::promise<void> done;
    net::asio::post(each.loop.context(), [&] {
      job();
      done.set_value();
    });
    done.get_future().wait();
  }
  std::optional<Error> open_store(const Config& config);
  Result<std::vector<std::optional<net::ServerTls>>> read_certificates(const Config& next) const;
};

// Those of the listeners that are open, as they stand in their files now: certificates are renewed under
// their old names.
Result<std::vector<std::optional<net::ServerTls>>> Service::State::read_certificates(
    const Config& next) const {
  std::vector<std::optional<net::ServerTls>> certificates;
  for (const ListenerConfig& open : at_start.listeners) {
    const auto named =
        std::find_if(next.listeners.begin(), next.listeners.end(),
                     [&](const ListenerConfig& listener) { return is_same_place(listener, open); });
    Result<std::optional<net::ServerTls>> read =
        certificate_of(named == next.listeners.end() ? open : *named);
    if (!read) {
      return Error{read.error().code,
                   read.error().message + "; nothing was changed, the certificate of before stays in use",
                   {}};
    }
    certificates.push_back(*std::move(read));
  }
  return certificates;
}

std::optional<Error> Service::State::open_store(const Config& config) {
  // What one gateway seals its brothers can open: they share the configured secret, or else the store's.
  token_secret = config.reasoning.key.empty() ? sha256_hex(random_bytes(32)) : config.reasoning.key;
  if (config.store.url == "off") return std::nullopt;
  Result<std::unique_ptr<store::Store>> engine = store::open_store(config.store.url);
  if (!engine) return engine.error();
  if (config.reasoning.key.empty()) {
    Result<std::string> shared_secret = (*engine)->shared_value("token_secret", token_secret);
    if (shared_secret) {
      token_secret = *std::move(shared_secret);
    } else {
      log->say(LogLevel::kWarn,
               "the store fails (" + shared_secret.error().message +
                   "); until a restart only this process can open the reasoning tokens that it makes, unless "
                   "reasoning.key_env names a key that all gateways share");
    }
  }
  store::WorkerOptions worker;
  worker.keep = keep_limits(config.store);
  worker.readers = store::readers_of(config.store.url);
  worker.on_change = [this](const std::optional<Error>& error) {
    if (error) {
      log->say(LogLevel::kError, "the store fails, requests go on without it: " + error->message);
    } else {
      log->say(LogLevel::kInfo, "the store works again");
    }
  };
  worker.on_loss = [this](const Error& error, std::size_t entries) {
    log->say(
        LogLevel::kError,
        std::to_string(entries) + " entries (calls, remembered turns, responses) are lost: " + error.message);
  };
  Result<std::unique_ptr<store::StoreWorker>> started =
      store::StoreWorker::start(*std::move(engine), std::move(worker));
  if (!started) return started.error();
  store = *std::move(started);
  return std::nullopt;
}

Service::Service(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<Service>> Service::start(Config config, ServiceOptions options) {
  auto state = std::make_unique<State>();
  state->options = std::move(options);
  state->descriptors = raise_descriptor_limit();
  Result<std::shared_ptr<const Runtime>> runtime =
      Runtime::make(std::move(config), state->options.environment, nullptr);
  if (!runtime) return runtime.error();
  state->runtime = *std::move(runtime);
  const Config& told = state->runtime->config;
  state->at_start = told;
  Result<std::unique_ptr<GatewayLog>> log = GatewayLog::open(told.log, state->options.terminal);
  if (!log) return log.error();
  state->log = *std::move(log);
  if (std::optional<Error> error = state->open_store(told)) return *std::move(error);
  state->watch = std::make_unique<Watch>(state->metrics, *state->log, state->store.get(), told.store.calls);
  if (state->options.tell_stories) state->watch->tell_stories(state->options.terminal);
  state->shared.watcher = state->watch.get();
  state->shared.store = state->store.get();
  VaultOptions vault;
  vault.max_age = told.store.keep_turns;
  if (!told.reasoning.key.empty()) vault.key = told.reasoning.key;
  state->reasoning = std::make_unique<ReasoningMemory>(state->token_secret, std::move(vault));
  state->shared.reasoning = state->reasoning.get();

  std::unique_ptr<Service> service(new Service(std::move(state)));
  State& own = *service->state_;
  if (own.store) {
    own.store->on_calls_written(
        [feed = &service->feed](const std::vector<store::CallEntry>& entries) { feed->publish(entries); });
  }
  const unsigned threads =
      told.threads > 0 ? told.threads : std::max(1U, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < threads; ++i) {
    own.serving.push_back(std::make_unique<Serving>(own.count, own.shared, *service, own.runtime));
  }
  for (const ListenerConfig& listener : told.listeners) {
    Result<std::optional<net::ServerTls>> tls = certificate_of(listener);
    if (!tls) return tls.error();
    std::uint16_t port = listener.port;
    for (const auto& each : own.serving) {
      const Result<std::uint16_t> bound = each->server.listen(listener.address, port, *tls);
      if (!bound) return bound.error();
      port = *bound;  // those that follow share what the system chose for the first
    }
    const bool is_v6 = listener.address.find(':') != std::string::npos;
    own.addresses.push_back((*tls ? "https://" : "http://") +
                            (is_v6 ? "[" + listener.address + "]" : listener.address) + ":" +
                            std::to_string(port));
  }
  own.log->say(LogLevel::kInfo, std::to_string(threads) + " thread(s), descriptor limit " +
                                    std::to_string(own.descriptors) +
                                    " (the system's hard limit): room for about " +
                                    std::to_string(own.descriptors / 2) + " streams");
  for (const auto& each : own.serving) {
    each->thread = std::thread([serving = each.get(), log = own.log.get()] {
      serving->loop.run([log](std::string_view fault) {
        log->say(LogLevel::kError, "our own fault: " + std::string(fault));
      });
    });
  }
  return service;
}

Service::~Service() {  // NOLINT(bugprone-exception-escape): throws only where a thread cannot be joined
  if (!state_) return;
  State& own = *state_;
  for (const auto& each : own.serving) {
    if (!each->thread.joinable()) continue;
    State::on_loop(*each, [&] {
      each->server.drain();
      each->server.abort_all();
    });
    each->loop.stop();
    each->thread.join();
  }
  own.store.reset();  // writes what is queued; answers go to the loops
  own.shared.store = nullptr;
  for (const auto& each : own.serving) each->loop.wind_up();
  own.serving.clear();
}

const std::vector<std::string>& Service::addresses() const { return state_->addresses; }
void Service::reopen_log() { state_->log->reopen(); }
void Service::say(std::string_view text) { state_->log->say(LogLevel::kInfo, text); }

std::size_t Service::drain(const std::atomic<bool>& hurry) {
  State& own = *state_;
  own.draining = true;
  feed.end();
  for (const auto& each : own.serving) {
    State::on_loop(*each, [&] { each->server.drain(); });
  }
  const auto until = std::chrono::steady_clock::now() + own.current()->config.drain;
  while (own.count->open.load() > 0 && !hurry && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(kLook);
  }
  const std::size_t cut = own.count->open.load();
  for (const auto& each : own.serving) {
    State::on_loop(*each, [&] { each->server.abort_all(); });
  }
  if (own.store) own.store->flush(std::chrono::steady_clock::now() + std::chrono::seconds(5));
  return cut;
}

std::string Service::metrics_text() {
  State& own = *state_;
  LiveCounts& live = own.metrics.live();
  live.connections_open.store(static_cast<std::int64_t>(own.count->open.load()));
  live.log_dropped.store(own.log->dropped());
  if (own.store) {
    live.calllog_queue.store(static_cast<std::int64_t>(own.store->queued_entries()));
    live.calllog_dropped.store(own.store->dropped());
    live.turns_dropped.store(own.store->dropped_turns());
    live.responses_dropped.store(own.store->dropped_responses());
  }
  live.store_up.store(own.store && own.store->last_error() ? 0 : 1);
  const auto now = Breaker::Clock::now();
  for (const auto& upstream : own.current()->router.upstreams()) {
    own.metrics.set_breaker(upstream->config.name, upstream->breaker->is_open(now));
  }
  return own.metrics.text();
}

std::optional<std::string> Service::not_ready() {
  State& own = *state_;
  if (own.draining) return "the gateway is shutting down";
  const auto now = Breaker::Clock::now();
  const auto& upstreams = own.current()->router.upstreams();
  const bool all_open = std::all_of(upstreams.begin(), upstreams.end(),
                                    [&](const auto& each) { return each->breaker->is_open(now); });
  if (all_open) return "every upstream failed lately";
  return std::nullopt;
}

std::optional<std::string> Service::degraded() {
  // Its error names hosts and files, and whoever asks here need not have a key.
  const store::StoreWorker* const store = state_->store.get();
  if (store == nullptr) return std::nullopt;
  const bool loses = store->is_losing();
  if (store->last_error()) {
    return std::string("the store fails") + (loses ? ", and entries are lost" : "") +
           "; the log and /admin/status tell why";
  }
  if (loses) return "the store is too slow, and entries are lost; the log tells more";
  return std::nullopt;
}

std::string Service::config_text() {
  const std::shared_ptr<const Runtime> runtime = state_->current();
  return state_->options.show_config ? state_->options.show_config(runtime->config) : std::string();
}

Result<std::string> Service::reload() {
  State& own = *state_;
  if (!own.options.read_config) {
    return Error{ErrorCode::kInvalidArgument,
                 "there is no file to read: the gateway was started without --config",
                 {}};
  }
  const std::lock_guard reloading(own.reload_mutex);
  Result<Config> config = own.options.read_config();
  if (!config) return config.error();
  const Config& first = own.at_start;
  std::string left;
  if (!std::equal(config->listeners.begin(), config->listeners.end(), first.listeners.begin(),
                  first.listeners.end(), is_same_place)) {
    left += " listeners";
  }
  if (config->store.url != first.store.url) left += " store.url";
  if (config->store.calls != first.store.calls) left += " store.calls";
  if (config->reasoning.key != first.reasoning.key) left += " reasoning.key_env";
  if (config->threads != first.threads) left += " threads";
  if (config->log.file != first.log.file || config->log.access != first.log.access ||
      config->log.level != first.log.level) {
    left += " log";
  }
  Result<std::vector<std::optional<net::ServerTls>>> certificates = own.read_certificates(*config);
  if (!certificates) return certificates.error();
  const std::shared_ptr<const Runtime> before = own.current();
  Result<std::shared_ptr<const Runtime>> runtime =
      Runtime::make(*std::move(config), own.options.environment, before.get());
  if (!runtime) return runtime.error();
  {
    const std::lock_guard lock(own.runtime_mutex);
    own.runtime = *runtime;
  }
  if (own.store) own.store->set_keep(keep_limits((*runtime)->config.store));
  for (const auto& each : own.serving) {
    net::asio::post(each->loop.context(),
                    [serving = each.get(), runtime = *runtime, certificates = *certificates] {
                      serving->handler.use(runtime);
                      serving->server.set_limits(runtime->limits);
                      for (std::size_t i = 0; i < certificates.size(); ++i) {
                        if (certificates[i]) serving->server.set_tls(i, *certificates[i]);
                      }
                    });
  }
  std::string message = "the configuration was read anew";
  if (!left.empty()) message += "; these need a restart:" + left;
  own.log->say(LogLevel::kInfo, message);
  return message;
}

json::Value Service::status() {
  State& own = *state_;
  const std::shared_ptr<const Runtime> runtime = own.current();
  const auto now = Breaker::Clock::now();
  json::Array upstreams;
  for (const auto& upstream : runtime->router.upstreams()) {
    json::Object each;
    each.push_back({"name", upstream->config.name});
    each.push_back({"provider", upstream->config.provider});
    each.push_back({"protocol", std::string(protocol::protocol_name(upstream->config.protocol))});
    each.push_back({"base_url", upstream->config.base_url});
    each.push_back({"breaker", upstream->breaker->is_open(now) ? "open" : "closed"});
    upstreams.emplace_back(std::move(each));
  }
  json::Object store;
  store.push_back(
      {"url", own.store ? json::Value(redacted_store_url(own.at_start.store.url)) : json::Value("off")});
  if (own.store) {
    store.push_back(
        {"queued_calls", json::Value::integer(static_cast<std::int64_t>(own.store->queued_entries()))});
    store.push_back({"dropped_calls", json::Value::integer(static_cast<std::int64_t>(own.store->dropped()))});
    store.push_back(
        {"dropped_turns", json::Value::integer(static_cast<std::int64_t>(own.store->dropped_turns()))});
    store.push_back({"dropped_responses",
                     json::Value::integer(static_cast<std::int64_t>(own.store->dropped_responses()))});
    const std::optional<Error> error = own.store->last_error();
    store.push_back({"error", error ? json::Value(error->message) : json::Value()});
  }
  const auto up =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now() - own.began);
  json::Object status;
  status.push_back({"version", ARGWRIGHT_VERSION});
  status.push_back({"uptime_seconds", json::Value::integer(up.count())});
  status.push_back({"draining", own.draining.load()});
  status.push_back(
      {"connections_open", json::Value::integer(static_cast<std::int64_t>(own.count->open.load()))});
  status.push_back({"streams_open", json::Value::integer(own.metrics.live().streams_open.load())});
  status.push_back({"descriptor_limit", json::Value::integer(static_cast<std::int64_t>(own.descriptors))});
  status.push_back({"upstreams", json::Value(std::move(upstreams))});
  status.push_back({"store", json::Value(std::move(store))});
  return json::Value(std::move(status));
}

}  // namespace argwright::gateway
