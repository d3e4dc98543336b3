#include "protocol/chat/body_encoder.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

using testing::at;
using testing::delta;
using testing::finish;
using testing::part;
using testing::part_end;
using testing::start;
using testing::whole_call;

std::string encoded(const Events& events, EncodeOptions options = EncodeOptions()) {
  ReplyBuilder builder;
  for (const Event& event : events) builder.add(event);
  return encode_body(builder.reply(), options);
}

TEST(ChatBodyEncoder, WritesAWholeReply) {
  UsageTold usage;
  usage.usage.input = 1;
  usage.usage.output = 2;
  EXPECT_EQ(encoded({start("r", "m"), part(0, PartKind::kText), delta(0, "hi"), part_end(0),
                     finish(FinishReason::kStop, "end_turn"), usage, End{}}),
            R"({"id":"r","object":"chat.completion","created":0,"model":"m","choices":[{"index":0,"message":)"
            R"({"role":"assistant","content":"hi","refusal":null},"finish_reason":"stop"}],)"
            R"("usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}})");
}

TEST(ChatBodyEncoder, WritesCallsAndTakesTheTextBesideThemOut) {
  const Events events{start("r", "m"), part(0, PartKind::kText),   delta(0, "hi"),
                      part_end(0),     whole_call("a", "f", "{}"), finish(FinishReason::kCalls)};
  EncodeOptions options;
  EXPECT_EQ(at(encoded(events, options), "choices.0.message.content"), R"("hi")");
  options.keep_content_with_calls = false;
  const std::string body = encoded(events, options);
  EXPECT_EQ(at(body, "choices.0.message.content"), "null");
  EXPECT_EQ(at(body, "choices.0.message.tool_calls"),
            R"([{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])");
  EXPECT_EQ(at(body, "choices.0.finish_reason"), R"("tool_calls")");
}

TEST(ChatBodyEncoder, WritesReasoningAndItsProof) {
  PartEnd end = part_end(0);
  end.proof.signature = "s";
  const std::string body = encoded({start("r", "m"), part(0, PartKind::kReasoning), delta(0, "why"), end});
  EXPECT_EQ(at(body, "choices.0.message.reasoning_content"), R"("why")");
  EXPECT_EQ(at(body, "choices.0.message.reasoning_details"),
            R"([{"type":"reasoning.text","text":"why","signature":"s"}])");
  EXPECT_EQ(at(body, "choices.0.message.content"), "null");
}

TEST(ChatBodyEncoder, EndsAReplyWithoutAFinishAsLength) {
  EXPECT_EQ(at(encoded({start("", "m")}), "choices.0.finish_reason"), R"("length")");
  EXPECT_NE(at(encoded({start("", "m")}), "id"), R"("")");
}

TEST(ChatBodyEncoder, WritesEveryChoiceAndRefusals) {
  const std::string body =
      encoded({start("r", "m"), part(0, PartKind::kRefusal), delta(0, "no"), part(0, PartKind::kText, 1),
               delta(0, "b", 1), finish(FinishReason::kStop, "", 1)});
  EXPECT_EQ(at(body, "choices.0.message.refusal"), R"("no")");
  EXPECT_EQ(at(body, "choices.1.index"), "1");
  EXPECT_EQ(at(body, "choices.1.message.content"), R"("b")");
}

}  // namespace
}  // namespace argwright::protocol::chat
