#include "protocol/finish_words.h"

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

TEST(FinishWords, KnowsWhatServersSay) {
  EXPECT_EQ(known_finish("stop"), FinishReason::kStop);
  EXPECT_EQ(known_finish("MAX_TOKENS"), FinishReason::kLength);
  EXPECT_EQ(known_finish("maxTokens"), FinishReason::kLength);
  EXPECT_EQ(known_finish("Max Tokens"), FinishReason::kLength);
  EXPECT_EQ(known_finish("ToolCalls"), FinishReason::kCalls);
  EXPECT_EQ(known_finish("eos-token"), FinishReason::kStop);
  EXPECT_EQ(known_finish("OTHER"), FinishReason::kUnknown);
  EXPECT_EQ(known_finish("network_error"), std::nullopt);
  EXPECT_EQ(known_finish(""), std::nullopt);
}

TEST(FinishWords, TakesWordsThatNobodyKnowsByTheirParts) {
  for (const char* word :
       {"network_error", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
        "context_window_exceeded", "stop_limit", "max_time", "ERROR_LIMIT", "tool_call_interrupted",
        "repetition_detected", "time_limit", "request_cancelled", "unfinished_error", "budgetExhausted"}) {
    EXPECT_EQ(finish_of_word(word), FinishReason::kLength) << word;
  }
  for (const char* word : {"ERROR_TOXIC", "BLOCKLIST", "SPII", "IMAGE_SAFETY", "content_filter: SAFETY",
                           "policy_violation", "LANGUAGE", "contentFiltered"}) {
    EXPECT_EQ(finish_of_word(word), FinishReason::kFilter) << word;
  }
  for (const char* word : {"function_calls", "tool_called", "call"}) {
    EXPECT_EQ(finish_of_word(word), FinishReason::kCalls) << word;
  }
  for (const char* word : {"stop_word", "end", "finished", "DONE", "natural_end"}) {
    EXPECT_EQ(finish_of_word(word), FinishReason::kStop) << word;
  }
  for (const char* word : {"", "odd", "x", "pending", "backend", "___", "\xff", "nonstop"}) {
    EXPECT_EQ(finish_of_word(word), FinishReason::kUnknown) << word;
  }
}

}  // namespace
}  // namespace argwright::protocol
