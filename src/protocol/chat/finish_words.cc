#include "protocol/chat/finish_words.h"

#include <string>

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
    // Not ours any more: a call in the form before tool_calls is written in that.
    {"function_call", FinishReason::kCalls, false},
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
    // Gemini's words, and Cohere's.
    {"safety", FinishReason::kFilter, false},
    {"recitation", FinishReason::kFilter, false},
    {"prohibited_content", FinishReason::kFilter, false},
    {"complete", FinishReason::kStop, false},
    {"max_output_tokens", FinishReason::kLength, false},
    // It ended before its end, so that the last call may be half a call (L8).
    {"error", FinishReason::kLength, false},
    {"abort", FinishReason::kLength, false},
    {"cancelled", FinishReason::kLength, false},
    {"timeout", FinishReason::kLength, false},
};

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

bool is_no_word(std::string_view word) {
  const std::string quiet = lower(word);
  return quiet.empty() || quiet == "null" || quiet == "none" || quiet == "nil" || quiet == "undefined";
}

FinishReason reason_of(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.word == word) return row.reason;
  }
  // Some servers shout.
  const std::string quiet = lower(word);
  return quiet == word ? FinishReason::kUnknown : reason_of(quiet);
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
