// What is known of one exchange when it is over: for metrics, the access log and the call log.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/protocol.h"
#include "protocol/report.h"
#include "protocol/usage.h"

namespace argwright::gateway {

enum class Ending : std::uint8_t {
  kDone,           // the reply went out whole
  kRefused,        // by us: key, limit, request
  kUpstreamError,  // the upstream's error was told to the client
  kFailed,         // we could not reach the upstream, or it broke off; the client was told
  kClientGone,     // the client left first
};
std::string_view ending_name(Ending ending);  // "done", "refused", "upstream_error", "failed", "client_gone"

struct ExchangeRecord {
  using Micros = std::chrono::microseconds;

  std::string request_id;
  std::string trace_id;  // of the W3C traceparent, if one came
  std::chrono::system_clock::time_point began;
  std::string peer;      // "127.0.0.1"
  std::string key_name;  // of the client key; empty: none was asked for
  std::string method, path;
  std::string
      endpoint;       // "chat", "responses", "messages", "models", "count_tokens", "pass", "admin", "other"
  std::string model;  // as the client calls it; empty where no model was asked
  std::string upstream_model;  // as the upstream calls it
  std::string upstream, provider;
  std::optional<protocol::Protocol> client_protocol, upstream_protocol;
  int status = 0;
  bool stream = false;
  int attempts = 0;
  Ending ending = Ending::kDone;
  std::string error;  // one line, without secrets
  std::uint64_t bytes_in = 0, bytes_out = 0;
  Micros total{0};
  Micros first_byte{0};  // from the request's last byte to the first byte for the client
  Micros waited{0};      // for the upstream; total - waited is our own
  protocol::Report report;
  protocol::Usage usage;
};

}  // namespace argwright::gateway
