#include "protocol/responses/status.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "protocol/finish_words.h"
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

constexpr std::string_view kKnownMembers[] = {"id", "object", "created_at", "status", "model", "output",
                                              "usage", "error", "incomplete_details",
                                              // of Chat
                                              "tool_calls", "reasoning_content"};

constexpr std::string_view kRunning[] = {"in_progress", "queued"};
constexpr std::string_view kFailures[] = {"failed", "error"};

template <typename Words>
bool is_among(std::string_view status, const Words& words) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto is_same = [&](std::string_view word) { return std::ranges::equal(status, word, {}, lower); };
  return std::ranges::any_of(words, is_same);
}

// A reply that stopped early for a reason nobody knows counts as cut off: its last call may be half a call
// (L8).
FinishReason reason_of_incomplete(std::string_view word) {
  return finish_of_word(word) == FinishReason::kFilter ? FinishReason::kFilter : FinishReason::kLength;
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

bool is_running(std::string_view status) { return is_among(status, kRunning); }

bool is_cut_off(std::string_view status) { return finish_of_word(status) == FinishReason::kLength; }

bool is_failed(std::string_view status) { return is_among(status, kFailures); }

bool tells_error(const json::Value& response) { return is_told_error(response.find("error")); }

bool is_official_status(std::string_view status) {
  return std::ranges::any_of(kTerminalEvents, [&](const EventRow& row) { return row.status == status; });
}

bool has_odd_details(const json::Value& response) {
  const auto is_told = [&](std::string_view key) {
    const json::Value* const value = response.find(key);
    return value != nullptr && !value->is_null();
  };
  if (is_told("error") && !tells_error(response)) return true;
  const json::Value* const details = object_at(response, "incomplete_details");
  return is_told("incomplete_details") && (details == nullptr || text_at(*details, "reason").empty());
}

Extras response_extras(const json::Value& response) { return members_except(response, kKnownMembers); }

std::optional<Finish> read_finish(const json::Value& response, std::string_view status, bool has_calls) {
  const std::string_view told = text_at(response, "status");
  // A terminal event may carry the status of the response as it began, and its own word counts where it is
  // the worse: half a call must not pass for a whole one (L8).
  const bool says_more = !told.empty() && !(is_running(told) && !status.empty());
  if (says_more && !is_cut_off(status)) status = told;
  if (is_running(status)) return std::nullopt;

  Finish finish;
  finish.extras = response_extras(response);
  const json::Value* details = object_at(response, "incomplete_details");
  const std::string_view reason =
      details != nullptr ? text_at(*details, "reason") : text_at(response, "incomplete_details");
  finish.word = reason.empty() ? std::string(status) : std::string(reason);
  const FinishReason by_status = finish_of_word(status);
  if (!reason.empty() || by_status == FinishReason::kLength) {
    finish.reason = reason_of_incomplete(reason);
  } else if (by_status == FinishReason::kStop || by_status == FinishReason::kCalls || status.empty()) {
    finish.reason = has_calls ? FinishReason::kCalls : FinishReason::kStop;
  } else {
    finish.reason = by_status;
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
