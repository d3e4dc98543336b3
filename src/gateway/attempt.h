// What came of asking one upstream once.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gateway/call_state.h"
#include "net/head.h"
#include "net/pool.h"
#include "protocol/api_error.h"

namespace argwright::gateway {

struct Attempt {
  bool is_settled = false;  // the client has its reply, or has gone
  bool may_retry = true;
  // What the client is told where nobody else can be asked; none where it is settled.
  std::optional<protocol::ApiError> error;
  std::string fields;  // of the upstream's reply
  std::string kind;    // "timeout", "status_500"
  std::optional<std::chrono::milliseconds> retry_after;
};

// The exchange is over, this way or because its client has gone.
Attempt settled(CallState& state, Ending ending);
// The upstream could not be asked, or broke off.
Attempt failed(CallState& state, const net::Fault& fault);

// What its breaker is told: the upstream is well, or it is not.
void upstream_answered(const CallState& state);
void upstream_failed(const CallState& state);

// 408, 429 and everything from 500 on.
bool is_worth_a_retry(int status);
// How long the upstream wants to be left alone. Seconds, as OpenAI and Anthropic send it; dates are not
// understood. retry-after-ms is OpenAI's own.
std::optional<std::chrono::milliseconds> retry_after(const net::Head& head);

}  // namespace argwright::gateway
