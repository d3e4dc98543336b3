#include "protocol/chat/finish_words.h"

#include <gtest/gtest.h>

namespace argwright::protocol::chat {
namespace {

TEST(ChatFinishWords, ReadsTheProtocolsWordsAndThoseOfOthers) {
  struct Row {
    const char* word;
    FinishReason reason;
    bool own;
  };
  const Row rows[] = {
      {"stop", FinishReason::kStop, true},
      {"length", FinishReason::kLength, true},
      {"tool_calls", FinishReason::kCalls, true},
      {"function_call", FinishReason::kCalls, false},
      {"content_filter", FinishReason::kFilter, true},
      {"tool_call", FinishReason::kCalls, false},
      {"tool_use", FinishReason::kCalls, false},
      {"eos", FinishReason::kStop, false},
      {"end_turn", FinishReason::kStop, false},
      {"max_tokens", FinishReason::kLength, false},
      {"insufficient_system_resource", FinishReason::kLength, false},
      {"sensitive", FinishReason::kFilter, false},
      {"", FinishReason::kUnknown, false},
      {"STOP", FinishReason::kStop, false},
      {"MAX_TOKENS", FinishReason::kLength, false},
      {"error", FinishReason::kLength, false},
      {"abort", FinishReason::kLength, false},
      {"SAFETY", FinishReason::kFilter, false},
      {"network_error", FinishReason::kLength, false},
      {"content_filter: SAFETY", FinishReason::kFilter, false},
      {"odd", FinishReason::kUnknown, false},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(reason_of(row.word), row.reason) << row.word;
    EXPECT_EQ(is_own_word(row.word), row.own) << row.word;
  }
}

TEST(ChatFinishWords, KnowsWhatStandsForNoWord) {
  for (const char* word : {"", "null", "None", "NULL", "undefined"}) EXPECT_TRUE(is_no_word(word)) << word;
  for (const char* word : {"stop", "nonesuch", "0"}) EXPECT_FALSE(is_no_word(word)) << word;
}

TEST(ChatFinishWords, WritesAWordOfTheProtocolForEveryReason) {
  EXPECT_EQ(word_for(FinishReason::kStop), "stop");
  EXPECT_EQ(word_for(FinishReason::kCalls), "tool_calls");
  EXPECT_EQ(word_for(FinishReason::kLength), "length");
  EXPECT_EQ(word_for(FinishReason::kFilter), "content_filter");
  EXPECT_EQ(word_for(FinishReason::kPause), "stop");
  EXPECT_EQ(word_for(FinishReason::kUnknown), "stop");
}

}  // namespace
}  // namespace argwright::protocol::chat
