// How a response ends: `status`, `incomplete_details` and the terminal events, to and from Finish.
#pragma once

#include <optional>
#include <string_view>

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol::responses {

// Terminal events of a stream and the status that each stands for. Empty: no terminal event.
std::string_view status_of_event(std::string_view event_type);
// Of those, the ones that official clients know.
bool is_official_end(std::string_view event_type);

// A status of a response or of an item, in any case: it has not ended, it stopped before it was whole, it
// failed.
bool is_running(std::string_view status);
bool is_cut_off(std::string_view status);
bool is_failed(std::string_view status);
// Does the response name an error? An empty one is none.
bool tells_error(const json::Value& response);
// Is it an end in the protocol's own words?
bool is_official_status(std::string_view status);
// `error` or `incomplete_details` of a response that tells neither: objects without what clients read of
// them.
bool has_odd_details(const json::Value& response);

// The members of a response object for which Start, Finish, UsageTold and the items have a place are left
// out.
Extras response_extras(const json::Value& response);

// How `response` ended; `status`, that of its terminal event, counts where the response tells none, and where
// it is the worse. None: it has not ended (queued,
// in_progress). Precondition: it has not failed.
std::optional<Finish> read_finish(const json::Value& response, std::string_view status, bool has_calls);

// What a finish is written as.
struct Ending {
  std::string_view status;
  std::string_view event;              // the terminal event
  std::string_view incomplete_reason;  // empty: null
};
inline constexpr Ending kCompleted{"completed", "response.completed", ""};
inline constexpr Ending kCutOff{"incomplete", "response.incomplete", "max_output_tokens"};
inline constexpr Ending kFiltered{"incomplete", "response.incomplete", "content_filter"};
inline constexpr Ending kFailed{"failed", "response.failed", ""};
const Ending& ending_of(FinishReason reason);

}  // namespace argwright::protocol::responses
