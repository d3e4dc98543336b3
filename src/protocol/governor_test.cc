// How calls come out: when, in which order, with which ids and arguments. Endings and settings have tests of
// their own.
#include "protocol/governor.h"

#include <gtest/gtest.h>

#include "protocol/governed.h"

namespace argwright::protocol {
namespace {

using testing::delta;
using testing::ended;
using testing::finish;
using testing::governed;
using testing::Governed;
using testing::part;
using testing::part_end;
using testing::piece;
using testing::shown;
using testing::start;
using testing::Texts;

Events calls_then(std::vector<CallPiece> pieces, FinishReason reason = FinishReason::kCalls) {
  Events events{start("r", "m")};
  for (CallPiece& one : pieces) events.emplace_back(std::move(one));
  events.emplace_back(finish(reason, "word"));
  events.emplace_back(End{});
  return events;
}

TEST(Governor, SwallowsPiecesUntilTheFinish) {
  Governor governor{GovernorContext()};
  Events out;
  Events first{start("r", "m"), piece(0, "a", "f", "{\"x\"")};
  EXPECT_TRUE(governor.govern(first, out));
  Events second{piece(0, "", "", ":1}")};
  EXPECT_TRUE(governor.govern(second, out));
  EXPECT_EQ(shown(out), (Texts{"start r m"})) << "not even the name";
  Events last{finish(FinishReason::kCalls, "tool_calls"), End{}};
  EXPECT_TRUE(governor.govern(last, out));
  EXPECT_EQ(shown(out), (Texts{"start r m", "call a f {\"x\":1}", "finish 0 calls", "end"}));
  EXPECT_FALSE(governor.altered()) << "gathered, but not changed";
}

TEST(Governor, ReleasesACallThatHasEndedAtOnce) {
  Governor governor{GovernorContext()};
  Events out;
  Events events{start("r", "m"), piece(0, "a", "f", "{\"x\":1}"), ended(0)};
  governor.govern(events, out);
  EXPECT_EQ(shown(out), (Texts{"start r m", "call a f {\"x\":1}"}));
}

// A mended text could still be cut off: only the end of the reply tells.
TEST(Governor, HoldsAnEndedCallThatIsNotYetJson) {
  Governor governor{GovernorContext()};
  Events out;
  Events events{piece(0, "a", "f", "{'x':1}"), ended(0), piece(1, "b", "g", "{}"), ended(1)};
  governor.govern(events, out);
  EXPECT_TRUE(out.empty()) << "and nothing overtakes it";
  Events last{finish(FinishReason::kStop, "stop")};
  governor.govern(last, out);
  EXPECT_EQ(shown(out), (Texts{"call a f {\"x\":1}", "call b g {}", "finish 0 calls"}));
}

TEST(Governor, PassesEverythingElseInOrder) {
  UsageTold usage;
  usage.usage.input = 1;
  usage.usage.output = 2;
  Events events{start("r", "m"),
                part(0, PartKind::kText),
                delta(0, "hi"),
                part_end(0),
                Other{"ping", {}, std::nullopt},
                finish(FinishReason::kStop, "stop"),
                usage,
                End{}};
  const Texts before = shown(events);
  const Governed result = governed(std::move(events));
  EXPECT_EQ(result.texts(), before);
  EXPECT_FALSE(result.changed);
  EXPECT_FALSE(result.altered);
  EXPECT_TRUE(result.report.notes.empty());
}

TEST(Governor, KeepsTheOrderInWhichCallsBegan) {
  const Governed result =
      governed(calls_then({piece(3, "c", "h", "{"), piece(1, "a", "f", "{"), piece(2, "b", "g", "{"),
                           piece(2, "", "", "}"), piece(1, "", "", "}"), piece(3, "", "", "}")}));
  EXPECT_EQ(result.calls(), (Texts{"call c h {}", "call a f {}", "call b g {}"}));
}

TEST(Governor, MendsArgumentsAndTellsWhatItDid) {
  const Governed result = governed(calls_then({piece(0, "a", "f", "```json\n{'x': 1,}\n```")}));
  EXPECT_EQ(result.calls(), (Texts{"call a f {\"x\":1}"}));
  EXPECT_TRUE(result.altered);
  ASSERT_EQ(result.report.calls.size(), 1U);
  const CallReport& call = result.report.calls[0];
  EXPECT_EQ(call.fate, Fate::kReleased);
  ASSERT_NE(call.request(), nullptr);
  EXPECT_EQ(call.request()->outcome, Outcome::kRepaired);
  EXPECT_EQ(call.request()->raw_arguments, "```json\n{'x': 1,}\n```") << "verbatim (C16)";
  EXPECT_FALSE(call.request()->fixes.empty());
}

TEST(Governor, PassesAValidObjectByteForByte) {
  const std::string odd = "{ \"x\" :\t1.10, \"n\":12345678901234567890 }";
  const Governed result = governed(calls_then({piece(0, "a", "f", odd)}));
  EXPECT_EQ(result.calls(), (Texts{"call a f " + odd}));
  EXPECT_FALSE(result.altered);
}

TEST(Governor, UnquotesArgumentsThatWereEncodedTwice) {
  const Governed result = governed(calls_then({piece(0, "a", "f", R"("{\"x\":1}")")}));
  EXPECT_EQ(result.calls(), (Texts{"call a f {\"x\":1}"}));
  EXPECT_EQ(result.report.calls[0].request()->outcome, Outcome::kDecoded);
}

TEST(Governor, CoercesByTheDeclaration) {
  GovernorContext context;
  context.tools = testing::declared("f", R"({"type":"object","properties":{"n":{"type":"integer"}}})");
  const Governed result = governed(calls_then({piece(0, "a", "f", R"({"n":"7"})")}), context);
  EXPECT_EQ(result.calls(), (Texts{"call a f {\"n\":7}"}));
  EXPECT_EQ(result.report.calls[0].request()->outcome, Outcome::kCoerced);
}

TEST(Governor, TakesBlankArgumentsAsNone) {
  for (const char* blank : {"", "  ", "\n"}) {
    const Governed result = governed(calls_then({piece(0, "a", "f", blank)}));
    EXPECT_EQ(result.calls(), (Texts{"call a f {}"}));
    EXPECT_EQ(result.report.calls[0].fate, Fate::kReleased);
    EXPECT_EQ(result.report.calls[0].request()->raw_arguments, blank);
    EXPECT_TRUE(result.altered);
  }
}

TEST(Governor, SplitsTwoObjectsIntoTwoCallsWithTheirOwnIds) {
  const Governed result = governed(calls_then({piece(0, "a", "f", R"({"x":1}{"x":2})")}));
  EXPECT_EQ(result.calls(), (Texts{"call a f {\"x\":1}", "call a-2 f {\"x\":2}"}));
  EXPECT_EQ(result.fates(), (Texts{"split a f", "split a-2 f"}));
  EXPECT_EQ(result.finish(), "calls");
  EXPECT_TRUE(result.altered);
  EXPECT_EQ(result.report.calls[0].request(), result.report.calls[1].request()) << "of one text";
}

TEST(Governor, CollapsesTwoIdenticalObjectsAndDropsALeadingEmptyOne) {
  EXPECT_EQ(governed(calls_then({piece(0, "a", "f", R"({"x":1}{"x":1})")})).calls(),
            (Texts{"call a f {\"x\":1}"}));
  EXPECT_EQ(governed(calls_then({piece(0, "a", "f", R"({}{"x":1})")})).calls(),
            (Texts{"call a f {\"x\":1}"}));
}

TEST(Governor, MintsIdsThatAreMissing) {
  const auto pieces = [] { return calls_then({piece(0, "", "f", "{}"), piece(1, "", "f", "{}")}); };
  const auto first = testing::only<Call>(governed(pieces()).events);
  const auto again = testing::only<Call>(governed(pieces()).events);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_TRUE(first[0].id.starts_with("call_"));
  EXPECT_NE(first[0].id, first[1].id);
  EXPECT_EQ(first[0].id, again[0].id) << "the same reply gives the same ids";
  EXPECT_EQ(first[1].id, again[1].id);
  Events other = pieces();
  std::get<Start>(other[0]).id = "another reply";
  EXPECT_NE(testing::only<Call>(governed(std::move(other)).events)[0].id, first[0].id);
}

TEST(Governor, MakesRepeatedIdsDistinct) {
  const Governed result =
      governed(calls_then({piece(0, "a", "f", "{}"), piece(1, "a", "f", "{}"), piece(2, "a-2", "f", "{}")}));
  EXPECT_EQ(result.calls(), (Texts{"call a f {}", "call a-2 f {}", "call a-2-2 f {}"}));
  EXPECT_TRUE(result.altered);
}

TEST(Governor, WithholdsACallWithoutAName) {
  const Governed result = governed(calls_then({piece(0, "a", "", R"({"x":1})"), piece(1, "b", "g", "{}")}));
  EXPECT_EQ(result.calls(), (Texts{"call b g {}"}));
  EXPECT_EQ(result.fates(), (Texts{"withheld a ", "released b g"}));
  EXPECT_TRUE(result.noted("call_without_name"));
  EXPECT_EQ(result.report.calls[0].request()->raw_arguments, R"({"x":1})");
}

TEST(Governor, PassesFreeTextAsItIs) {
  CallPiece custom = piece(0, "a", "patch", "{'not': json");
  custom.custom = true;
  const Governed result = governed(calls_then({custom}));
  EXPECT_EQ(result.calls(), (Texts{"custom a patch {'not': json"}));
  EXPECT_EQ(result.report.calls[0].request(), nullptr);
  EXPECT_TRUE(result.report.calls[0].custom);
}

TEST(Governor, UnwrapsFreeTextOfAToolThatWasGivenAsAFunction) {
  GovernorContext context;
  context.custom_tools = {"patch"};
  const Governed result =
      governed(calls_then({piece(0, "a", "patch", R"({"input":"*** Begin\n"})"),
                           piece(1, "b", "patch", R"({"other":1})"), piece(2, "c", "f", R"({"input":"x"})")}),
               context);
  EXPECT_EQ(result.calls(), (Texts{"custom a patch *** Begin\n", R"(custom b patch {"other":1})",
                                   R"(call c f {"input":"x"})"}));
}

// The client declared a tool that takes text, whatever the model and the switches say.
TEST(Governor, GivesAFreeTextToolItsTextInEveryCase) {
  const auto with = [](const char* arguments, FinishReason reason, bool enhance, bool aggregate) {
    GovernorContext context;
    context.custom_tools = {"patch"};
    context.governance.tool_enhance = enhance;
    context.governance.sse_tool_aggregate = aggregate;
    Events events{testing::start("r", "m"), piece(0, "a", "patch", ""), piece(0, "", "", arguments)};
    events.emplace_back(testing::finish(reason, "word"));
    events.emplace_back(End{});
    return governed(std::move(events), context);
  };
  for (const bool enhance : {true, false}) {
    for (const bool aggregate : {true, false}) {
      EXPECT_EQ(with(R"({"input":"*** Begin\n"})", FinishReason::kCalls, enhance, aggregate).calls(),
                (Texts{"custom a patch *** Begin\n"}));
      EXPECT_EQ(with("*** Begin {", FinishReason::kCalls, enhance, aggregate).calls(),
                (Texts{"custom a patch *** Begin {"}));
      EXPECT_EQ(with("*** Begin {", FinishReason::kLength, enhance, aggregate).calls(), Texts{});
      EXPECT_EQ(with(R"({"input":"*** Beg)", FinishReason::kCalls, enhance, aggregate).calls(), Texts{});
      EXPECT_EQ(with(R"({"input":"*** Beg)", FinishReason::kLength, enhance, aggregate).finish(), "length");
    }
  }
  EXPECT_EQ(with("{'input':'x'}", FinishReason::kCalls, true, true).calls(), (Texts{"custom a patch x"}));
}

TEST(Governor, TakesANameWithSomethingAroundItForTheDeclaredOne) {
  GovernorContext context;
  context.tools =
      testing::declared("memory.search", R"({"type":"object","properties":{"n":{"type":"integer"}}})");
  const std::string alias = context.aliases.alias("memory.search");
  for (const std::string& told :
       {std::string("functions.memory.search"), "functions." + alias, alias + ":0"}) {
    const Governed result = governed(calls_then({piece(0, "a", told, R"({"n":"1"})")}), context);
    EXPECT_EQ(result.calls(), (Texts{R"(call a memory.search {"n":1})"})) << told;
    EXPECT_TRUE(result.noted("call_name")) << told;
  }
  Events again{testing::start("r", "m"), piece(0, "a", "functions." + alias, "{}"),
               testing::finish(FinishReason::kCalls, "tool_calls"), piece(0, "a", "functions." + alias, "{}"),
               End{}};
  EXPECT_EQ(governed(std::move(again), context).calls().size(), 1U) << "told once more";
  EXPECT_EQ(governed(calls_then({piece(0, "a", "functions.other", "{}")}), context).calls(),
            (Texts{"call a functions.other {}"}));
  context.governance.tool_enhance = false;
  EXPECT_EQ(governed(calls_then({piece(0, "a", "functions.memory.search", "{}")}), context).calls(),
            (Texts{"call a functions.memory.search {}"}));
}

TEST(Governor, GivesTheClientItsOwnNamesBack) {
  GovernorContext context;
  const std::string alias = context.aliases.alias("memory.search");
  ASSERT_NE(alias, "memory.search");
  context.tools =
      testing::declared("memory.search", R"({"type":"object","properties":{"n":{"type":"integer"}}})");
  const Governed result = governed(calls_then({piece(0, "a", alias, R"({"n":"1"})")}), context);
  EXPECT_EQ(result.calls(), (Texts{R"(call a memory.search {"n":1})"})) << "and its declaration is found";
  EXPECT_TRUE(result.altered);
}

TEST(Governor, DropsACallThatTheUpstreamBeganAnew) {
  CallPiece abandoned = piece(0, "", "", "");
  abandoned.abandoned = true;
  const Governed result =
      governed(calls_then({piece(0, "a", "f", "{\"x\""), abandoned, piece(1, "b", "f", "{}")}));
  EXPECT_EQ(result.calls(), (Texts{"call b f {}"}));
  EXPECT_EQ(result.fates(), (Texts{"withheld a f", "released b f"}));
  EXPECT_EQ(result.finish(), "calls") << "not cut off: nothing is missing";
}

TEST(Governor, KeepsUnknownMembersAndItemIds) {
  CallPiece one = piece(0, "a", "f", "{}");
  one.item_id = "fc_1";
  one.extras = {{"extra_content", json::Value("sig")}};
  const auto calls = testing::only<Call>(governed(calls_then({one})).events);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].item_id, "fc_1");
  EXPECT_EQ(json::write(calls[0].extras), R"({"extra_content":"sig"})");
  ASSERT_NE(calls[0].report, nullptr);
}

TEST(Governor, ReleasesACallThatItsDecoderTakesForAnEarlierOneOnlyWhereItSaysAnotherThing) {
  const auto twice = [](std::string arguments) {
    CallPiece again = piece(1, "a", "f", std::move(arguments));
    again.may_repeat = true;
    return governed(calls_then({piece(0, "a", "f", "{\"x\":1}"), ended(0), again, ended(1)}));
  };
  EXPECT_EQ(twice("{ \"x\": 1 }").calls(), (Texts{"call a f {\"x\":1}"}));
  EXPECT_TRUE(twice("{ \"x\": 1 }").noted("call_repeated"));
  EXPECT_EQ(twice("{\"x\":2}").calls(), (Texts{"call a f {\"x\":1}", "call a-2 f {\"x\":2}"}));
}

TEST(Governor, ReleasesACallAgainThatWasAbandoned) {
  CallPiece abandoned = ended(0);
  abandoned.abandoned = true;
  CallPiece again = piece(1, "a", "f", "{}");
  again.may_repeat = true;
  EXPECT_EQ(governed(calls_then({piece(0, "a", "f", "{}"), abandoned, again, ended(1)})).calls(),
            (Texts{"call a f {}"}));
}

TEST(Governor, NotesWhatTheDecoderMended) {
  const Governed result = governed({start("r", "m"), Mended{"role_empty", "a role that is empty"}});
  EXPECT_EQ(result.texts(), (Texts{"start r m"}));
  EXPECT_TRUE(result.noted("role_empty"));
  EXPECT_TRUE(result.changed);
  EXPECT_TRUE(result.altered);
}

TEST(Governor, DropsCallsAboveTheLimit) {
  GovernorContext context;
  context.governance.max_calls = 2;
  const Governed result = governed(
      calls_then({piece(0, "a", "f", "{}"), piece(1, "b", "f", "{}"), piece(2, "c", "f", "{}")}), context);
  EXPECT_EQ(result.calls(), (Texts{"call a f {}", "call b f {}"}));
  EXPECT_TRUE(result.noted("too_many_calls"));
}

TEST(Governor, WithholdsACallAboveTheLimitOfBytes) {
  GovernorContext context;
  context.governance.limits.max_bytes = 8;
  // The part that was kept happens to be an object.
  const Governed result = governed(calls_then({piece(0, "a", "f", R"({"x":1} trailing)")}), context);
  EXPECT_TRUE(result.calls().empty());
  EXPECT_EQ(result.fates(), (Texts{"withheld a f"}));
  EXPECT_EQ(result.finish(), "length");
  context.governance.tool_enhance = false;
  EXPECT_TRUE(governed(calls_then({piece(0, "a", "f", R"({"x":1} trailing)")}), context).calls().empty());
}

TEST(Governor, GovernsChoicesApart) {
  CallPiece other = piece(0, "b", "g", "{}");
  other.choice = 1;
  const Governed result =
      governed({start("r", "m"), piece(0, "a", "f", "{\"x\""), other, finish(FinishReason::kStop, "stop", 1),
                finish(FinishReason::kLength, "length", 0), End{}});
  EXPECT_EQ(result.texts(), (Texts{"start r m", "call b g {}", "finish 1 calls", "finish 0 length", "end"}));
}

TEST(Governor, SaysNothingBehindTheEnd) {
  Governor governor{GovernorContext()};
  Events out;
  Events events{start("r", "m"), finish(FinishReason::kStop, "stop"), End{}, delta(0, "late")};
  EXPECT_TRUE(governor.govern(events, out));
  Events more{delta(0, "later"), End{}};
  EXPECT_TRUE(governor.govern(more, out));
  EXPECT_EQ(shown(out), (Texts{"start r m", "finish 0 stop", "end"}));
}

}  // namespace
}  // namespace argwright::protocol
