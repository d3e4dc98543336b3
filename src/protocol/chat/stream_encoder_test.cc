// The rules of a chat stream that real clients rely on (WIRE.md section 1).
#include "protocol/chat/stream_encoder.h"

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
using testing::Texts;
using testing::whole_call;

Texts encoded(const Events& events, bool same_protocol = false, bool include_usage = true) {
  EncodeOptions options;
  options.same_protocol = same_protocol;
  options.include_usage = include_usage;
  ChatStreamEncoder encoder(options);
  std::string out;
  for (const Event& event : events) encoder.encode(event, out);
  return testing::stream_events(out);
}

Texts at_each(const Texts& chunks, std::string_view path) {
  Texts found;
  for (const std::string& chunk : chunks) {
    if (chunk != "[DONE]" && at(chunk, path) != "-") found.push_back(at(chunk, path));
  }
  return found;
}

Events reply() {
  Events events{start("r", "m")};
  std::get<Start>(events[0]).created = 7;
  for (Event& event :
       Events{part(0, PartKind::kReasoning), delta(0, "why"), part_end(0), part(1, PartKind::kText),
              delta(1, "so"), part_end(1), whole_call("a", "f", "{}"), whole_call("b", "g", "{\"x\":1}"),
              finish(FinishReason::kCalls, "tool_use"), End{}}) {
    events.push_back(event);
  }
  return events;
}

TEST(ChatStreamEncoder, WritesARoleFirstAndOneFinishLast) {
  const Texts chunks = encoded(reply());
  ASSERT_EQ(chunks.size(), 7U);
  EXPECT_EQ(at(chunks[0], "choices.0.delta"), R"({"role":"assistant","content":""})");
  EXPECT_EQ(at_each(chunks, "choices.0.delta.role").size(), 1U);
  EXPECT_EQ(at(chunks[5], "choices.0.delta"), "{}");
  EXPECT_EQ(at_each(chunks, "choices.0.finish_reason"),
            (Texts{"null", "null", "null", "null", "null", R"("tool_calls")"}));
  EXPECT_EQ(chunks[6], "[DONE]");
}

TEST(ChatStreamEncoder, WritesTheSameHeadOnEveryChunk) {
  for (const std::string& chunk : encoded(reply())) {
    if (chunk == "[DONE]") continue;
    EXPECT_EQ(at(chunk, "id"), R"("r")");
    EXPECT_EQ(at(chunk, "object"), R"("chat.completion.chunk")");
    EXPECT_EQ(at(chunk, "created"), "7");
    EXPECT_EQ(at(chunk, "model"), R"("m")");
    EXPECT_EQ(at(chunk, "error"), "-");
    EXPECT_EQ(at(chunk, "choices.0.index"), "0");
  }
}

TEST(ChatStreamEncoder, NumbersCallsFromZeroWithIdTypeAndNameOnce) {
  EXPECT_EQ(
      at_each(encoded(reply()), "choices.0.delta.tool_calls"),
      (Texts{R"([{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])",
             R"([{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{\"x\":1}"}}])"}));
}

TEST(ChatStreamEncoder, NumbersCallsOfEachChoice) {
  Call other = whole_call("b", "g", "{}");
  other.choice = 1;
  const Texts chunks = encoded({start("r", "m"), whole_call("a", "f", "{}"), other});
  EXPECT_EQ(at_each(chunks, "choices.0.delta.tool_calls.0.index"), (Texts{"0", "0"}));
  EXPECT_EQ(at(chunks.back(), "choices.0.index"), "1");
  EXPECT_EQ(at_each(chunks, "choices.0.delta.role").size(), 2U) << "a role for each choice";
}

TEST(ChatStreamEncoder, WritesReasoningAsReasoningContentBeforeText) {
  const Texts chunks = encoded(reply());
  EXPECT_EQ(at(chunks[1], "choices.0.delta"), R"({"reasoning_content":"why"})");
  EXPECT_EQ(at(chunks[2], "choices.0.delta"), R"({"content":"so"})");
}

// Read of a part of the content, so that it did not come as details; those have gone out beside the texts.
TEST(ChatStreamEncoder, WritesASignatureForItsOwnProtocolToo) {
  PartEnd close = part_end(0);
  close.proof.signature = "s";
  close.proof.details = {json::Value("told")};
  EXPECT_EQ(at_each(encoded({start("r", "m"), part(0, PartKind::kReasoning), delta(0, "t"), close}, true),
                    "choices.0.delta.reasoning_details"),
            (Texts{R"([{"type":"reasoning.text","signature":"s"}])"}));
}

TEST(ChatStreamEncoder, KeepsTheUpstreamsFieldAndInlineTagsForItsOwnProtocol) {
  PartStart field = part(0, PartKind::kReasoning);
  field.extras = {{"field", json::Value("reasoning")}};
  EXPECT_EQ(at(encoded({start("r", "m"), field, delta(0, "t")}, true)[1], "choices.0.delta"),
            R"({"reasoning":"t"})");
  PartStart tag = part(0, PartKind::kReasoning);
  tag.form = ReasoningForm::kInline;
  tag.opening = "<think>";
  PartEnd close = part_end(0);
  close.closing = "</think>";
  EXPECT_EQ(at_each(encoded({start("r", "m"), tag, delta(0, "t"), close}, true), "choices.0.delta.content"),
            (Texts{R"("")", R"("<think>")", R"("t")", R"("</think>")"}));
  EXPECT_EQ(
      at_each(encoded({start("r", "m"), tag, delta(0, "t"), close}), "choices.0.delta.reasoning_content"),
      (Texts{R"("t")"}));
}

TEST(ChatStreamEncoder, WritesProofsOfOtherProtocolsAsDetails) {
  PartEnd end = part_end(0);
  end.proof.signature = "s";
  const Texts chunks = encoded({start("r", "m"), part(0, PartKind::kReasoning), delta(0, "t"), end});
  EXPECT_EQ(at(chunks.back(), "choices.0.delta.reasoning_details.0.signature"), R"("s")");
}

TEST(ChatStreamEncoder, WritesRefusals) {
  EXPECT_EQ(
      at(encoded({start("r", "m"), part(0, PartKind::kRefusal), delta(0, "no")}).back(), "choices.0.delta"),
      R"({"refusal":"no"})");
}

TEST(ChatStreamEncoder, WritesTheUsageOnceBeforeTheEndWhereAsked) {
  UsageTold early, late;
  early.usage.input = 1;
  late.usage.output = 2;
  const Events events{start("r", "m"), early, finish(FinishReason::kStop), late, End{}};
  const Texts chunks = encoded(events);
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(at(chunks[2], "choices"), "[]");
  EXPECT_EQ(at(chunks[2], "usage"), R"({"prompt_tokens":1,"completion_tokens":2,"total_tokens":3})");
  EXPECT_TRUE(at_each(encoded(events, false, false), "usage").empty());
}

TEST(ChatStreamEncoder, WritesWordsOfItsOwnOnly) {
  const auto word = [](FinishReason reason, const char* told, bool same) {
    const Texts chunks = encoded({start("r", "m"), finish(reason, told), End{}}, same);
    return at(chunks[chunks.size() - 2], "choices.0.finish_reason");
  };
  EXPECT_EQ(word(FinishReason::kStop, "eos", true), R"("stop")");
  EXPECT_EQ(word(FinishReason::kUnknown, "odd", true), R"("stop")");
  EXPECT_EQ(word(FinishReason::kCalls, "function_call", true), R"("tool_calls")") << "as the call is written";
  EXPECT_EQ(word(FinishReason::kCalls, "stop", true), R"("tool_calls")");
  EXPECT_EQ(word(FinishReason::kLength, "max_tokens", false), R"("length")");
}

TEST(ChatStreamEncoder, WritesOneFinishForOtherProtocols) {
  const Texts chunks =
      encoded({start("r", "m"), finish(FinishReason::kStop, "end_turn"), part(0, PartKind::kText),
               delta(0, "late"), part_end(0), finish(FinishReason::kLength, "max_tokens"), End{}});
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(at(chunks[1], "choices.0.delta.content"), R"("late")");
  EXPECT_EQ(at(chunks[2], "choices.0.finish_reason"), R"("length")") << "the last, behind the text";
  const Texts broken = encoded({start("r", "m"), finish(FinishReason::kStop, "end_turn"), Failure{}});
  ASSERT_EQ(broken.size(), 3U) << "it is not lost at an error";
  EXPECT_EQ(at(broken[1], "choices.0.finish_reason"), R"("stop")");
}

TEST(ChatStreamEncoder, WritesFreeTextAsAFunctionForOtherProtocols) {
  Call custom = whole_call("a", "p", "te\"xt");
  custom.custom = true;
  EXPECT_EQ(at(encoded({start("r", "m"), custom}).back(), "choices.0.delta.tool_calls.0.function"),
            R"({"name":"p","arguments":"{\"input\":\"te\\\"xt\"}"})");
  EXPECT_EQ(at(encoded({start("r", "m"), custom}, true).back(), "choices.0.delta.tool_calls.0.custom"),
            R"({"name":"p","input":"te\"xt"})");
}

TEST(ChatStreamEncoder, WritesExtrasForItsOwnProtocolOnly) {
  Start begun = start("r", "m");
  begun.extras = {{"system_fingerprint", json::Value("fp")}};
  Delta piece = delta(0, "x");
  piece.extras = {{"odd", json::Value(true)}};
  const Events events{begun, part(0, PartKind::kText), piece};
  EXPECT_EQ(at(encoded(events, true).back(), "system_fingerprint"), R"("fp")");
  EXPECT_EQ(at(encoded(events, true).back(), "choices.0.delta.odd"), "true");
  EXPECT_EQ(at(encoded(events).back(), "system_fingerprint"), "-");
  EXPECT_EQ(at(encoded(events).back(), "choices.0.delta.odd"), "-");
}

TEST(ChatStreamEncoder, WritesAnErrorAndNothingBehindTheEnd) {
  Failure failure;
  failure.error.message = "m";
  const Texts chunks = encoded({start("r", "m"), failure, End{}, whole_call("a", "f", "{}")});
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(at(chunks[1], "error.message"), R"("m")");
  EXPECT_EQ(chunks[2], "[DONE]");
}

TEST(ChatStreamEncoder, AlwaysHasAnId) { EXPECT_NE(at(encoded({start("", "m")})[0], "id"), R"("")"); }

}  // namespace
}  // namespace argwright::protocol::chat
