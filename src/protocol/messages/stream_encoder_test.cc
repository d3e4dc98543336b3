// The rules of a Messages stream that the official SDKs rely on (WIRE.md section 3).
#include "protocol/messages/stream_encoder.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::delta;
using testing::finish;
using testing::part;
using testing::part_end;
using testing::piece;
using testing::start;
using testing::Texts;
using testing::whole_call;

Texts encoded(const Events& events, bool same_protocol = false) {
  EncodeOptions options;
  options.same_protocol = same_protocol;
  MessagesStreamEncoder encoder(options);
  std::string out;
  for (const Event& event : events) encoder.encode(event, out);
  return testing::stream_events(out);
}

std::string block_start(int index, std::string_view block) {
  return R"(content_block_start {"type":"content_block_start","index":)" + std::to_string(index) +
         R"(,"content_block":)" + std::string(block) + "}";
}
std::string block_delta(int index, std::string_view body) {
  return R"(content_block_delta {"type":"content_block_delta","index":)" + std::to_string(index) +
         R"(,"delta":)" + std::string(body) + "}";
}
std::string block_stop(int index) {
  return R"(content_block_stop {"type":"content_block_stop","index":)" + std::to_string(index) + "}";
}
std::string stop(std::string_view reason) {
  return R"(message_delta {"type":"message_delta","delta":{"stop_reason":")" + std::string(reason) +
         R"(","stop_sequence":null},"usage":{"input_tokens":0,"output_tokens":0}})";
}
const std::string kHead =
    R"(message_start {"type":"message_start","message":{"id":"r","type":"message","role":"assistant","model":"m",)"
    R"("content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}})";
const std::string kEnd = R"(message_stop {"type":"message_stop"})";

TEST(MessagesStreamEncoder, WritesBlocksOneAfterAnother) {
  EXPECT_EQ(encoded({start("r", "m"), part(0, PartKind::kText), delta(0, "hi"), part_end(0),
                     whole_call("a", "f", "{\"x\":1}"), whole_call("b", "g", ""),
                     finish(FinishReason::kCalls), End{}}),
            (Texts{kHead, block_start(0, R"({"type":"text","text":""})"),
                   block_delta(0, R"({"type":"text_delta","text":"hi"})"), block_stop(0),
                   block_start(1, R"({"type":"tool_use","id":"a","name":"f","input":{}})"),
                   block_delta(1, R"({"type":"input_json_delta","partial_json":"{\"x\":1}"})"), block_stop(1),
                   block_start(2, R"({"type":"tool_use","id":"b","name":"g","input":{}})"),
                   block_delta(2, R"({"type":"input_json_delta","partial_json":"{}"})"), block_stop(2),
                   stop("tool_use"), kEnd}));
}

TEST(MessagesStreamEncoder, WritesTheSignatureOnceLastInItsBlock) {
  PartEnd end = part_end(0);
  end.proof.signature = "s";
  EXPECT_EQ(encoded({start("r", "m"), part(0, PartKind::kReasoning), delta(0, "why"), end}),
            (Texts{kHead, block_start(0, R"({"type":"thinking","thinking":"","signature":""})"),
                   block_delta(0, R"({"type":"thinking_delta","thinking":"why"})"),
                   block_delta(0, R"({"type":"signature_delta","signature":"s"})"), block_stop(0)}));
}

TEST(MessagesStreamEncoder, WritesHiddenReasoningAsRedacted) {
  PartEnd end = part_end(0);
  end.proof.encrypted = "d";
  EXPECT_EQ(encoded({start("r", "m"), part(0, PartKind::kReasoning), end}),
            (Texts{kHead, block_start(0, R"({"type":"redacted_thinking","data":"d"})"), block_stop(0)}));
}

TEST(MessagesStreamEncoder, WritesNoEmptyBlocks) {
  EXPECT_EQ(
      encoded({start("r", "m"), part(0, PartKind::kText), part_end(0), finish(FinishReason::kStop), End{}}),
      (Texts{kHead, stop("end_turn"), kEnd}));
}

TEST(MessagesStreamEncoder, EndsAReplyWithoutAFinishAsMaxTokens) {
  EXPECT_EQ(encoded({start("r", "m"), End{false}}), (Texts{kHead, stop("max_tokens"), kEnd}));
}

TEST(MessagesStreamEncoder, TellsTheTrueUsageAtTheEnd) {
  UsageTold usage;
  usage.usage.input = 10;
  usage.usage.cached = 4;
  usage.usage.output = 5;
  const Texts events =
      encoded({start("r", "m"), part(0, PartKind::kText), finish(FinishReason::kStop), usage, End{}});
  EXPECT_NE(events[1].find(R"("usage":{"input_tokens":6,"cache_read_input_tokens":4,"output_tokens":5})"),
            std::string::npos)
      << events[1];
}

TEST(MessagesStreamEncoder, WritesIdsThatTheGrammarAllows) {
  const Texts events = encoded({start("r", "m"), whole_call("functions.f:0", "f", "{}")});
  const std::string id = testing::at(events[1].substr(events[1].find('{')), "content_block.id");
  EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-\""),
            std::string::npos)
      << id;
  EXPECT_GT(id.size(), 2U);
}

TEST(MessagesStreamEncoder, WrapsFreeText) {
  Call custom = whole_call("a", "p", "text");
  custom.custom = true;
  EXPECT_EQ(encoded({start("r", "m"), custom})[2],
            block_delta(0, R"({"type":"input_json_delta","partial_json":"{\"input\":\"text\"}"})"));
}

TEST(MessagesStreamEncoder, WritesPiecesIntoOneBlock) {
  CallPiece last = piece(0, "", "", "}");
  last.ended = true;
  EXPECT_EQ(encoded({start("r", "m"), piece(0, "a", "f", "{"), last}),
            (Texts{kHead, block_start(0, R"({"type":"tool_use","id":"a","name":"f","input":{}})"),
                   block_delta(0, R"({"type":"input_json_delta","partial_json":"{"})"),
                   block_delta(0, R"({"type":"input_json_delta","partial_json":"}"})"), block_stop(0)}));
}

TEST(MessagesStreamEncoder, TakesTheFirstChoiceOnly) {
  Call other = whole_call("b", "g", "{}");
  other.choice = 1;
  EXPECT_EQ(
      encoded({start("r", "m"), part(0, PartKind::kText), delta(0, "a"), part(0, PartKind::kReasoning, 1),
               delta(0, "no", 1), delta(0, "b"), part_end(0, 1), other, finish(FinishReason::kCalls, "", 1),
               part_end(0), finish(FinishReason::kStop), End{}}),
      (Texts{kHead, block_start(0, R"({"type":"text","text":""})"),
             block_delta(0, R"({"type":"text_delta","text":"a"})"),
             block_delta(0, R"({"type":"text_delta","text":"b"})"), block_stop(0), stop("end_turn"), kEnd}));
}

TEST(MessagesStreamEncoder, WritesAnErrorByItsNameAndNothingBehindIt) {
  Failure failure;
  failure.error.status = 529;
  failure.error.message = "busy";
  EXPECT_EQ(encoded({start("r", "m"), part(0, PartKind::kText), failure, delta(0, "late"), End{}}),
            (Texts{kHead, R"(error {"type":"error","error":{"type":"overloaded_error","message":"busy"}})"}));
}

TEST(MessagesStreamEncoder, WritesWhatOnlyItsOwnProtocolKnows) {
  PartStart opaque = part(0, PartKind::kOpaque);
  opaque.opaque = testing::parsed(R"({"type":"server_tool_use","id":"s"})");
  const Events events{start("r", "m"), opaque,
                      Other{"content_block_delta", testing::parsed(R"({"type":"d"})"), 0}, part_end(0),
                      Other{"ping", testing::parsed(R"({"type":"ping"})"), std::nullopt}};
  EXPECT_EQ(encoded(events, true),
            (Texts{kHead, block_start(0, R"({"type":"server_tool_use","id":"s"})"),
                   block_delta(0, R"({"type":"d"})"), block_stop(0), R"(ping {"type":"ping"})"}));
  EXPECT_EQ(encoded(events), (Texts{kHead}));
}

// Passes blocks, then encodes events.
Texts passed_then_encoded(const std::vector<std::pair<std::string, Events>>& passed, const Events& events) {
  EncodeOptions options;
  options.same_protocol = true;
  MessagesStreamEncoder encoder(options);
  std::string out;
  for (const auto& [raw, told] : passed) {
    SseReader reader;
    reader.feed(raw);
    SseBlock block;
    EXPECT_TRUE(reader.next(block));
    encoder.pass(block, told, out);
  }
  for (const Event& event : events) encoder.encode(event, out);
  return testing::stream_events(out);
}

TEST(MessagesStreamEncoder, DropsWhatFollowsAnErrorThatPassed) {
  const std::string error = "event: error\ndata: {}\n\n";
  const std::string later = "event: content_block_start\ndata: {}\n\n";
  EXPECT_EQ(passed_then_encoded({{error, {Failure{}}}, {later, {}}}, {End{}}), (Texts{"error {}"}));
}

TEST(MessagesStreamEncoder, TellsCountsThatComeBehindTheEndThatPassed) {
  UsageTold counts;
  counts.usage.input = 3;
  counts.usage.output = 12;
  const Texts events =
      passed_then_encoded({{"event: message_start\ndata: {}\n\n", {start("r", "m")}},
                           {"event: message_delta\ndata: {}\n\n", {finish(FinishReason::kStop, "end_turn")}}},
                          {counts, End{}});
  ASSERT_EQ(events.size(), 4U);
  EXPECT_NE(events[2].find(R"("stop_reason":"end_turn")"), std::string::npos) << events[2];
  EXPECT_NE(events[2].find(R"("output_tokens":12)"), std::string::npos) << events[2];
}

TEST(MessagesStreamEncoder, WritesACitationOnceThoughItHasPassed) {
  const std::string raw =
      "event: content_block_delta\ndata: {\"delta\":{\"type\":\"citations_delta\",\"citation\":1}}\n\n";
  PartEnd end = part_end(0);
  end.annotations = {json::Value::integer(1), json::Value::integer(2)};
  const Texts events = passed_then_encoded({{"event: message_start\ndata: {}\n\n", {start("r", "m")}},
                                            {"data: {}\n\n", {part(0, PartKind::kText)}},
                                            {raw, {}}},
                                           {end});
  EXPECT_EQ(Texts(events.begin() + 3, events.end()),
            (Texts{block_delta(0, R"({"type":"citations_delta","citation":2})"), block_stop(0)}));
}

TEST(MessagesStreamEncoder, BeginsNoMessageForAPingBeforeIt) {
  EXPECT_EQ(encoded({Other{"ping", testing::parsed(R"({"type":"ping"})"), std::nullopt}, start("r", "m"),
                     part(0, PartKind::kText)},
                    true),
            (Texts{R"(ping {"type":"ping"})", kHead}));
}

TEST(MessagesStreamEncoder, WritesWhatElseTheEndTellsInItsPlace) {
  Finish told = finish(FinishReason::kStop, "end_turn");
  told.extras = {{"odd", json::Value::integer(1)}, {"context_management", json::Object{}}};
  const Texts events = encoded({start("r", "m"), told, End{}}, true);
  EXPECT_EQ(events[1],
            R"(message_delta {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,)"
            R"("odd":1},"usage":{"input_tokens":0,"output_tokens":0},"context_management":{}})");
}

}  // namespace
}  // namespace argwright::protocol::messages
