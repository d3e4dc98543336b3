#include "protocol/responses/status.h"

#include <string>

#include "protocol/responses/members.h"

namespace argwright::protocol::responses {
namespace {

struct EventRow {
  std::string_view event;
  std::string_view status;
};
constexpr EventRow kTerminalEvents[] = {{"response.completed", "completed"},
                                        {"response.done", "completed"},
                                        {"response.incomplete", "incomplete"},
                                        {"response.failed", "failed"},
                                        {"response.cancelled", "cancelled"}};

constexpr std::string_view kKnownMembers[] = {
    "id", "object", "created_at", "status", "model", "output", "usage", "error", "incomplete_details"};

// A reply that stopped early for a reason nobody knows counts as cut off: its last call may be half a call
// (L8).
FinishReason reason_of_incomplete(std::string_view word) {
  return word == "content_filter" ? FinishReason::kFilter : FinishReason::kLength;
}

}  // namespace

std::string_view status_of_event(std::string_view event_type) {
  for (const EventRow& row : kTerminalEvents) {
    if (row.event == event_type) return row.status;
  }
  return {};
}

bool is_official_end(std::string_view event_type) {
  return event_type == kCompleted.event || event_type == kCutOff.event || event_type == kFailed.event;
}

Extras response_extras(const json::Value& response) { return members_except(response, kKnownMembers); }

std::optional<Finish> read_finish(const json::Value& response, std::string_view status, bool has_calls) {
  const std::string_view told = text_at(response, "status");
  const json::Value* details = object_at(response, "incomplete_details");
  // A terminal event may carry the status of the response as it began.
  const bool still_running = told == "in_progress" || told == "queued";
  if (!told.empty() && !(still_running && !status.empty())) status = told;
  if (status == "in_progress" || status == "queued") return std::nullopt;

  Finish finish;
  finish.extras = response_extras(response);
  const std::string_view reason = details != nullptr ? text_at(*details, "reason") : std::string_view();
  if (status == "incomplete" || !reason.empty()) {
    finish.reason = reason_of_incomplete(reason);
    finish.word = reason.empty() ? std::string(status) : std::string(reason);
  } else if (status == "cancelled") {
    finish.reason = FinishReason::kLength;
    finish.word = status;
  } else {
    finish.reason = has_calls ? FinishReason::kCalls : FinishReason::kStop;
    finish.word = status;
  }
  return finish;
}

const Ending& ending_of(FinishReason reason) {
  switch (reason) {
    case FinishReason::kLength: return kCutOff;
    case FinishReason::kFilter: return kFiltered;
    case FinishReason::kStop:
    case FinishReason::kCalls:
    case FinishReason::kPause:
    case FinishReason::kUnknown: break;
  }
  return kCompleted;
}

}  // namespace argwright::protocol::responses
