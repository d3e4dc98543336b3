#include "gateway/kept_reply.h"

#include <memory>
#include <optional>
#include <string>

#include "gateway/stored_responses.h"

namespace argwright::gateway {

using net::Task;
using protocol::Protocol;
using protocol::RelayOptions;

bool keeps_response(const CallState& state) {
  return state.protocol == Protocol::kResponses && state.site.shared.store != nullptr &&
         state.request->look().store && !keeps_responses_itself(*state.upstream);
}

Task<void> keep_response(const CallState& state, std::string_view response_body) {
  return keep(state.site, state.owner(), *state.request, response_body);
}

bool ends_kept_response(const CallState& state, std::string_view sent) {
  return keeps_response(state) && may_end_response(sent);
}

Task<void> keep_streamed_response(const CallState& state, std::string_view sent) {
  if (const std::optional<std::string> response = terminal_response(sent))
    co_await keep_response(state, *response);
}

void read_thoughts(CallState& state, RelayOptions& options) {
  state.reader.reset();
  if (state.site.shared.reasoning == nullptr) return;
  ReadingOptions reading = reading_options(state.site, state.reasoning, state.record.stream,
                                           options.governance.keep_content_with_calls);
  if (!state.reasoning.remembers && reading.sealer == nullptr) return;
  state.reader = std::make_unique<ThoughtReader>(std::move(reading));
  options.filter = &*state.reader;
}

Task<void> remember(CallState& state, const protocol::Report& report) {
  if (state.reader)
    co_await remember_reply(state.site, *state.request, state.reasoning, *state.reader, report);
}

}  // namespace argwright::gateway
