#include "gateway/reasoning/thought.h"

#include <gtest/gtest.h>

#include "gateway/reasoning/sample_thought.h"

namespace argwright::gateway {
namespace {

using Kind = ThoughtPart::Kind;

TEST(Thought, ComesBackAsItWas) {
  const Result<Thought> read = read_thought(thought_text(sample_thought()));
  ASSERT_TRUE(read) << read.error().describe();
  EXPECT_EQ(*read, sample_thought());
  EXPECT_EQ(thought_text(*read), thought_text(sample_thought()));
}

TEST(Thought, IsWrittenAsItsPartsAre) {
  const Thought thought = sample_thought();
  json::Array parts;
  for (const ThoughtPart& part : thought.parts) parts.push_back(part_value(part));
  EXPECT_EQ(thought_text(thought),
            R"({"v":1,"p":)" + json::write(json::Value(parts)) + R"(,"x":{"extra_content":"m"},"w":true})");
  EXPECT_EQ(thought_text({}), R"({"v":1,"p":[]})");
}

TEST(Thought, TellsItsTextAndItsContent) {
  EXPECT_EQ(sample_thought().reasoning_text(), "Let me see.\n\"quoted\" \xE2\x82\xAChm");
  EXPECT_EQ(sample_thought().content(), "\n<think>hm</think>\n\nAnswer");
}

TEST(Thought, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "[]", R"({"v":2,"p":[]})", R"({"v":1})", R"({"v":1,"p":[{"k":"z"}]})",
                           R"({"v":1,"p":[{"k":"r","f":"z"}]})"}) {
    EXPECT_FALSE(read_thought(text)) << text;
  }
}

TEST(Thought, IsWorthKeepingOnlyWithACallAndSomethingToLose) {
  Thought thought;
  EXPECT_FALSE(thought.is_worth_keeping());
  ThoughtPart call;
  call.kind = Kind::kCall;
  thought.parts = {call};
  EXPECT_FALSE(thought.is_worth_keeping());
  thought.parts = {ThoughtPart{Kind::kReasoning, "hm"}};
  EXPECT_FALSE(thought.is_worth_keeping());
  thought.parts.push_back(call);
  EXPECT_TRUE(thought.is_worth_keeping());
  thought.parts = {ThoughtPart{Kind::kText, "plain"}, call};
  EXPECT_FALSE(thought.is_worth_keeping());
  thought.parts = {ThoughtPart{Kind::kText, "<think>hm</think>plain"}, call};
  EXPECT_TRUE(thought.is_worth_keeping());
}

}  // namespace
}  // namespace argwright::gateway
