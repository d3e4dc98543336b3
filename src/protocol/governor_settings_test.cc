// What each setting changes: on_reject, on_misfit, truncated, tool_enhance, sse_tool_aggregate.
#include <gtest/gtest.h>

#include "protocol/governed.h"

namespace argwright::protocol {
namespace {

using testing::ended;
using testing::finish;
using testing::governed;
using testing::Governed;
using testing::part;
using testing::piece;
using testing::start;
using testing::Texts;

const char* const kUnreadable = "no object at all";
const char* const kSchema = R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";

Events one_call(std::string arguments, FinishReason reason = FinishReason::kCalls) {
  return {start("r", "m"), piece(0, "a", "f", std::move(arguments)), finish(reason, "tool_calls"), End{}};
}

TEST(GovernorSettings, SendsAnUnreadableCallAsAnEmptyObject) {
  const Governed result = governed(one_call(kUnreadable));
  EXPECT_EQ(result.calls(), (Texts{"call a f {}"}));
  EXPECT_EQ(result.fates(), (Texts{"emptied a f"}));
  EXPECT_TRUE(result.noted("call_unreadable"));
  EXPECT_FALSE(result.report.calls[0].request()->parse_error.empty());
  EXPECT_EQ(result.report.calls[0].request()->raw_arguments, kUnreadable);
  EXPECT_FALSE(result.report.calls[0].request()->accepted()) << "whoever runs calls must not run it";
}

TEST(GovernorSettings, SendsAnUnreadableCallAsReceived) {
  GovernorContext context;
  context.governance.on_reject = OnReject::kRaw;
  const Governed result = governed(one_call(kUnreadable), context);
  EXPECT_EQ(result.calls(), (Texts{std::string("call a f ") + kUnreadable}));
  EXPECT_EQ(result.fates(), (Texts{"passed a f"}));
}

TEST(GovernorSettings, MakesAnErrorOfAnUnreadableCall) {
  GovernorContext context;
  context.governance.on_reject = OnReject::kError;
  Events events{start("r", "m"), piece(0, "a", "f", kUnreadable), piece(1, "b", "g", "{}"),
                finish(FinishReason::kCalls, "tool_calls"), End{}};
  const Governed result = governed(std::move(events), context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "failure 502", "end"}))
      << "behind an error comes nothing but the end";
  ASSERT_EQ(result.report.calls.size(), 2U);
  EXPECT_EQ(result.report.calls[0].fate, Fate::kRefused);
  EXPECT_EQ(result.report.calls[1].fate, Fate::kWithheld);
  const auto failures = testing::only<Failure>(result.events);
  EXPECT_EQ(failures[0].error.code, "tool_call_rejected");
  EXPECT_NE(failures[0].error.message.find("'f'"), std::string::npos) << failures[0].error.message;
}

TEST(GovernorSettings, SendsAMisfitCoercedAsFarAsPossible) {
  GovernorContext context;
  context.tools = testing::declared("f", kSchema);
  const Governed result = governed(one_call(R"({"m":1})"), context);
  EXPECT_EQ(result.calls(), (Texts{R"(call a f {"m":1})"})) << "never replaced by {}";
  EXPECT_EQ(result.fates(), (Texts{"misfit a f"}));
  EXPECT_TRUE(result.noted("call_misfit"));
}

TEST(GovernorSettings, MakesAnErrorOfAMisfit) {
  GovernorContext context;
  context.tools = testing::declared("f", kSchema);
  context.governance.on_misfit = OnMisfit::kError;
  const Governed result = governed(one_call(R"({"m":1})"), context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "failure 502", "end"}));
  EXPECT_EQ(result.fates(), (Texts{"refused a f"}));
  EXPECT_EQ(governed(one_call(R"({"n":1})"), context).calls(), (Texts{R"(call a f {"n":1})"}));
}

TEST(GovernorSettings, ClosesACutCallWhereToldTo) {
  GovernorContext context;
  context.governance.truncated = TruncatedPolicy::kClose;
  const Governed result = governed(one_call(R"({"x":"un)", FinishReason::kLength), context);
  EXPECT_EQ(result.calls(), (Texts{R"(call a f {"x":"un"})"}));
  EXPECT_EQ(result.finish(), "length") << "the reason stays";
}

TEST(GovernorSettings, PassesArgumentsAsReceivedWithoutEnhancement) {
  GovernorContext context;
  context.governance.tool_enhance = false;
  context.tools = testing::declared("f", kSchema);
  for (const char* text :
       {"{'n': 1}", kUnreadable, "", R"({"n":"1"})", R"("{\"n\":1}")", R"({"n":1}{"n":2})"}) {
    const Governed result = governed(one_call(text), context);
    EXPECT_EQ(result.calls(), (Texts{std::string("call a f ") + text}));
    EXPECT_EQ(result.fates(), (Texts{"passed a f"}));
    EXPECT_FALSE(result.altered);
    ASSERT_NE(result.report.calls[0].request(), nullptr) << "the report still tells";
    EXPECT_EQ(result.report.calls[0].request()->raw_arguments, text);
  }
}

// L8: as received, but not as something to run.
TEST(GovernorSettings, EndsACutCallAsLengthWithoutEnhancement) {
  GovernorContext context;
  context.governance.tool_enhance = false;
  const Governed result = governed({start("r", "m"), piece(0, "a", "f", R"({"x":"un)"), End{false}}, context);
  EXPECT_EQ(result.finish(), "length");
}

TEST(GovernorSettings, PassesPiecesOfTheSameProtocolAsTheyCome) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  context.same_protocol = true;
  Governor governor(context);
  Events out;
  Events first{start("r", "m"), piece(0, "a", "f", "{'x'")};
  EXPECT_FALSE(governor.govern(first, out)) << "the block passes untouched";
  Events last{piece(0, "", "", ":1}"), finish(FinishReason::kCalls, "tool_calls"), End{}};
  EXPECT_FALSE(governor.govern(last, out));
  EXPECT_EQ(testing::shown(out),
            (Texts{"start r m", "piece 0 a f {'x'", "piece 0   :1}", "finish 0 calls", "end"}));
  ASSERT_EQ(governor.report().calls.size(), 1U);
  EXPECT_EQ(governor.report().calls[0].fate, Fate::kPassed);
  EXPECT_EQ(governor.report().calls[0].request()->raw_arguments, "{'x':1}");
}

TEST(GovernorSettings, TellsThatAPassingPieceGotAnotherName) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  context.same_protocol = true;
  const std::string alias = context.aliases.alias("a.b");
  const Governed result = governed({piece(0, "a", alias, "{}")}, context);
  EXPECT_EQ(result.texts(), (Texts{"piece 0 a a.b {}"}));
  EXPECT_TRUE(result.changed) << "the block holds the other name";
}

TEST(GovernorSettings, EndsPassedPiecesThatWereCutOffAsLength) {
  for (const bool same : {true, false}) {
    GovernorContext context;
    context.governance.sse_tool_aggregate = false;
    context.same_protocol = same;
    const Governed cut = governed({start("r", "m"), piece(0, "a", "f", R"({"x":"un)"), End{false}}, context);
    EXPECT_EQ(cut.finish(), "length") << same;
    const Governed whole = governed({start("r", "m"), piece(0, "a", "f", R"({"x":1})"), End{false}}, context);
    EXPECT_EQ(whole.finish(), "calls") << same;
  }
}

TEST(GovernorSettings, TakesAPassedCallWithoutArgumentsForWholeWhereTheReplyEndedWell) {
  for (const bool same : {true, false}) {
    GovernorContext context;
    context.governance.sse_tool_aggregate = false;
    context.same_protocol = same;
    EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", ""), ended(0), End{true}}, context).finish(),
              "calls");
    EXPECT_EQ(governed({start("r", "m"), piece(0, "a", "f", ""), ended(0), End{false}}, context).finish(),
              "length");
  }
}

// A stop may have been another one's.
TEST(GovernorSettings, GoesOnWithAPassingCallThatHasEndedHalf) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const Governed result =
      governed({start("r", "m"), piece(0, "a", "f", "{\"x\":"), ended(0), piece(1, "b", "g", "{}"), ended(1),
                piece(0, "", "", "1}"), finish(FinishReason::kCalls, "tool_calls"), End{}},
               context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "piece 0 a f {\"x\":", "piece 0   1} ended",
                                   "piece 1 b g {} ended", "finish 0 calls", "end"}));
}

TEST(GovernorSettings, PassesACallThatItsDecoderTakesForAnEarlierOneOnlyWhereItSaysAnotherThing) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const auto twice = [&](std::string arguments) {
    CallPiece again = piece(1, "a", "f", std::move(arguments));
    again.may_repeat = true;
    return governed({start("r", "m"), piece(0, "a", "f", "{}"), ended(0), again, ended(1), End{}}, context);
  };
  EXPECT_EQ(twice("{}").fates(), (Texts{"passed a f"}));
  EXPECT_EQ(twice("{\"x\":1}").fates(), (Texts{"passed a f", "passed a-2 f"}));
}

// Another protocol cannot interleave calls: one after the other.
TEST(GovernorSettings, PassesPiecesToAnotherProtocolOneCallAtATime) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const Governed result =
      governed({start("r", "m"), piece(5, "", "", "{\"x\""), piece(5, "a", "f", ":"), piece(7, "b", "g", "{"),
                piece(5, "", "", "1}"), piece(7, "", "", "}"), finish(FinishReason::kStop, "stop"), End{}},
               context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "piece 0 a f {\"x\":", "piece 0   1}", "piece 0    ended",
                                   "piece 1 b g {} ended", "finish 0 calls", "end"}));
  EXPECT_EQ(result.fates(), (Texts{"passed a f", "passed b g"}));
}

TEST(GovernorSettings, GivesNoCallTwiceWherePiecesHavePassedBeforeAnError) {
  for (const bool same : {true, false}) {
    GovernorContext context;
    context.governance.sse_tool_aggregate = false;
    context.same_protocol = same;
    const Governed result =
        governed({start("r", "m"), piece(0, "a", "f", "{}"), Failure{}, End{false}}, context);
    EXPECT_TRUE(result.calls().empty()) << same;
    EXPECT_EQ(result.fates(), (Texts{"passed a f"})) << same;
  }
}

TEST(GovernorSettings, GoesOnWithAPassingCallBehindAnEarlyFinish) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const Governed result = governed({start("r", "m"), piece(0, "a", "f", "{\"x\":"),
                                    finish(FinishReason::kCalls), piece(0, "", "", "1}"), End{}},
                                   context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "piece 0 a f {\"x\":", "piece 0   1}", "piece 0    ended",
                                   "finish 0 calls", "end"}));
}

TEST(GovernorSettings, GoesOnToTheNextCallWhenOneHasEnded) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  Governor governor(context);
  Events out;
  Events events{piece(0, "a", "f", "{"), piece(1, "b", "g", "{"), piece(0, "", "", "}"), ended(0)};
  governor.govern(events, out);
  EXPECT_EQ(testing::shown(out),
            (Texts{"piece 0 a f {", "piece 0   }", "piece 0    ended", "piece 1 b g {"}));
}

TEST(GovernorSettings, PassesNoPieceOfACallWithoutAName) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const Governed result = governed({start("r", "m"), piece(0, "a", "", "{}"), piece(1, "b", "g", "{}"),
                                    finish(FinishReason::kStop, "stop"), End{}},
                                   context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "piece 1 b g {} ended", "finish 0 calls", "end"}));
  EXPECT_EQ(result.fates(), (Texts{"withheld a ", "passed b g"}));
}

TEST(GovernorSettings, MintsIdsOfPiecesForAnotherProtocol) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  const Governed result = governed(
      {start("r", "m"), piece(0, "", "f", "{}"), finish(FinishReason::kStop, "stop"), End{}}, context);
  const auto pieces = testing::only<CallPiece>(result.events);
  ASSERT_FALSE(pieces.empty());
  EXPECT_TRUE(pieces[0].id.starts_with("call_"));
}

TEST(GovernorSettings, WrapsFreeTextWholeForAnotherProtocol) {
  GovernorContext context;
  context.governance.sse_tool_aggregate = false;
  CallPiece custom = piece(0, "a", "patch", "te");
  custom.custom = true;
  CallPiece more = piece(0, "", "", "xt");
  const Governed result =
      governed({start("r", "m"), custom, more, finish(FinishReason::kStop, "stop"), End{}}, context);
  EXPECT_EQ(result.texts(), (Texts{"start r m", "custom a patch text", "finish 0 calls", "end"}));
  EXPECT_EQ(result.report.calls.size(), 1U);
}

TEST(GovernorSettings, NamesEveryFate) {
  const Fate fates[] = {Fate::kReleased, Fate::kSplit,    Fate::kEmptied, Fate::kMisfit,
                        Fate::kPassed,   Fate::kWithheld, Fate::kRefused};
  std::set<std::string_view> names;
  for (const Fate fate : fates) names.insert(fate_name(fate));
  EXPECT_EQ(names.size(), std::size(fates));
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace argwright::protocol
