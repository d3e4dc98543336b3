#include "protocol/finish_words.h"

#include <algorithm>
#include <span>
#include <string>

namespace argwright::protocol {
namespace {

struct Row {
  std::string_view word;
  FinishReason reason;
};
constexpr Row kKnown[] = {
    {"stop", FinishReason::kStop},
    {"eos", FinishReason::kStop},
    {"eos_token", FinishReason::kStop},
    {"stop_token", FinishReason::kStop},
    {"end_token", FinishReason::kStop},
    {"end_turn", FinishReason::kStop},
    {"end_of_turn", FinishReason::kStop},
    {"stop_sequence", FinishReason::kStop},
    {"complete", FinishReason::kStop},
    {"completed", FinishReason::kStop},
    {"success", FinishReason::kStop},
    {"tool_calls", FinishReason::kCalls},
    {"tool_call", FinishReason::kCalls},
    {"tool_use", FinishReason::kCalls},
    {"function_call", FinishReason::kCalls},
    {"length", FinishReason::kLength},
    {"max_tokens", FinishReason::kLength},
    {"max_output_tokens", FinishReason::kLength},
    {"model_length", FinishReason::kLength},
    {"insufficient_system_resource", FinishReason::kLength},
    {"content_filter", FinishReason::kFilter},
    {"content_filtered", FinishReason::kFilter},
    {"guardrail_intervened", FinishReason::kFilter},
    {"refusal", FinishReason::kFilter},
    {"sensitive", FinishReason::kFilter},
    {"safety", FinishReason::kFilter},
    {"recitation", FinishReason::kFilter},
    {"prohibited_content", FinishReason::kFilter},
    {"pause_turn", FinishReason::kPause},
    // It ended before its end, so that the last call may be half a call (L8).
    {"incomplete", FinishReason::kLength},
    {"error", FinishReason::kLength},
    {"abort", FinishReason::kLength},
    {"aborted", FinishReason::kLength},
    {"cancelled", FinishReason::kLength},
    {"canceled", FinishReason::kLength},
    {"interrupted", FinishReason::kLength},
    {"truncated", FinishReason::kLength},
    {"expired", FinishReason::kLength},
    {"terminated", FinishReason::kLength},
    {"timeout", FinishReason::kLength},
    {"timed_out", FinishReason::kLength},
    // They sound like an end, and are no word at all.
    {"finish_reason_unspecified", FinishReason::kUnknown},
    {"unspecified", FinishReason::kUnknown},
    {"unknown", FinishReason::kUnknown},
    {"other", FinishReason::kUnknown},
};

// How the parts of a word begin that tell what it is about. The worse comes first.
constexpr std::string_view kFilterParts[] = {"filter", "safety", "sensitiv", "block",   "guard", "recit",
                                             "prohib", "toxic",  "policy",   "moderat", "refus", "spii",
                                             "harm",   "violat", "inapprop", "languag"};
constexpr std::string_view kCutParts[] = {
    "length",  "limit",   "max",     "token",   "window", "context",  "exceed", "trunc",  "cut",    "abort",
    "cancel",  "interru", "error",   "fail",    "time",   "network",  "malfor", "unexp",  "inval",  "incompl",
    "partial", "overlo",  "unavail", "many",    "termin", "expir",    "kill",   "repeti", "loop",   "insuff",
    "quota",   "budget",  "disconn", "preempt", "evict",  "shutdown", "broken", "crash",  "exhaust"};
constexpr std::string_view kCallParts[] = {"tool", "function", "call"};
constexpr std::string_view kEndParts[] = {"stop",   "end",  "eos",   "eot",    "complet",
                                          "finish", "done", "succe", "natural"};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// "MaxTokens", "MAX-TOKENS" and "max tokens" as "max_tokens".
std::string normal(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool begins = is_upper(word[i]) && i > 0 && is_letter_or_digit(word[i - 1]);
    const char c = is_upper(word[i]) ? static_cast<char>(word[i] - 'A' + 'a') : word[i];
    if (begins || (!is_letter_or_digit(c) && !text.empty() && text.back() != '_')) text += '_';
    if (is_letter_or_digit(c)) text += c;
  }
  while (text.ends_with('_')) text.pop_back();
  return text;
}

std::optional<FinishReason> known(std::string_view word) {
  const auto* const row = std::ranges::find(kKnown, word, &Row::word);
  return row != std::end(kKnown) ? std::optional(row->reason) : std::nullopt;
}

bool has_part(std::string_view word, std::span<const std::string_view> beginnings) {
  for (std::size_t at = 0; at < word.size(); at = std::min(word.find('_', at), word.size() - 1) + 1) {
    const std::string_view part = word.substr(at);
    if (std::ranges::any_of(beginnings, [part](std::string_view begin) { return part.starts_with(begin); }))
      return true;
  }
  return false;
}

}  // namespace

std::optional<FinishReason> known_finish(std::string_view word) { return known(normal(word)); }

FinishReason finish_of_word(std::string_view word) {
  const std::string whole = normal(word);
  if (const auto reason = known(whole)) return *reason;
  if (has_part(whole, kFilterParts)) return FinishReason::kFilter;
  if (has_part(whole, kCutParts)) return FinishReason::kLength;
  if (has_part(whole, kCallParts)) return FinishReason::kCalls;
  return has_part(whole, kEndParts) ? FinishReason::kStop : FinishReason::kUnknown;
}

}  // namespace argwright::protocol
