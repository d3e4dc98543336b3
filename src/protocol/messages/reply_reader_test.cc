#include "protocol/messages/reply_reader.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::parsed;
using testing::shown;
using testing::Texts;

// Each by its own type as its name.
Events read(const std::vector<const char*>& all, bool ends = true) {
  ReplyReader reader;
  Events events;
  for (const char* text : all) {
    const json::Value data = parsed(text);
    const json::Value* type = data.find("type");
    reader.read(type != nullptr ? type->string() : "", data, events);
  }
  if (ends) reader.end(false, events);
  return events;
}

const char* const kStart =
    R"({"type":"message_start","message":{"id":"r","model":"m","role":"assistant","content":[],"usage":{"input_tokens":3,"output_tokens":1}}})";
const char* const kTextStart =
    R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})";
const char* const kTextDelta =
    R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}})";
const char* const kStop0 = R"({"type":"content_block_stop","index":0})";
const char* const kCallStart =
    R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}})";
const char* const kCallDelta =
    R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\""}})";
const char* const kEndTurn =
    R"({"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9}})";
const char* const kMessageStop = R"({"type":"message_stop"})";

TEST(MessagesReplyReader, ReadsText) {
  EXPECT_EQ(
      shown(read({kStart, kTextStart, kTextDelta, kStop0, kEndTurn, kMessageStop})),
      (Texts{"start r m", "usage 3 1", "[0.0 text", "0.0 hi", "0.0]", "finish 0 stop", "usage 3 9", "end"}));
}

TEST(MessagesReplyReader, ReadsCallsAndTheirEnds) {
  EXPECT_EQ(shown(read({kStart, kCallStart, kCallDelta, kStop0})),
            (Texts{"start r m", "usage 3 1", "piece 0 a f ", "piece 0   {\"x\"", "piece 0    ended",
                   "end broken"}));
}

TEST(MessagesReplyReader, NumbersCallsApartFromOtherBlocks) {
  const Events events = read(
      {kStart, kTextStart, kStop0,
       R"({"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"x":1}}})"});
  EXPECT_EQ(testing::only<CallPiece>(events)[0].index, 0);
  EXPECT_EQ(testing::only<CallPiece>(events)[0].arguments, R"({"x":1})") << "whole in its start";
}

TEST(MessagesReplyReader, ReadsThinkingAndItsProofs) {
  const Events events = read(
      {kStart,
       R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"why"}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}})",
       kStop0,
       R"({"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"d"}})",
       R"({"type":"content_block_stop","index":1})"});
  const auto ends = testing::only<PartEnd>(events);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].proof.signature, "s");
  EXPECT_EQ(ends[1].proof.encrypted, "d");
  EXPECT_EQ(testing::only<PartStart>(events)[1].kind, PartKind::kReasoning);
}

TEST(MessagesReplyReader, KeepsBlocksItDoesNotKnow) {
  const Events events = read(
      {kStart,
       R"({"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s"}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}})",
       kStop0, R"({"type":"ping"})"});
  EXPECT_EQ(shown(events), (Texts{"start r m", "usage 3 1", "[0.0 opaque", "other content_block_delta",
                                  "0.0]", "other ping", "end broken"}));
}

TEST(MessagesReplyReader, MendsBreaches) {
  EXPECT_EQ(shown(read({kStart, kTextDelta, kStop0})),
            (Texts{"start r m", "usage 3 1", "mended block_not_opened", "[0.0 text", "0.0 hi", "0.0]",
                   "end broken"}));
  EXPECT_EQ(shown(read({kStart, kStop0}))[2], "mended block_not_opened");
  EXPECT_EQ(shown(read({kStart, kTextStart, kEndTurn, kMessageStop})),
            (Texts{"start r m", "usage 3 1", "[0.0 text", "mended block_not_closed", "0.0]", "finish 0 stop",
                   "usage 3 9", "end"}));
  EXPECT_EQ(shown(read({kStart, kTextStart, kCallDelta}))[3], "mended delta_kind");
  EXPECT_EQ(shown(read({kStart, kEndTurn, kEndTurn}))[4], "mended finish_repeated");
  ReplyReader unnamed;
  Events events;
  unnamed.read("", parsed(R"({"type":"ping"})"), events);
  EXPECT_EQ(shown(events), (Texts{"mended event_name", "other ping"}))
      << "clients drop events without a name";
}

TEST(MessagesReplyReader, DropsWhatWasOpenWhenTheMessageBeginsAnew) {
  EXPECT_EQ(shown(read({kStart, kCallStart, kCallDelta, kStart}, false)),
            (Texts{"start r m", "usage 3 1", "piece 0 a f ", "piece 0   {\"x\"",
                   "mended message_start_repeated", "piece 0    abandoned", "usage 3 1"}));
}

TEST(MessagesReplyReader, TakesErrorsAsFailures) {
  EXPECT_EQ(shown(read({R"({"type":"error","error":{"type":"overloaded_error","message":"m"}})"})),
            (Texts{"failure 529", "end broken"}));
  EXPECT_EQ(shown(read({R"({"error":{"message":"m","code":429}})"})),
            (Texts{"mended event_name", "mended error_shape", "failure 429", "end broken"}));
}

// Clients count blocks by themselves.
TEST(MessagesReplyReader, MendsIndicesThatAreNotThoseOfThePlaces) {
  const Events missing = read(
      {kStart, R"({"type":"content_block_start","content_block":{"type":"text","text":""}})",
       R"({"type":"content_block_delta","delta":{"type":"text_delta","text":"hi"}})",
       R"({"type":"content_block_stop"})",
       R"({"type":"content_block_start","content_block":{"type":"tool_use","id":"a","name":"f","input":{}}})",
       R"({"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}})"},
      false);
  EXPECT_EQ(shown(missing),
            (Texts{"start r m", "usage 3 1", "mended index_missing", "[0.0 text", "mended index_missing",
                   "0.0 hi", "mended index_missing", "0.0]", "mended index_missing", "piece 0 a f ",
                   "mended index_missing", "piece 0   {}"}));
  const Events from_one =
      read({kStart, R"({"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}})"},
           false);
  EXPECT_EQ(shown(from_one), (Texts{"start r m", "usage 3 1", "mended index_not_dense", "[0.0 text"}));
}

TEST(MessagesReplyReader, TellsBlocksThatInterleaveOneAfterTheOther) {
  const Events events =
      read({kStart,
            R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}})",
            R"({"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}})",
            R"({"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"hi"}})",
            R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"why"}})",
            R"({"type":"content_block_stop","index":1})",
            R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}})",
            kStop0},
           false);
  Texts texts = shown(events);
  std::erase(texts, "mended block_not_closed");
  EXPECT_EQ(texts, (Texts{"start r m", "usage 3 1", "[0.0 reasoning", "0.0]", "[0.1 text", "0.1 hi", "0.1]",
                          "[0.2 reasoning", "0.2 why", "0.2]"}));
  EXPECT_EQ(testing::only<PartEnd>(events).back().proof.signature, "s");
}

TEST(MessagesReplyReader, TakesTextOfAnotherKindThanItsBlock) {
  EXPECT_EQ(
      shown(read(
          {kStart, kTextStart,
           R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"t"}})",
           kTextDelta},
          false)),
      (Texts{"start r m", "usage 3 1", "[0.0 text", "mended delta_kind", "0.0]", "[0.1 reasoning", "0.1 t",
             "mended delta_kind", "0.1]", "[0.2 text", "0.2 hi"}));
}

TEST(MessagesReplyReader, BeginsAndEndsAMessageThatDoesNot) {
  EXPECT_EQ(shown(read({kTextStart, kTextDelta, kStop0, kEndTurn})),
            (Texts{"mended message_start_missing", "start  ", "mended usage_missing", "[0.0 text", "0.0 hi",
                   "0.0]", "finish 0 stop", "usage -1 9", "mended message_stop_missing", "end broken"}));
}

TEST(MessagesReplyReader, MendsWhatClientsFailOn) {
  const auto codes = [](const std::vector<const char*>& all) {
    Texts found;
    for (const Mended& mended : testing::only<Mended>(read(all, false))) found.push_back(mended.code);
    return found;
  };
  EXPECT_EQ(codes({R"({"type":"message_start","message":{"id":"r"}})"}), (Texts{"usage_missing"}));
  EXPECT_EQ(codes({kStart, R"({"type":"message_delta","delta":{"stop_reason":"end_turn"}})"}),
            (Texts{"usage_missing"}));
  EXPECT_EQ(codes({kStart,
                   R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":"x"}})"}),
            (Texts{"text_in_start"}));
  EXPECT_EQ(
      codes({kStart,
             R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":null}})"}),
      (Texts{"text_missing"}));
}

TEST(MessagesReplyReader, TakesTheTypeFromTheName) {
  ReplyReader reader;
  Events events;
  reader.read("ping", parsed("{}"), events);
  EXPECT_EQ(shown(events), (Texts{"mended type_missing", "other ping"}));
  EXPECT_EQ(json::write(testing::only<Other>(events)[0].data), R"({"type":"ping"})");
}

TEST(MessagesReplyReader, TakesArgumentsThatAreNoText) {
  const Events events = read(
      {kStart, kCallStart,
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":{"x":1}}})"},
      false);
  EXPECT_EQ(testing::only<CallPiece>(events)[1].arguments, R"({"x":1})");
}

TEST(MessagesReplyReader, ReadsBodiesOfImitators) {
  const auto body = [](const char* text) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(text), events);
    return shown(events);
  };
  EXPECT_EQ(
      body(
          R"({"id":"r","type":"message","model":"m","content":"hi","usage":{"input_tokens":1,"output_tokens":2}})"),
      (Texts{"start r m", "usage 1 2", "mended content_kind", "[0.0 text", "0.0 hi", "0.0]"}));
  EXPECT_EQ(
      body(R"({"id":"r","type":"message","model":"m","content":[null,{"type":"thinking","thinking":"t"}]})"),
      (Texts{"start r m", "mended usage_missing", "mended block_missing", "mended signature_missing",
             "[0.0 reasoning", "0.0 t", "0.0]"}));
}

TEST(MessagesReplyReader, KeepsTheStopSequence) {
  const Events events = read(
      {kStart, R"({"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"###"}})"});
  EXPECT_EQ(testing::only<Finish>(events)[0].stop_sequence, "###");
}

TEST(MessagesReplyReader, ReadsABody) {
  ReplyReader reader;
  Events events;
  reader.read_body(
      parsed(
          R"({"id":"r","type":"message","model":"m","odd":1,"content":[{"type":"thinking","thinking":"t","signature":"s"},)"
          R"({"type":"text","text":"hi"},{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use",)"
          R"("usage":{"input_tokens":3,"output_tokens":4}})"),
      events);
  reader.end(true, events);
  EXPECT_EQ(shown(events),
            (Texts{"start r m", "usage 3 4", "[0.0 reasoning", "0.0 t", "0.0]", "[0.1 text", "0.1 hi", "0.1]",
                   "piece 0 a f {}", "piece 0    ended", "finish 0 calls", "end"}));
  EXPECT_EQ(json::write(std::get<Start>(events[0]).extras), R"({"odd":1})");
}

TEST(MessagesReplyReader, TakesABodyThatIsNoMessageAsAFailure) {
  for (const char* body : {"[]", "null", R"({"error":"m"})", R"({"type":"error","error":{"message":"m"}})"}) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(body), events);
    ASSERT_EQ(events.size(), 1U) << body;
    EXPECT_TRUE(std::holds_alternative<Failure>(events[0])) << body;
  }
}

}  // namespace
}  // namespace argwright::protocol::messages
