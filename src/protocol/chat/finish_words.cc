#include "protocol/chat/finish_words.h"

namespace argwright::protocol::chat {
namespace {

struct Row {
  std::string_view word;
  FinishReason reason;
  bool own;
};
// Own words first: word_for() takes the first of a reason.
constexpr Row kWords[] = {
    {"stop", FinishReason::kStop, true},
    {"tool_calls", FinishReason::kCalls, true},
    {"length", FinishReason::kLength, true},
    {"content_filter", FinishReason::kFilter, true},
    {"function_call", FinishReason::kCalls, true},
    {"tool_call", FinishReason::kCalls, false},
    {"tool_use", FinishReason::kCalls, false},
    {"eos", FinishReason::kStop, false},
    {"end_turn", FinishReason::kStop, false},
    {"stop_sequence", FinishReason::kStop, false},
    {"max_tokens", FinishReason::kLength, false},
    {"model_length", FinishReason::kLength, false},
    {"insufficient_system_resource", FinishReason::kLength, false},
    {"sensitive", FinishReason::kFilter, false},
    {"refusal", FinishReason::kFilter, false},
};

}  // namespace

FinishReason reason_of(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.word == word) return row.reason;
  }
  return FinishReason::kUnknown;
}

std::string_view word_for(FinishReason reason) {
  for (const Row& row : kWords) {
    if (row.reason == reason) return row.word;
  }
  return "stop";
}

bool is_own_word(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.own && row.word == word) return true;
  }
  return false;
}

}  // namespace argwright::protocol::chat
