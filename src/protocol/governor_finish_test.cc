// How a reply ends: every finish reason with whole calls, with cut ones and with none; and replies that just
// stop.
#include <gtest/gtest.h>

#include "protocol/governed.h"

namespace argwright::protocol {
namespace {

using testing::finish;
using testing::governed;
using testing::Governed;
using testing::piece;
using testing::start;
using testing::Texts;

const char* const kWhole = R"({"x":1})";
const char* const kCut = R"({"x":"un)";

Events reply(std::vector<const char*> arguments, std::vector<Event> rest) {
  Events events{start("r", "m")};
  std::int64_t index = 0;
  for (const char* text : arguments) {
    events.emplace_back(piece(index, "c" + std::to_string(index), "f", text));
    ++index;
  }
  for (Event& event : rest) events.push_back(std::move(event));
  return events;
}

struct Row {
  FinishReason told;
  const char* none;   // without calls
  const char* whole;  // with a whole call
  const char* cut;    // with a call that was cut off
};

// A word that nobody knows may mean that the reply was cut off (L8).
TEST(GovernorFinish, DoesNotTakeAWordThatNobodyKnowsForAnEnd) {
  const auto ending = [](const char* arguments, const char* word) {
    return governed(reply({arguments}, {finish(FinishReason::kUnknown, word), End{}}));
  };
  const char* const without_brace = R"({"path":"a","content":"b")";
  EXPECT_EQ(ending(without_brace, "odd").calls(), Texts{});
  EXPECT_EQ(ending(without_brace, "odd").finish(), "length");
  EXPECT_EQ(ending("{'x':1}", "odd").calls(), Texts{});
  EXPECT_EQ(ending(kWhole, "odd").calls().size(), 1U);
  EXPECT_EQ(ending(without_brace, "").calls().size(), 1U) << "a body may forget to say why it ended";
}

TEST(GovernorFinish, FollowsTheCalls) {
  const Row rows[] = {
      {FinishReason::kStop, "stop", "calls", "length"},
      {FinishReason::kCalls, "stop", "calls", "length"},  // clients would wait for results, or ask again
      {FinishReason::kLength, "length", "length", "length"},
      {FinishReason::kFilter, "filter", "filter", "filter"},
      {FinishReason::kUnknown, "unknown", "calls", "length"},
      {FinishReason::kPause, "pause", "calls", "length"},
  };
  for (const Row& row : rows) {
    const auto ending = [&](std::vector<const char*> arguments) {
      return governed(reply(std::move(arguments), {finish(row.told, "word"), End{}}));
    };
    EXPECT_EQ(ending({}).finish(), row.none);
    EXPECT_EQ(ending({kWhole}).finish(), row.whole) << row.none;
    EXPECT_EQ(ending({kWhole}).calls().size(), 1U) << row.none;
    EXPECT_EQ(ending({kCut}).finish(), row.cut) << row.none;
    EXPECT_EQ(ending({kCut}).calls().size(), 0U) << "L8: " << row.none;
    EXPECT_EQ(ending({kWhole, kCut}).finish(), row.cut) << row.none;
    EXPECT_EQ(ending({kWhole, kCut}).calls(), (Texts{"call c0 f {\"x\":1}"})) << row.none;
    EXPECT_EQ(testing::only<Finish>(ending({kWhole}).events).size(), 1U) << "exactly one";
  }
}

TEST(GovernorFinish, TellsWhenItChangedTheReason) {
  const Governed changed = governed(reply({kWhole}, {finish(FinishReason::kStop, "stop"), End{}}));
  EXPECT_TRUE(changed.noted("finish_changed"));
  EXPECT_TRUE(changed.altered);
  const Governed same = governed(reply({kWhole}, {finish(FinishReason::kCalls, "tool_calls"), End{}}));
  EXPECT_FALSE(same.noted("finish_changed"));
  EXPECT_FALSE(same.altered);
}

// Missing closers are added to a finished text and to no other.
TEST(GovernorFinish, ClosesBracketsOnlyOfAFinishedReply) {
  const char* const open = R"({"x":[1)";
  EXPECT_EQ(governed(reply({open}, {finish(FinishReason::kCalls), End{}})).calls(),
            (Texts{R"(call c0 f {"x":[1]})"}));
  EXPECT_TRUE(governed(reply({open}, {finish(FinishReason::kLength), End{}})).calls().empty());
  EXPECT_TRUE(governed(reply({open}, {End{false}})).calls().empty());
}

TEST(GovernorFinish, KeepsAWithheldCallInTheReport) {
  const Governed result = governed(reply({kCut}, {finish(FinishReason::kLength, "length"), End{}}));
  ASSERT_EQ(result.report.calls.size(), 1U);
  EXPECT_EQ(result.report.calls[0].fate, Fate::kWithheld);
  EXPECT_EQ(result.report.calls[0].request()->raw_arguments, kCut);
  EXPECT_EQ(result.report.calls[0].request()->rejection, Rejection::kTruncated);
  EXPECT_TRUE(result.noted("call_truncated"));
}

TEST(GovernorFinish, EndsABrokenReplyAsLength) {
  const Governed result = governed(reply({}, {End{false}}));
  EXPECT_EQ(result.texts(), (Texts{"start r m", "finish 0 length", "end broken"}));
  EXPECT_TRUE(result.noted("finish_missing"));
  EXPECT_TRUE(result.changed);
}

TEST(GovernorFinish, ReleasesWholeCallsOfABrokenReply) {
  const Governed whole = governed(reply({kWhole}, {End{false}}));
  EXPECT_EQ(whole.calls(), (Texts{"call c0 f {\"x\":1}"}));
  EXPECT_EQ(whole.finish(), "calls");
  const Governed cut = governed(reply({kWhole, kCut}, {End{false}}));
  EXPECT_EQ(cut.calls(), (Texts{"call c0 f {\"x\":1}"}));
  EXPECT_EQ(cut.finish(), "length");
  // Nothing came for its arguments: whether more was meant, nobody knows.
  EXPECT_TRUE(governed(reply({""}, {End{false}})).calls().empty());
  EXPECT_EQ(governed(reply({""}, {End{false}})).finish(), "length");
}

TEST(GovernorFinish, ReleasesACallThatEndedWithoutArguments) {
  const auto ending = [](Event last) {
    return governed({start("r", "m"), piece(0, "a", "f", ""), testing::ended(0), std::move(last)}).calls();
  };
  EXPECT_EQ(ending(End{}), (Texts{"call a f {}"}));
  EXPECT_TRUE(ending(End{false}).empty()) << "nobody knows what was to come";
}

// [DONE] without a finish reason.
TEST(GovernorFinish, EndsACleanReplyWithoutAReason) {
  EXPECT_EQ(governed(reply({}, {End{}})).finish(), "stop");
  EXPECT_EQ(governed(reply({kWhole}, {End{}})).finish(), "calls");
  EXPECT_EQ(governed(reply({kCut}, {End{}})).finish(), "length");
}

TEST(GovernorFinish, EndsAReplyOfNothingAsLength) {
  const Governed result = governed({End{false}});
  EXPECT_EQ(result.texts(), (Texts{"finish 0 length", "end broken"})) << "never a silent success";
  EXPECT_TRUE(result.noted("finish_missing"));
}

TEST(GovernorFinish, ReleasesWholeCallsBeforeAnError) {
  Failure failure;
  failure.error.status = 529;
  const Governed result = governed(reply({kWhole, kCut}, {failure, testing::delta(0, "late"), End{false}}));
  EXPECT_EQ(result.texts(), (Texts{"start r m", "call c0 f {\"x\":1}", "failure 529", "end broken"}));
  EXPECT_EQ(result.fates(), (Texts{"released c0 f", "withheld c1 f"}));
}

TEST(GovernorFinish, KeepsOneErrorOnly) {
  const Governed result =
      governed({start("r", "m"), Failure{}, Failure{}, finish(FinishReason::kStop), End{}});
  EXPECT_EQ(result.texts(), (Texts{"start r m", "failure 500", "end"}));
}

TEST(GovernorFinish, TellsOfACallBehindTheFinish) {
  const Governed result =
      governed({start("r", "m"), finish(FinishReason::kStop, "stop"), piece(0, "a", "f", "{}"), End{}});
  EXPECT_EQ(result.calls(), (Texts{"call a f {}"}));
  EXPECT_TRUE(result.noted("call_after_finish"));
}

TEST(GovernorFinish, TellsAnotherReasonForACallBehindTheFinish) {
  const auto late = [](std::string arguments, bool clean) {
    return governed({start("r", "m"), finish(FinishReason::kStop, "stop"),
                     piece(0, "a", "f", std::move(arguments)), End{clean}});
  };
  EXPECT_EQ(late("{'x':1}", true).texts(),
            (Texts{"start r m", "finish 0 stop", "call a f {\"x\":1}", "finish 0 calls", "end"}));
  EXPECT_EQ(late("{'x':[1", false).texts(),
            (Texts{"start r m", "finish 0 stop", "finish 0 length", "end broken"}))
      << "nobody vouches for it";
  EXPECT_EQ(late(kCut, true).texts(), (Texts{"start r m", "finish 0 stop", "finish 0 length", "end"}));
}

// L8: half a call is not closed because a finish came early.
TEST(GovernorFinish, WaitsForTheRestOfACallBehindAnEarlyFinish) {
  const Governed result =
      governed({start("r", "m"), piece(0, "a", "f", "{\"x\":[1"), finish(FinishReason::kCalls, "tool_calls"),
                UsageTold{}, piece(0, "", "", ",2]}"), End{}});
  EXPECT_EQ(result.texts(),
            (Texts{"start r m", "call a f {\"x\":[1,2]}", "finish 0 calls", "usage -1 -1", "end"}))
      << "the usage stays behind the finish";
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{\"x\":[1"),
                      finish(FinishReason::kCalls, "tool_calls"), piece(0, "", "", ",2"), End{false}})
                .texts(),
            (Texts{"start r m", "finish 0 length", "end broken"}))
      << "what came behind the finish was cut off";
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{\"x\":[1"),
                      finish(FinishReason::kCalls, "tool_calls"), End{false}})
                .calls(),
            (Texts{"call a f {\"x\":[1]}"}))
      << "servers may just close behind the finish";
}

TEST(GovernorFinish, HoldsNoFinishWhereNothingMayCome) {
  Governor governor{GovernorContext()};
  Events out;
  Events events = reply({kWhole}, {finish(FinishReason::kCalls, "tool_calls")});
  governor.govern(events, out);
  EXPECT_EQ(testing::shown(out), (Texts{"start r m", "call c0 f {\"x\":1}", "finish 0 calls"}));
}

TEST(GovernorFinish, TakesAReasonInEveryPieceByTheLast) {
  const auto told = [](FinishReason first, FinishReason last, bool clean = false) {
    return governed({start("r", "m"), piece(0, "a", "f", "{'x':"), finish(first), piece(0, "", "", "[1"),
                     finish(last), End{clean}});
  };
  EXPECT_EQ(told(FinishReason::kCalls, FinishReason::kCalls, true).texts(),
            (Texts{"start r m", "call a f {\"x\":[1]}", "finish 0 calls", "end"}));
  EXPECT_EQ(told(FinishReason::kCalls, FinishReason::kCalls).texts(),
            (Texts{"start r m", "finish 0 length", "end broken"}))
      << "L8: who has gone on behind one finish may have been cut off behind another";
  EXPECT_EQ(told(FinishReason::kStop, FinishReason::kLength).texts(),
            (Texts{"start r m", "finish 0 length", "end broken"}));
  EXPECT_EQ(told(FinishReason::kLength, FinishReason::kStop).texts(),
            (Texts{"start r m", "finish 0 length", "end broken"}))
      << "L8: once cut off, whatever else is said";
}

TEST(GovernorFinish, LetsAFinishInEveryPieceVouchForNothingWhereTheEndIsBroken) {
  const auto told = [](End end) {
    return governed({start("r", "m"), piece(0, "a", "f", "{}"), finish(FinishReason::kCalls),
                     piece(1, "b", "g", ""), finish(FinishReason::kCalls), end})
        .calls();
  };
  EXPECT_EQ(told(End{}), (Texts{"call a f {}", "call b g {}"}));
  EXPECT_EQ(told(End{false}), (Texts{"call a f {}"}));
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{}"), piece(1, "b", "g", "{'x':1}"),
                      finish(FinishReason::kCalls), piece(0, "a", "f", "{}"), piece(1, "b", "g", "{'x':1}"),
                      End{false}})
                .calls(),
            (Texts{"call a f {}", "call b g {\"x\":1}"}))
      << "what is only told again is nothing new";
}

TEST(GovernorFinish, TakesACallThatBeganBehindTheFinishAndIsToldAgainOnce) {
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", ""), finish(FinishReason::kCalls),
                      piece(0, "", "", "{}"), piece(1, "b", "f", "{}"), piece(0, "a", "f", "{}"),
                      piece(1, "b", "f", "{}"), piece(0, "b", "f", "{}"), End{}})
                .calls(),
            (Texts{"call a f {}", "call b f {}"}));
}

TEST(GovernorFinish, TakesACallToldAgainBehindTheFinishOnce) {
  for (const char* id : {"a", "", "other"}) {
    const Governed result =
        governed({start("r", "m"), piece(0, "a", "f", "{\"x\":1}"),
                  finish(FinishReason::kCalls, "tool_calls"), piece(0, id, "f", "{ \"x\": 1 }"), End{}});
    EXPECT_EQ(result.calls(), (Texts{"call a f {\"x\":1}"})) << id;
    EXPECT_EQ(result.report.calls.size(), 1U);
    EXPECT_TRUE(result.noted("call_repeated"));
  }
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{\"x\":1}"),
                      finish(FinishReason::kCalls, "tool_calls"), piece(0, "b", "f", "{\"x\":2}"), End{}})
                .calls(),
            (Texts{"call a f {\"x\":1}", "call b f {\"x\":2}"}))
      << "another one";
}

TEST(GovernorFinish, TakesTheSameCallInAnotherPlaceAsAnother) {
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{}"), finish(FinishReason::kCalls, "tool_calls"),
                      piece(1, "b", "f", "{}"), End{}})
                .calls(),
            (Texts{"call a f {}", "call b f {}"}));
}

TEST(GovernorFinish, KnowsACallToldAgainWhereEveryPieceFinishes) {
  EXPECT_EQ(governed({start("r", "m"), finish(FinishReason::kCalls), piece(0, "a", "f", "{}"),
                      finish(FinishReason::kCalls), piece(0, "a", "f", "{}"), End{}})
                .calls(),
            (Texts{"call a f {}"}));
}

TEST(GovernorFinish, SettlesAFinishedCallBeforeAnError) {
  EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", "{'x':1}"),
                      finish(FinishReason::kCalls, "tool_calls"), UsageTold{}, Failure{}, End{false}})
                .texts(),
            (Texts{"start r m", "call a f {\"x\":1}", "usage -1 -1", "failure 500", "end broken"}));
}

TEST(GovernorFinish, WithholdsFreeTextThatWasCutOff) {
  const auto custom = [](bool has_ended) {
    CallPiece made = piece(0, "a", "patch", "text");
    made.custom = true;
    made.ended = has_ended;
    return made;
  };
  EXPECT_EQ(governed({start("r", "m"), custom(false), End{false}}).finish(), "length");
  EXPECT_TRUE(governed({start("r", "m"), custom(false), End{false}}).calls().empty());
  EXPECT_TRUE(
      governed({start("r", "m"), custom(false), finish(FinishReason::kLength), End{}}).calls().empty());
  EXPECT_EQ(governed({start("r", "m"), custom(true), finish(FinishReason::kLength), End{}}).calls(),
            (Texts{"custom a patch text"}));
}

}  // namespace
}  // namespace argwright::protocol
