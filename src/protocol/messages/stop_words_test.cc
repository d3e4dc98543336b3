#include "protocol/messages/stop_words.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::finish;

TEST(MessagesStopWords, ReadsEveryWord) {
  EXPECT_EQ(reason_of("end_turn"), FinishReason::kStop);
  EXPECT_EQ(reason_of("stop_sequence"), FinishReason::kStop);
  EXPECT_EQ(reason_of("tool_use"), FinishReason::kCalls);
  EXPECT_EQ(reason_of("max_tokens"), FinishReason::kLength);
  EXPECT_EQ(reason_of("model_context_window_exceeded"), FinishReason::kLength);
  EXPECT_EQ(reason_of("refusal"), FinishReason::kFilter);
  EXPECT_EQ(reason_of("pause_turn"), FinishReason::kPause);
  EXPECT_EQ(reason_of("odd"), FinishReason::kUnknown);
  EXPECT_EQ(reason_of(""), FinishReason::kUnknown);
}

// One that is not known would let half a call out (L8).
TEST(MessagesStopWords, ReadsWordsOfOtherServers) {
  EXPECT_EQ(reason_of("length"), FinishReason::kLength);
  EXPECT_EQ(reason_of("MAX_TOKENS"), FinishReason::kLength);
  EXPECT_EQ(reason_of("error"), FinishReason::kLength);
  EXPECT_EQ(reason_of("content_filter"), FinishReason::kFilter);
  EXPECT_EQ(reason_of("STOP"), FinishReason::kStop);
  EXPECT_EQ(reason_of("tool_calls"), FinishReason::kCalls);
  EXPECT_TRUE(is_own_word("compaction"));
  EXPECT_FALSE(is_own_word("length"));
  EXPECT_FALSE(is_own_word("END_TURN"));
}

TEST(MessagesStopWords, WritesAWordForEveryReason) {
  EXPECT_EQ(word_for(finish(FinishReason::kStop, "stop"), false), "end_turn");
  EXPECT_EQ(word_for(finish(FinishReason::kCalls, "tool_calls"), false), "tool_use");
  EXPECT_EQ(word_for(finish(FinishReason::kLength, "length"), false), "max_tokens");
  EXPECT_EQ(word_for(finish(FinishReason::kFilter, "content_filter"), false), "refusal");
  EXPECT_EQ(word_for(finish(FinishReason::kPause), false), "pause_turn");
  EXPECT_EQ(word_for(finish(FinishReason::kUnknown, "odd"), true), "end_turn");
}

TEST(MessagesStopWords, TellsOfAStopSequence) {
  Finish matched = finish(FinishReason::kStop, "stop");
  matched.stop_sequence = "###";
  EXPECT_EQ(word_for(matched, false), "stop_sequence");
}

TEST(MessagesStopWords, KeepsAWordOnlyWhileItIsTrue) {
  EXPECT_EQ(word_for(finish(FinishReason::kLength, "model_context_window_exceeded"), true),
            "model_context_window_exceeded");
  EXPECT_EQ(word_for(finish(FinishReason::kLength, "model_context_window_exceeded"), false), "max_tokens");
  EXPECT_EQ(word_for(finish(FinishReason::kCalls, "end_turn"), true), "tool_use");
  EXPECT_EQ(word_for(finish(FinishReason::kLength, "length"), true), "max_tokens");
}

}  // namespace
}  // namespace argwright::protocol::messages
