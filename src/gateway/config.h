// What the gateway is told by argwright.toml or by its command line. Plain values: whoever holds a Config
// holds one consistent whole, which never changes (a reload makes a new one).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "protocol/governance.h"
#include "protocol/protocol.h"
#include "provider/profiles.h"
#include "provider/shape.h"

namespace argwright::gateway {

using std::chrono::milliseconds;

struct Timeouts {
  milliseconds connect{10'000};
  milliseconds first_byte{300'000};  // from the request's last byte to the reply's first
  milliseconds gap{120'000};         // between two pieces of a reply
  milliseconds total{1'800'000};     // of one request, retries included
};

struct UpstreamConfig {
  std::string name;                  // unique
  std::string provider = "generic";  // a row of the provider table
  protocol::Protocol protocol = protocol::Protocol::kChat;
  std::string base_url;     // "https://api.openai.com/v1": what stands before /chat/completions
  std::string api_key_env;  // the key is read from the environment; empty: the client's own is sent on
  std::string api_key;      // its value, read with the configuration: only src/app may touch the environment.
                            // A secret: redacted() and the logs leave it out
  std::vector<std::pair<std::string, std::string>> headers;  // sent with every request
  Timeouts timeouts;
  std::string ca_file;  // trusted beside the system's own certificates
  bool verify_tls = true;
  std::size_t max_connections = 0;  // requests that it answers at a time; 0: no bound
};

// One upstream of a route. Without weights they are tried in order; with weights the first is drawn by them.
struct RouteTarget {
  std::string upstream;
  std::string model;  // what the model is called there; empty: as the client calls it
  unsigned weight = 0;
};

struct RouteConfig {
  std::vector<std::string> models;  // patterns: "gpt-*"; '*' stands for any text, '?' for one character
  std::vector<RouteTarget> targets;
};

struct GovernanceConfig {
  protocol::Governance calls;   // on_reject and on_misfit hold the policy when no re-ask is left
  bool reask_rejected = false;  // on_reject = "reask"
  bool reask_misfits = false;   // on_misfit = "reask"
  int reasks = 2;               // how often one request may be asked again
  bool shell_hints = false;     // S2-38 .. S2-41
  provider::ForcedTools forced_tools = provider::ForcedTools::kNoThinking;
};

struct KeyConfig {
  std::string name;                 // for logs and metrics
  std::string sha256;               // of the key, 64 lower-case hex digits
  std::vector<std::string> models;  // patterns; empty: all
  double requests_per_minute = 0;   // 0: no bound
  std::size_t concurrent = 0;       // 0: no bound
  bool admin = false;               // may use /admin and /metrics
};

struct ListenerConfig {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8787;  // 0: the system chooses
  std::string certificate;    // PEM files; both set: TLS
  std::string private_key;
};

struct LimitsConfig {
  std::size_t head_bytes = std::size_t{64} << 10;
  std::size_t body_bytes = std::size_t{64} << 20;   // of a request
  std::size_t reply_bytes = std::size_t{64} << 20;  // of a whole reply
  std::size_t event_bytes = std::size_t{16} << 20;  // of one event of a stream
  std::size_t connections = 20'000;
  std::size_t connections_per_ip = 0;  // 0: no bound
  milliseconds head_time{15'000};      // for a request's head, from its first byte
  milliseconds body_time{120'000};     // for a request's body
  milliseconds idle_time{75'000};      // of a kept connection without a request
  milliseconds write_time{60'000};     // a client that takes nothing for so long is gone
};

struct RetryConfig {
  int attempts = 3;               // for one request; every upstream of its route is asked once in any case
  milliseconds backoff{200};      // before the second attempt; doubled for each further one
  milliseconds max_wait{20'000};  // a retry-after above this is told to the client instead
  int breaker_failures = 5;       // failures in a row that open the breaker of an upstream
  milliseconds breaker_pause{10'000};
};

enum class CallLogging : std::uint8_t { kOff, kMended, kAll };

struct StoreConfig {
  std::string url = "sqlite:argwright.db";  // "sqlite:FILE", "sqlite::memory:", "postgresql://..", "off"
  std::chrono::hours keep_responses{24 * 30};
  std::chrono::hours keep_calls{24 * 14};
  std::size_t max_calls_bytes = std::size_t{1} << 30;
  std::size_t max_responses_bytes = std::size_t{1} << 30;
  CallLogging calls = CallLogging::kAll;
  bool vault = true;  // what models thought is remembered and put back
  std::chrono::hours keep_turns{24 * 30};
  std::size_t max_turns_bytes = std::size_t{1} << 30;
};

struct ReasoningConfig {
  std::string key_env;  // the secret that seals reasoning is read from the environment; empty: one is made
  std::string key;      // its value. A secret, like UpstreamConfig::api_key
  bool tokens = true;   // clients of other protocols carry it sealed; false: only the vault has it
};

enum class AccessLog : std::uint8_t { kOff, kConsole, kJson };

struct LogConfig {
  std::string level = "info";  // trace debug info warn error off
  AccessLog access = AccessLog::kConsole;
  std::string file;     // empty: standard error
  bool bodies = false;  // requests and replies are logged, too
};

struct Config {
  std::vector<ListenerConfig> listeners;        // never empty
  std::vector<provider::ProfileRow> providers;  // laid over the built-in table, in this order
  std::vector<UpstreamConfig> upstreams;        // never empty
  std::vector<RouteConfig> routes;              // the first that matches; none: the first upstream takes all
  std::vector<KeyConfig> keys;
  GovernanceConfig governance;
  Timeouts timeouts;  // of upstreams that say nothing else; each has its own, complete
  LimitsConfig limits;
  RetryConfig retry;
  StoreConfig store;
  ReasoningConfig reasoning;
  LogConfig log;
  unsigned threads = 0;             // 0: one for each core
  milliseconds drain{30'000};       // what is in flight may take so long after SIGTERM
  milliseconds keep_alive{15'000};  // a comment or ping is sent where a stream was silent for so long
  bool insecure = false;            // other addresses than loopback without client keys
  bool demo = false;                // start the demo model and put its address into upstreams[0].base_url
};

}  // namespace argwright::gateway
