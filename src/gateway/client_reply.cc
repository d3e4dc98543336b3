#include "gateway/client_reply.h"

#include <chrono>
#include <string>

#include "gateway/header_rules.h"
#include "gateway/observe/report_json.h"

namespace argwright::gateway {

using net::Clock;
using net::Task;
using protocol::ApiError;

Task<bool> reply_whole(CallState& state, int status, std::string_view upstream_fields, std::string_view body,
                       std::string_view content_type) {
  std::string fields;
  fields.reserve(256 + upstream_fields.size());
  net::append_field(fields, "Content-Type", content_type);
  fields += upstream_fields;
  append_request_id(fields, state.protocol, state.record.request_id);
  if (const std::string calls = call_header(state.record.report); !calls.empty()) {
    net::append_field(fields, "x-argwright-call", calls);
  }
  state.record.status = status;
  state.record.first_byte = std::chrono::duration_cast<ExchangeRecord::Micros>(Clock::now() - state.began);
  show_body(state, "reply", body);
  co_return co_await state.exchange.reply(status, fields, body);
}

Task<void> reply_error(CallState& state, ApiError error, std::string_view fields) {
  if (state.record.ending == Ending::kDone) {
    state.record.ending =
        error.status >= 500 && state.record.attempts > 0 ? Ending::kFailed : Ending::kRefused;
  }
  state.record.error = error.message;
  const std::string body = protocol::write_error(state.protocol, error);
  co_await reply_whole(state, error.status, fields, body, kJsonType);
}

void show_body(const CallState& state, std::string_view what, std::string_view text) {
  if (state.site.runtime->config.log.bodies && !text.empty())
    state.site.shared.watcher->body_seen(state.record.request_id, what, text);
}

}  // namespace argwright::gateway
