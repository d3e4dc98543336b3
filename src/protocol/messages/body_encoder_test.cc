#include "protocol/messages/body_encoder.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::at;
using testing::delta;
using testing::finish;
using testing::part;
using testing::part_end;
using testing::start;
using testing::whole_call;

std::string encoded(const Events& events, bool same_protocol = false) {
  ReplyBuilder builder;
  for (const Event& event : events) builder.add(event);
  EncodeOptions options;
  options.same_protocol = same_protocol;
  return encode_body(builder.reply(), options);
}

TEST(MessagesBodyEncoder, WritesAWholeMessage) {
  PartEnd proven = part_end(0);
  proven.proof.signature = "s";
  EXPECT_EQ(
      encoded({start("r", "m"), part(0, PartKind::kReasoning), delta(0, "why"), proven,
               part(1, PartKind::kText), delta(1, "hi"), part_end(1), whole_call("a", "f", "{\"x\":1.10}"),
               finish(FinishReason::kCalls, "tool_calls"), End{}}),
      R"({"id":"r","type":"message","role":"assistant","model":"m","content":[)"
      R"({"type":"thinking","thinking":"why","signature":"s"},{"type":"text","text":"hi"},)"
      R"({"type":"tool_use","id":"a","name":"f","input":{"x":1.10}}],"stop_reason":"tool_use",)"
      R"("stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}})");
}

TEST(MessagesBodyEncoder, LeavesEmptyTextOut) {
  EXPECT_EQ(at(encoded({start("r", "m"), part(0, PartKind::kText), part_end(0)}), "content"), "[]");
}

TEST(MessagesBodyEncoder, WritesAnObjectForNoArgumentsAndTheTextForWhatIsNoObject) {
  EXPECT_EQ(at(encoded({start("r", "m"), whole_call("a", "f", "")}), "content.0.input"), "{}");
  EXPECT_EQ(at(encoded({start("r", "m"), whole_call("a", "f", "{'x'")}), "content.0.input"), R"("{'x'")");
}

TEST(MessagesBodyEncoder, EndsAReplyWithoutAFinishAsMaxTokens) {
  EXPECT_EQ(at(encoded({start("", "m")}), "stop_reason"), R"("max_tokens")");
  EXPECT_NE(at(encoded({start("", "m")}), "id"), R"("")");
}

TEST(MessagesBodyEncoder, TellsTheStopSequence) {
  Finish matched = finish(FinishReason::kStop, "stop");
  matched.stop_sequence = "###";
  const std::string body = encoded({start("r", "m"), matched});
  EXPECT_EQ(at(body, "stop_reason"), R"("stop_sequence")");
  EXPECT_EQ(at(body, "stop_sequence"), R"("###")");
}

TEST(MessagesBodyEncoder, WritesUnknownMembersAndBlocksForItsOwnProtocolOnly) {
  Start begun = start("r", "m");
  begun.extras = {{"odd", json::Value(true)}};
  PartStart opaque = part(0, PartKind::kOpaque);
  opaque.opaque = testing::parsed(R"({"type":"server_tool_use","id":"s"})");
  EXPECT_EQ(at(encoded({begun, opaque}, true), "odd"), "true");
  EXPECT_EQ(at(encoded({begun, opaque}, true), "content"), R"([{"type":"server_tool_use","id":"s"}])");
  EXPECT_EQ(at(encoded({begun, opaque}), "odd"), "-");
  EXPECT_EQ(at(encoded({begun, opaque}), "content"), "[]");
}

TEST(MessagesBodyEncoder, WritesUnknownMembersOfThinking) {
  PartStart thinking = part(0, PartKind::kReasoning);
  thinking.extras = {{"odd", json::Value::integer(1)}};
  const Events events{start("r", "m"), thinking, delta(0, "why"), part_end(0)};
  EXPECT_EQ(at(encoded(events, true), "content.0.odd"), "1");
  EXPECT_EQ(at(encoded(events), "content.0.odd"), "-");
}

}  // namespace
}  // namespace argwright::protocol::messages
