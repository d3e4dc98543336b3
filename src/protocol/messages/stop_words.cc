#include "protocol/messages/stop_words.h"

#include <span>
#include <string>

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
// What servers say that speak another protocol at home.
constexpr Row kForeignWords[] = {
    {"stop", FinishReason::kStop},
    {"eos", FinishReason::kStop},
    {"complete", FinishReason::kStop},
    {"completed", FinishReason::kStop},
    {"tool_calls", FinishReason::kCalls},
    {"tool_call", FinishReason::kCalls},
    {"function_call", FinishReason::kCalls},
    {"length", FinishReason::kLength},
    {"max_output_tokens", FinishReason::kLength},
    {"model_length", FinishReason::kLength},
    {"insufficient_system_resource", FinishReason::kLength},
    {"content_filter", FinishReason::kFilter},
    {"content_filtered", FinishReason::kFilter},
    {"guardrail_intervened", FinishReason::kFilter},
    {"sensitive", FinishReason::kFilter},
    {"safety", FinishReason::kFilter},
    {"recitation", FinishReason::kFilter},
    {"prohibited_content", FinishReason::kFilter},
    // It ended before its end, so that the last call may be half a call (L8).
    {"incomplete", FinishReason::kLength},
    {"error", FinishReason::kLength},
    {"abort", FinishReason::kLength},
    {"aborted", FinishReason::kLength},
    {"cancelled", FinishReason::kLength},
    {"terminated", FinishReason::kLength},
    {"timeout", FinishReason::kLength},
};

const Row* find(std::span<const Row> rows, std::string_view word) {
  for (const Row& row : rows) {
    if (row.word == word) return &row;
  }
  return nullptr;
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

bool is_own_word(std::string_view word) { return find(kWords, word) != nullptr; }

FinishReason reason_of(std::string_view word) {
  if (const Row* own = find(kWords, word)) return own->reason;
  const std::string quiet = lower(word);
  if (const Row* own = find(kWords, quiet)) return own->reason;
  const Row* const foreign = find(kForeignWords, quiet);
  return foreign != nullptr ? foreign->reason : FinishReason::kUnknown;
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
