#include "protocol/chat/finish_words.h"

#include <string>

#include "protocol/finish_words.h"

namespace argwright::protocol::chat {
namespace {

struct Row {
  std::string_view word;
  FinishReason reason;
};
constexpr Row kWords[] = {{"stop", FinishReason::kStop},
                          {"tool_calls", FinishReason::kCalls},
                          {"length", FinishReason::kLength},
                          {"content_filter", FinishReason::kFilter}};

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
  for (const Row& row : kWords) {  // nearly all of them
    if (row.word == word) return row.reason;
  }
  return finish_of_word(word);
}

std::string_view word_for(FinishReason reason) {
  for (const Row& row : kWords) {
    if (row.reason == reason) return row.word;
  }
  return "stop";
}

bool is_own_word(std::string_view word) {
  for (const Row& row : kWords) {
    if (row.word == word) return true;
  }
  return false;
}

}  // namespace argwright::protocol::chat
