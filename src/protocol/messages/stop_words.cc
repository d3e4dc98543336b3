#include "protocol/messages/stop_words.h"

namespace argwright::protocol::messages {
namespace {

struct Row {
  std::string_view word;
  FinishReason reason;
};
// The first word of a reason is the one we write for it.
constexpr Row kWords[] = {
    {"end_turn", FinishReason::kStop},
    {"stop_sequence", FinishReason::kStop},
    {"tool_use", FinishReason::kCalls},
    {"max_tokens", FinishReason::kLength},
    {"model_context_window_exceeded", FinishReason::kLength},
    {"refusal", FinishReason::kFilter},
    {"pause_turn", FinishReason::kPause},
    {"compaction", FinishReason::kPause},
};

}  // namespace

FinishReason reason_of(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.word == word) return row.reason;
  }
  return FinishReason::kUnknown;
}

std::string_view word_for(const Finish& finish, bool same_protocol) {
  if (same_protocol && finish.reason != FinishReason::kUnknown && reason_of(finish.word) == finish.reason) {
    return finish.word;
  }
  if (finish.reason == FinishReason::kStop && finish.stop_sequence) return "stop_sequence";
  for (const Row& row : kWords) {
    if (row.reason == finish.reason) return row.word;
  }
  return "end_turn";
}

}  // namespace argwright::protocol::messages
