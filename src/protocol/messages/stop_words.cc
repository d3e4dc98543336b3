#include "protocol/messages/stop_words.h"

#include "protocol/finish_words.h"

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
const Row* find(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

}  // namespace

bool is_own_word(std::string_view word) { return find(word) != nullptr; }

bool is_foreign_word(std::string_view word) {
  return !is_own_word(word) && known_finish(word).value_or(FinishReason::kUnknown) != FinishReason::kUnknown;
}

FinishReason reason_of(std::string_view word) {
  const Row* const own = find(word);
  return own != nullptr ? own->reason : finish_of_word(word);
}

std::string_view word_for(const Finish& finish, bool same_protocol) {
  if (same_protocol && is_own_word(finish.word) && reason_of(finish.word) == finish.reason) {
    return finish.word;
  }
  if (finish.reason == FinishReason::kStop && finish.stop_sequence) return "stop_sequence";
  for (const Row& row : kWords) {
    if (row.reason == finish.reason) return row.word;
  }
  return "end_turn";
}

}  // namespace argwright::protocol::messages
