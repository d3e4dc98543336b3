#include "protocol/messages/reply_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "protocol/fields.h"
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
  EXPECT_EQ(testing::only<CallPiece>(events)[1].arguments, R"({"x":1})") << "whole in its start";
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
  EXPECT_EQ(codes({R"({"type":"message_start","message":{"role":"assistant","content":[]}})"}),
            (Texts{"usage_missing"}));
  const char* const kUsage = R"("usage":{"input_tokens":3,"output_tokens":1})";
  const auto start_with = [&](const std::string& members) {
    const std::string text = R"({"type":"message_start","message":{)" + members + kUsage + "}}";
    return codes({text.c_str()});
  };
  EXPECT_EQ(start_with(R"("content":[],)"), (Texts{"role_missing"}));
  EXPECT_EQ(start_with(R"("role":"assistant",)"), (Texts{"content_kind"})) << "clients add blocks to it";
  EXPECT_EQ(start_with(R"("role":"assistant","content":null,)"), (Texts{"content_kind"}));
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
          R"({"id":"r","type":"message","role":"assistant","model":"m","content":"hi","usage":{"input_tokens":1,"output_tokens":2}})"),
      (Texts{"start r m", "usage 1 2", "mended content_kind", "[0.0 text", "0.0 hi", "0.0]"}));
  const std::string call = body(
      R"({"id":"r","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"functions.f:0","name":"f","input":{}}],"usage":{"input_tokens":1,"output_tokens":2}})")
      [2];
  EXPECT_EQ(call, "mended call_id") << "the protocol does not allow it";
  EXPECT_EQ(
      body(
          R"({"id":"r","type":"message","role":"assistant","model":"m","content":[null,{"type":"thinking","thinking":"t"}]})"),
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
          R"({"id":"r","type":"message","role":"assistant","model":"m","odd":1,"content":[{"type":"thinking","thinking":"t","signature":"s"},)"
          R"({"type":"text","text":"hi"},{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use",)"
          R"("usage":{"input_tokens":3,"output_tokens":4}})"),
      events);
  reader.end(true, events);
  EXPECT_EQ(shown(events),
            (Texts{"start r m", "usage 3 4", "[0.0 reasoning", "0.0 t", "0.0]", "[0.1 text", "0.1 hi", "0.1]",
                   "piece 0 a f {}", "piece 0    ended", "finish 0 calls", "end"}));
  EXPECT_EQ(json::write(std::get<Start>(events[0]).extras), R"({"odd":1})");
}

// What became of one call: its pieces, put together as they came.
struct Told {
  std::string id, name, arguments;
  bool ended = false;
  bool operator==(const Told&) const = default;
};
std::vector<Told> calls(const Events& events) {
  std::vector<Told> told;
  for (const CallPiece& piece : testing::only<CallPiece>(events)) {
    const auto number = static_cast<std::size_t>(piece.index.value_or(0));
    if (told.size() <= number) told.resize(number + 1);
    if (!piece.id.empty()) told[number].id = piece.id;
    if (!piece.name.empty()) told[number].name = piece.name;
    told[number].arguments += piece.arguments;
    told[number].ended = told[number].ended || piece.ended;
  }
  return told;
}

std::string text(const Events& events) {
  std::string all;
  for (const Delta& delta : testing::only<Delta>(events)) all += delta.text;
  return all;
}

std::string block_start(int index, const std::string& block) {
  return R"({"type":"content_block_start","index":)" + std::to_string(index) + R"(,"content_block":)" +
         block + "}";
}
std::string input_delta(int index, const std::string& quoted) {
  return R"({"type":"content_block_delta","index":)" + std::to_string(index) +
         R"(,"delta":{"type":"input_json_delta","partial_json":)" + quoted + "}}";
}
std::string block_stop(int index) {
  return R"({"type":"content_block_stop","index":)" + std::to_string(index) + "}";
}
Events read_all(const std::vector<std::string>& all) {
  std::vector<const char*> texts{kStart};
  for (const std::string& one : all) texts.push_back(one.c_str());
  return read(texts);
}
const std::string kTool = R"({"type":"tool_use","id":"a","name":"f","input":{}})";
const std::vector<Told> kWhole{{"a", "f", R"({"x":1})", true}};

TEST(MessagesReplyReader, TakesTheInputOfDeltasBeforeThatOfTheStart) {
  const std::string filled = R"({"type":"tool_use","id":"a","name":"f","input":{"x":""}})";
  const std::string number = R"({"type":"tool_use","id":"a","name":"f","input":0})";
  const std::string whole = input_delta(0, R"("{\"x\":1}")");
  EXPECT_EQ(calls(read_all({block_start(0, filled), whole, block_stop(0)})), kWhole);
  EXPECT_EQ(calls(read_all({block_start(0, number), whole, block_stop(0)})), kWhole);
  EXPECT_EQ(calls(read_all({block_start(0, filled), input_delta(0, R"("")"), block_stop(0)})),
            (std::vector<Told>{{"a", "f", R"({"x":""})", true}}));
}

TEST(MessagesReplyReader, TakesArgumentsForTheInput) {
  const std::string block = R"({"type":"tool_use","id":"a","name":"f","arguments":"{\"x\":1}"})";
  EXPECT_EQ(calls(read_all({block_start(0, block), block_stop(0)})), kWhole);
}

std::string block_delta(int index, const std::string& delta) {
  return R"({"type":"content_block_delta","index":)" + std::to_string(index) + R"(,"delta":)" + delta + "}";
}

TEST(MessagesReplyReader, ReadsDeltasInOtherWords) {
  const std::string thinking = R"({"type":"thinking","thinking":""})";
  for (const std::string delta :
       {R"({"type":"reasoning_content","reasoning_content":"hm"})",
        R"({"type":"thinking_delta","text":"hm"})", R"({"type":"vendor_delta","text":"hm"})",
        R"({"content":"hm"})", R"("hm")"}) {
    const Events events = read_all({block_start(0, thinking), block_delta(0, delta), block_stop(0)});
    EXPECT_EQ(text(events), "hm") << delta;
    ASSERT_EQ(testing::only<PartStart>(events).size(), 1U) << delta;
    EXPECT_EQ(testing::only<PartStart>(events)[0].kind, PartKind::kReasoning) << delta;
  }
  EXPECT_EQ(text(read_all({block_start(0, R"({"type":"text","text":""})"),
                           R"({"type":"content_block_delta","index":0,"text":"hm"})"})),
            "hm")
      << "no delta but in the event";
  EXPECT_EQ(calls(read_all({block_start(0, kTool),
                            block_delta(0, R"({"type":"input_json_delta","input":"{\"x\""})"),
                            block_delta(0, R"({"type":"json_delta","arguments":":1}"})"), block_stop(0)})),
            kWhole);
}

// What nobody can read must not leave `{}` behind.
TEST(MessagesReplyReader, TakesACallForCutOffWhoseInputItCannotRead) {
  const auto is_cut_off = [](const std::string& delta) {
    const Events events = read_all({block_start(0, kTool), block_delta(0, delta), block_stop(0)});
    const auto pieces = testing::only<CallPiece>(events);
    return std::ranges::any_of(pieces, [](const CallPiece& piece) { return piece.cut_off; });
  };
  EXPECT_TRUE(is_cut_off(R"({"type":"input_json_delta","payload":"{\"x\":1}"})"));
  EXPECT_TRUE(is_cut_off(R"({"type":"vendor_delta","payload":"{\"x\":1}"})"));
  EXPECT_FALSE(is_cut_off(R"({"type":"input_json_delta"})"));
  EXPECT_FALSE(is_cut_off(R"({"type":"input_json_delta","id":"a","partial_json":""})"));
}

// Their deltas are their own.
TEST(MessagesReplyReader, LeavesTheDeltasOfOtherBlocksAlone) {
  const Events events =
      read_all({block_start(0, R"({"type":"compaction","content":null})"),
                block_delta(0, R"({"type":"compaction_delta","content":"c"})"), block_stop(0)});
  ASSERT_EQ(testing::only<Other>(events).size(), 1U);
  EXPECT_EQ(json::write(testing::only<Other>(events)[0].data),
            R"({"type":"compaction_delta","content":"c"})");
}

TEST(MessagesReplyReader, ReadsManyOpenBlocksInLinearTime) {
  // Looking through all that are open for each of them would take minutes.
  ReplyReader reader;
  Events events;
  constexpr int kBlocks = 100'000;
  for (int i = 0; i < kBlocks; ++i) {
    reader.read("content_block_start", parsed(block_start(i, R"({"type":"text","text":""})")), events);
  }
  EXPECT_EQ(testing::only<PartStart>(events).size(), std::size_t{kBlocks});
}

TEST(MessagesReplyReader, TakesTheInputThatOnlyTheStopTells) {
  const std::string named =
      R"({"type":"content_block_stop","index":0,"content_block":{"type":"tool_use","arguments":"{\"x\":1}"}})";
  EXPECT_EQ(calls(read_all({block_start(0, kTool), named})), kWhole);
  const std::string stop =
      R"({"type":"content_block_stop","index":0,"content_block":{"type":"tool_use","input":{"x":1}}})";
  EXPECT_EQ(calls(read_all({block_start(0, kTool), stop})), kWhole);
  EXPECT_EQ(calls(read_all({block_start(0, kTool), input_delta(0, R"("{\"x\":1}")"), stop})), kWhole);
  // The end of a text that nothing began, all blocks having one index, was taken for its end.
  const std::string text_stop = R"({"type":"content_block_stop","index":0,"content_block":{"type":"text"}})";
  EXPECT_EQ(calls(read_all({block_start(0, kTool), text_stop, stop})), kWhole);
  EXPECT_EQ(calls(read_all({block_start(0, kTool), input_delta(0, R"("{\"x\":1}")"), text_stop, stop})),
            kWhole)
      << "once";
}

TEST(MessagesReplyReader, KnowsACallThatBeginsOnceMore) {
  const std::string nameless = R"({"type":"tool_use","id":"a","name":"","input":{}})";
  const std::string first = input_delta(0, R"("{\"x\"")");
  const std::string second = input_delta(0, R"(":1}")");
  for (const std::string& begun : {kTool, nameless}) {
    EXPECT_EQ(calls(read_all({block_start(0, begun), block_start(0, kTool), first, second, block_stop(0)})),
              kWhole);
    EXPECT_EQ(calls(read_all({block_start(0, begun), first, block_start(0, kTool), second, block_stop(0)})),
              kWhole);
  }
  EXPECT_EQ(calls(read_all({first, block_start(0, kTool), second, block_stop(0)})), kWhole);
  const std::string other = R"({"type":"tool_use","id":"b","name":"f","input":{}})";
  EXPECT_EQ(calls(read_all({block_start(0, kTool), block_start(0, other)})).size(), 2U);
}

TEST(MessagesReplyReader, TakesInputBehindTheEndOfItsBlock) {
  EXPECT_EQ(calls(read_all({block_start(0, kTool), input_delta(0, R"("{\"x\"")"), block_stop(0),
                            input_delta(0, R"(":1}")")})),
            kWhole);
}

TEST(MessagesReplyReader, DropsCallsThatWaitWhenAnotherMessageBegins) {
  const auto abandoned = [](const std::string& id) {
    const Events events = read_all(
        {block_start(0, kTool), input_delta(0, R"("{\"x\":1")"), block_stop(0),
         R"({"type":"message_start","message":{"role":"assistant","content":[],"id":")" + id + R"("}})"});
    const auto pieces = testing::only<CallPiece>(events);
    return pieces.back().abandoned;
  };
  EXPECT_TRUE(abandoned("s"));
  EXPECT_FALSE(abandoned("r")) << "the same once more";
}

// Servers that count the calls of their deltas apart from the blocks.
TEST(MessagesReplyReader, TakesADeltaThatFitsNoOtherForTheBlockAtHand) {
  const std::string words = R"({"type":"text","text":""})";
  for (const bool is_closed : {true, false}) {
    std::vector<std::string> all{block_start(0, words), kTextDelta};
    if (is_closed) all.push_back(block_stop(0));
    for (const std::string& one :
         {block_start(1, kTool), input_delta(0, R"("{\"x\"")"), input_delta(0, R"(":1}")"), block_stop(1)}) {
      all.push_back(one);
    }
    const Events events = read_all(all);
    EXPECT_EQ(calls(events), kWhole);
    EXPECT_EQ(text(events), "hi");
  }
  const Events two = read_all({block_start(0, kTool), block_stop(0),
                               block_start(1, R"({"type":"tool_use","id":"b","name":"g","input":{}})"),
                               input_delta(0, R"("{}")"), block_stop(1)});
  EXPECT_EQ(calls(two)[1].arguments, "{}") << "not that of a call whose block has ended";
}

// Deltas and stops that count from another number than the starts.
TEST(MessagesReplyReader, EndsTheBlockAtHandWhereNoneIsNamed) {
  const std::string other = R"({"type":"tool_use","id":"b","name":"g","input":{}})";
  const std::string input = R"("{\"x\":1}")";
  const Events events = read_all({block_start(1, kTool), input_delta(0, input), block_stop(0),
                                  block_start(2, other), input_delta(1, input), block_stop(1)});
  EXPECT_EQ(calls(events), (std::vector<Told>{kWhole[0], {"b", "g", R"({"x":1})", true}}));
  // An end that is told twice costs nothing either.
  EXPECT_EQ(calls(read_all({block_start(0, kTool), input_delta(0, R"("{\"x\"")"), block_stop(7),
                            input_delta(0, R"(":1}")"), block_stop(0)})),
            kWhole);
}

// Calls that are open at once: whose index deltas have told does not end by another one.
TEST(MessagesReplyReader, EndsNoBlockAtHandThatDeltasHaveNamed) {
  const std::string other = R"({"type":"tool_use","id":"b","name":"g","input":{}})";
  const Events events =
      read_all({block_start(0, kTool), input_delta(0, R"("{\"x\"")"), block_stop(7), block_start(1, other),
                input_delta(0, R"(":1}")"), block_stop(0), input_delta(1, R"("{}")"), block_stop(1)});
  EXPECT_EQ(calls(events), (std::vector<Told>{kWhole[0], {"b", "g", "{}", true}}));
}

TEST(MessagesReplyReader, TakesInputBehindTheEndBeforeThatOfTheStart) {
  const std::string filled = R"({"type":"tool_use","id":"a","name":"f","input":{"x":1}})";
  const Events events = read_all({block_start(0, filled), block_stop(7), input_delta(0, R"("{\"x\"")"),
                                  input_delta(0, R"(":1}")"), block_stop(0)});
  Texts replacing;
  for (const CallPiece& one : testing::only<CallPiece>(events)) {
    if (one.replaces) replacing.push_back(one.arguments);
  }
  EXPECT_EQ(replacing, (Texts{R"({"x")"})) << "the first of them";
}

TEST(MessagesReplyReader, TakesABlockWithTheIdAndNameOfACallForThatOneOnceMore) {
  const auto repeats = [](const std::string& block) {
    const Events events = read_all({block_start(0, kTool), input_delta(0, R"("{}")"), block_stop(0),
                                    block_start(1, block), input_delta(1, R"("{}")"), block_stop(1)});
    const auto pieces = testing::only<CallPiece>(events);
    return std::any_of(pieces.begin(), pieces.end(), [](const CallPiece& one) { return one.may_repeat; });
  };
  EXPECT_TRUE(repeats(kTool));
  EXPECT_FALSE(repeats(R"({"type":"tool_use","id":"b","name":"f","input":{}})"));
  EXPECT_FALSE(repeats(R"({"type":"tool_use","id":"a","name":"g","input":{}})"));
  EXPECT_FALSE(repeats(R"({"type":"tool_use","name":"f","input":{}})"));
}

TEST(MessagesReplyReader, KeepsTextThatCameForACall) {
  const Events events = read_all({block_start(0, kTool), input_delta(0, R"("{\"x\"")"), kTextDelta,
                                  input_delta(0, R"(":1}")"), kTextDelta, block_stop(0)});
  EXPECT_EQ(calls(events), kWhole);
  EXPECT_EQ(text(events), "hihi");
  EXPECT_EQ(testing::only<PartStart>(events).size(), 1U);
}

TEST(MessagesReplyReader, KnowsBlocksAndDeltasByTheirMembers) {
  EXPECT_EQ(
      calls(read_all({block_start(0, R"({"id":"a","name":"f","input":{}})"),
                      R"({"type":"content_block_delta","index":0,"delta":{"partial_json":"{\"x\":1}"}})",
                      block_stop(0)})),
      kWhole);
  for (const char* const delta : {R"({"text":"hi"})", R"({"type":"text","text":"hi"})"}) {
    const Events events =
        read_all({block_start(0, R"({"text":""})"),
                  R"({"type":"content_block_delta","index":0,"delta":)" + std::string(delta) + "}"});
    EXPECT_EQ(text(events), "hi") << delta;
    EXPECT_EQ(testing::only<PartStart>(events)[0].kind, PartKind::kText);
  }
  EXPECT_EQ(text(read_all({block_start(0, "{}"), kTextDelta})), "hi");
}

TEST(MessagesReplyReader, JoinsASignatureInPieces) {
  const std::string thinking = block_start(0, R"({"type":"thinking","thinking":"","signature":""})");
  const auto signature_of = [&](const std::vector<std::string>& pieces) {
    std::vector<std::string> all{thinking};
    for (const std::string& piece : pieces) {
      all.push_back(
          R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":")" +
          piece + R"("}})");
    }
    const Events events = read_all(all);
    return testing::only<PartEnd>(events)[0].proof.signature;
  };
  EXPECT_EQ(signature_of({"si", "gn"}), "sign");
  EXPECT_EQ(signature_of({"si", "sign"}), "sign") << "told from its beginning";
  EXPECT_EQ(signature_of({"sign", "sign"}), "sign");
  EXPECT_EQ(signature_of({"sign", ""}), "sign");
}

TEST(MessagesReplyReader, PutsNoTextIntoHiddenThinking) {
  const std::string delta =
      R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"why"}})";
  const Events events =
      read_all({block_start(0, R"({"type":"redacted_thinking","data":"d"})"), delta, delta, block_stop(0)});
  const auto ends = testing::only<PartEnd>(events);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].proof.encrypted, "d");
  EXPECT_TRUE(ends[1].proof.empty());
  EXPECT_EQ(text(events), "whywhy");
}

// Clients cannot tell two open blocks apart.
TEST(MessagesReplyReader, EndsABlockItDoesNotKnowBeforeAnother) {
  const std::string odd = R"({"type":"server_tool_use","id":"s"})";
  const std::string words = R"({"type":"text","text":""})";
  Texts texts = shown(read_all({block_start(0, odd), block_start(1, words), input_delta(0, R"("{}")")}));
  std::erase_if(texts, [](const std::string& one) { return one.starts_with("mended"); });
  EXPECT_EQ(texts,
            (Texts{"start r m", "usage 3 1", "[0.0 opaque", "0.0]", "[0.1 text", "0.1]", "end broken"}));
  texts = shown(read_all({block_start(0, words), block_start(1, odd), block_stop(1), kTextDelta}));
  std::erase_if(texts, [](const std::string& one) { return one.starts_with("mended"); });
  EXPECT_EQ(texts, (Texts{"start r m", "usage 3 1", "[0.0 text", "0.0]", "[0.1 opaque", "0.1]", "[0.2 text",
                          "0.2 hi", "0.2]", "end broken"}));
}

TEST(MessagesReplyReader, FindsTheStopReasonWhereverItStands) {
  const auto reason = [](const std::vector<std::string>& all) {
    const auto told = testing::only<Finish>(read_all(all));
    return told.size() == 1 ? told[0].word : "(" + std::to_string(told.size()) + ")";
  };
  EXPECT_EQ(reason({R"({"type":"message_delta","stop_reason":"max_tokens"})"}), "max_tokens");
  EXPECT_EQ(reason({R"({"type":"message_stop","stop_reason":"max_tokens"})"}), "max_tokens");
  EXPECT_EQ(reason({R"({"type":"message_stop","message":{"stop_reason":"max_tokens"}})"}), "max_tokens");
  const std::string begun =
      R"({"type":"message_start","message":{"role":"assistant","content":[],"stop_reason":"max_tokens"}})";
  EXPECT_EQ(reason({begun, kMessageStop}), "max_tokens");
  EXPECT_EQ(reason({begun, kEndTurn, kMessageStop}), "end_turn");
  EXPECT_EQ(reason({begun}), "(0)") << "the stream broke off";
}

TEST(MessagesReplyReader, LetsNobodyTakeTheStopReasonBack) {
  const Events events = read_all(
      {kEndTurn, R"({"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":12}})"});
  EXPECT_EQ(testing::only<Mended>(events)[0].code, "finish_repeated");
  EXPECT_EQ(testing::only<UsageTold>(events).back().usage.output, 12);
}

TEST(MessagesReplyReader, MendsStopReasonsOfOtherProtocols) {
  const auto codes = [](const std::string& word) {
    Texts found;
    for (const Mended& one :
         testing::only<Mended>(read_all({R"({"type":"message_delta","delta":{"stop_reason":")" + word +
                                             R"("},"usage":{"output_tokens":1}})",
                                         kMessageStop})))
      found.push_back(one.code);
    return found;
  };
  EXPECT_EQ(codes("length"), (Texts{"finish_word"}));
  EXPECT_EQ(codes("refusal"), Texts{});
  EXPECT_EQ(codes("of_next_year"), Texts{}) << "a client may know it";
}

TEST(MessagesReplyReader, KeepsWhatElseTheEndTells) {
  const Events events =
      read_all({R"({"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,"odd":1},)"
                R"("usage":{"output_tokens":1},"context_management":{"applied_edits":[]}})"});
  EXPECT_EQ(json::write(testing::only<Finish>(events)[0].extras),
            R"({"odd":1,"context_management":{"applied_edits":[]}})");
}

TEST(MessagesReplyReader, FindsUsageWhereverItStands) {
  const auto output = [](const std::string& event) {
    const Events events = read_all({event});
    return testing::only<UsageTold>(events).back().usage.output;
  };
  EXPECT_EQ(
      output(R"({"type":"message_delta","delta":{"stop_reason":"end_turn","usage":{"output_tokens":9}}})"),
      9);
  EXPECT_EQ(output(R"({"type":"message_stop","usage":{"output_tokens":9}})"), 9);
  const Events beside = read({R"({"type":"message_start","message":{},"usage":{"input_tokens":7}})"});
  EXPECT_EQ(testing::only<UsageTold>(beside)[0].usage.input, 7);
  const Events nulls =
      read_all({R"({"type":"message_delta","delta":{},"usage":{"input_tokens":null,"output_tokens":9}})"});
  EXPECT_EQ(json::write(testing::only<UsageTold>(nulls).back().usage.source),
            R"({"input_tokens":3,"output_tokens":9})");
}

TEST(MessagesReplyReader, TakesErrorsInAnyEventAsFailures) {
  const auto fails = [](std::string_view name, const char* data) {
    ReplyReader reader;
    Events events;
    reader.read(name, parsed(data), events);
    return testing::only<Failure>(events).size() == 1;
  };
  EXPECT_TRUE(fails("error", R"({"type":"overloaded_error","message":"m"})"));
  EXPECT_TRUE(fails("error", R"("busy")"));
  EXPECT_TRUE(fails("message_delta", R"({"type":"message_delta","delta":{},"error":{"message":"m"}})"));
  EXPECT_TRUE(fails("message_delta", R"({"type":"message_delta","base_resp":{"status_code":1002}})"));
  EXPECT_FALSE(fails("message_delta", R"({"type":"message_delta","delta":{},"error":null})"));
  EXPECT_FALSE(fails("message_delta", R"({"type":"message_delta","base_resp":{"status_code":0}})"));
}

TEST(MessagesReplyReader, DropsEventsThatDoNotSayWhatTheyAre) {
  for (const char* const data : {"null", "[]", "{}", R"({"choices":[]})"}) {
    ReplyReader reader;
    Events events;
    reader.read("", parsed(data), events);
    EXPECT_EQ(shown(events), (Texts{"mended type_missing"})) << data;
  }
}

TEST(MessagesReplyReader, ReadsAWholeMessageInAStream) {
  EXPECT_EQ(shown(read({R"({"type":"message","id":"r","model":"m","role":"assistant","content":[)"
                        R"({"type":"text","text":"hi"}],"stop_reason":"end_turn",)"
                        R"("usage":{"input_tokens":3,"output_tokens":4}})"})),
            (Texts{"mended message_in_stream", "start r m", "usage 3 4", "[0.0 text", "0.0 hi", "0.0]",
                   "finish 0 stop", "end"}));
}

TEST(MessagesReplyReader, ReadsContentThatIsNoListOfBlocks) {
  const auto text_in = [](const std::string& content) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(R"({"type":"message","role":"assistant","content":)" + content + "}"), events);
    return text(events);
  };
  EXPECT_EQ(text_in(R"({"type":"text","text":"hi"})"), "hi");
  EXPECT_EQ(text_in(R"(["h","i"])"), "hi");
  EXPECT_EQ(text_in(R"([{"text":"hi"}])"), "hi");
  EXPECT_EQ(text(read({R"({"type":"message_start","message":{"content":"hi"}})"})), "hi");
}

// A limit within an input leaves an empty one (L8).
TEST(MessagesReplyReader, TakesNoEmptyInputFromTheEndOfABodyThatWasCutOff) {
  const auto arguments = [](const std::string& reason, const std::string& behind) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(R"({"type":"message","role":"assistant","stop_reason":")" + reason +
                            R"(","content":[)" + kTool + behind + "]}"),
                     events);
    return calls(events)[0].arguments;
  };
  EXPECT_EQ(arguments("tool_use", ""), "{}");
  EXPECT_EQ(arguments("max_tokens", ""), "");
  EXPECT_EQ(arguments("max_tokens", R"(,{"type":"text","text":"hi"})"), "{}");
}

// Wherever the input stands, and whatever the reason is called.
TEST(MessagesReplyReader, TakesNoEmptyInputOfForeignCallsThatWereCutOff) {
  const auto arguments = [](const std::string& members) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(R"({"type":"message","role":"assistant",)" + members + "}"), events);
    return calls(events)[0].arguments;
  };
  const std::string limit = R"("finish_reason":"length",)";
  const std::string block = R"("content":[{"type":"function","id":"a","name":"f","arguments":{}}])";
  const std::string beside =
      R"("content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":{}}}])";
  EXPECT_EQ(arguments(block), "{}");
  EXPECT_EQ(arguments(limit + block), "");
  EXPECT_EQ(arguments(beside), "{}");
  EXPECT_EQ(arguments(limit + beside), "");
}

// Of a message that begins with a call, and these events behind its beginning.
Events behind_a_call(const std::vector<const char*>& rest) {
  std::vector<const char*> all = {
      R"({"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}})",
      R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}})"};
  all.insert(all.end(), rest.begin(), rest.end());
  ReplyReader reader;
  Events events;
  for (const char* event : all) {
    const json::Value data = parsed(event);
    reader.read(text_at(data, "type"), data, events);
  }
  return events;
}

// One without a text has ended with the stop reason, whatever its block forgets to say.
TEST(MessagesReplyReader, EndsACallWithoutInputWithTheStopReason) {
  const Events events = behind_a_call(
      {R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":2}})"});
  EXPECT_TRUE(std::ranges::any_of(events, [](const Event& event) {
    const auto* const piece = std::get_if<CallPiece>(&event);
    return piece != nullptr && piece->ended;
  }));
}

// Behind the stop reason, from a converter that tells it too early.
TEST(MessagesReplyReader, GoesOnWithACallBehindTheStopReason) {
  const Events events = behind_a_call(
      {R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\""}})",
       R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":2}})",
       R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}})",
       R"({"type":"content_block_stop","index":0})"});
  std::string input;
  bool has_finished = false;
  for (const Event& event : events) {
    has_finished = has_finished || std::holds_alternative<Finish>(event);
    const auto* const piece = std::get_if<CallPiece>(&event);
    if (piece == nullptr) continue;
    input += piece->arguments;
    EXPECT_FALSE(piece->ended && !input.ends_with('}')) << "half of it has not ended";
  }
  EXPECT_TRUE(has_finished);
  EXPECT_EQ(input, R"({"x":1})");
}

TEST(MessagesReplyReader, TakesAnEmptyListForAnInputWithoutMembers) {
  ReplyReader reader;
  Events events;
  reader.read_body(
      parsed(R"({"type":"message","content":[{"type":"tool_use","id":"a","name":"f","input":[]}]})"), events);
  EXPECT_EQ(calls(events)[0].arguments, "{}");
}

TEST(MessagesReplyReader, ReadsTheFinishReasonOfOpenAI) {
  ReplyReader reader;
  Events events;
  reader.read_body(parsed(R"({"type":"message","content":[],"finish_reason":"length"})"), events);
  const auto told =
      std::ranges::find_if(events, [](const Event& event) { return std::holds_alternative<Finish>(event); });
  ASSERT_NE(told, events.end());
  EXPECT_EQ(std::get<Finish>(*told).reason, FinishReason::kLength);
}

TEST(MessagesReplyReader, TakesABodyThatIsNoMessageAsAFailure) {
  for (const char* body : {"[]", "null", "{}", R"({"choices":[]})", R"({"error":"m"})",
                           R"({"type":"error","error":{"message":"m"}})"}) {
    ReplyReader reader;
    Events events;
    reader.read_body(parsed(body), events);
    ASSERT_EQ(events.size(), 1U) << body;
    EXPECT_TRUE(std::holds_alternative<Failure>(events[0])) << body;
  }
}

}  // namespace
}  // namespace argwright::protocol::messages
