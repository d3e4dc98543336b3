#include "protocol/call_assembler.h"

#include <gtest/gtest.h>

#include <set>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::ended;
using testing::piece;
using testing::Texts;

constexpr std::optional<std::int64_t> kNone;

// "id name arguments" of every call, in order.
Texts assembled(const std::vector<CallPiece>& pieces, std::set<std::string> tools = {}) {
  CallAssembler assembler(1000, 100, [&](std::string_view name) {
    const auto found = tools.lower_bound(std::string(name));
    if (found == tools.end() || !found->starts_with(name)) return CallAssembler::NameMatch::kNone;
    return *found == name ? CallAssembler::NameMatch::kWhole : CallAssembler::NameMatch::kBeginning;
  });
  for (const CallPiece& one : pieces) assembler.add(CallPiece(one));
  Texts texts;
  for (AssembledCall& at : assembler.calls()) {
    at.take_last_snapshot(Limits());
    texts.push_back(at.call.id + " " + at.call.name + " " + at.call.arguments);
  }
  return texts;
}

TEST(CallAssembler, AppendsByIndex) {
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(0, "", "", "{\"x\""), piece(0, "", "", ":1}")}),
            (Texts{"a f {\"x\":1}"}));
}

TEST(CallAssembler, KeepsInterleavedCallsApart) {
  EXPECT_EQ(assembled({piece(0, "a", "f", "{"), piece(1, "b", "g", "{"), piece(0, "", "", "}"),
                       piece(1, "", "", "}")}),
            (Texts{"a f {}", "b g {}"}));
}

TEST(CallAssembler, TakesIndicesFromAnyNumber) {
  EXPECT_EQ(assembled({piece(1, "a", "f", "{}"), piece(2, "b", "g", "{}"), piece(900, "c", "h", "{}")}),
            (Texts{"a f {}", "b g {}", "c h {}"}));
}

TEST(CallAssembler, TakesARepeatedIndexWithAnotherIdAsAnotherCall) {
  EXPECT_EQ(assembled({piece(0, "a", "f", "{}"), piece(0, "b", "f", "{\"x\""), piece(0, "", "", ":2}")}),
            (Texts{"a f {}", "b f {\"x\":2}"}));
}

TEST(CallAssembler, TakesARepeatedIndexWithAnotherNameAsAnotherCall) {
  EXPECT_EQ(assembled({piece(0, "", "f", "{}"), piece(0, "", "g", "{}")}), (Texts{" f {}", " g {}"}));
}

TEST(CallAssembler, GoesOnWithAnOlderCallOfTheSameIndexById) {
  EXPECT_EQ(assembled({piece(0, "a", "f", "{"), piece(0, "b", "g", "{"), piece(0, "a", "", "}"),
                       piece(0, "b", "", "}")}),
            (Texts{"a f {}", "b g {}"}));
}

TEST(CallAssembler, GoesOnByIdWhereTheIndexCountsPieces) {
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(1, "a", "", "{\"x\":"), piece(2, "a", "", "1}")}),
            (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(1, "a", "f", "{\"x\":"), piece(2, "a", "f", "1}")}),
            (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(1, "a", "g", ""), piece(0, "a", "", "{}"),
                       piece(1, "a", "", "{\"y\":1}")}),
            (Texts{"a f {}", "a g {\"y\":1}"}))
      << "two calls that share an id";
  EXPECT_EQ(assembled({piece(0, "a", "f", "{}"), piece(1, "a", "f", "{\"y\":1}")}),
            (Texts{"a f {}", "a f {\"y\":1}"}));
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{\"x\":"), piece(1, "a", "f", "{\"y\":1}"), piece(0, "a", "", "1}")}),
      (Texts{"a f {\"x\":1}", "a f {\"y\":1}"}));
}

TEST(CallAssembler, TakesNoFreeTextForOneThatIsToldFromItsBeginning) {
  CallPiece first = piece(0, "a", "f", "{");
  CallPiece second = piece(0, "", "", "{ user.name }}");
  first.custom = second.custom = true;
  EXPECT_EQ(assembled({first, second}), (Texts{"a f {{ user.name }}"}));
}

TEST(CallAssembler, TakesIdAndNameRepeatedInEveryPiece) {
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\""), piece(0, "a", "f", ":1"), piece(0, "a", "f", "}")}),
            (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(kNone, "a", "f", "{\"x\""), piece(kNone, "a", "f", ":1}")}),
            (Texts{"a f {\"x\":1}"}));
}

TEST(CallAssembler, AppendsWithoutAnIndexUntilIdOrNameDiffer) {
  EXPECT_EQ(assembled({piece(kNone, "a", "f", "{"), piece(kNone, "", "", "}"), piece(kNone, "b", "f", "{"),
                       piece(kNone, "", "", "}"), piece(kNone, "", "g", "{}")}),
            (Texts{"a f {}", "b f {}", " g {}"}));
}

TEST(CallAssembler, TakesANegativeIndexAsNone) {
  EXPECT_EQ(assembled({piece(-1, "a", "f", "{"), piece(-1, "", "", "}"), piece(-1, "b", "g", "{}")}),
            (Texts{"a f {}", "b g {}"}));
}

TEST(CallAssembler, TakesANamedPieceBehindAWholeCallWithoutIdsAsAnother) {
  EXPECT_EQ(assembled({piece(kNone, "", "f", "{\"x\":1}"), piece(kNone, "", "f", "{\"x\":2}")}),
            (Texts{" f {\"x\":1}", " f {\"x\":2}"}));
  EXPECT_EQ(assembled({piece(0, "", "f", "{\"x\":1}"), piece(0, "", "f", "{\"x\":1}")}),
            (Texts{" f {\"x\":1}", " f {\"x\":1}"}));
  // Still open: the name is only told again.
  EXPECT_EQ(assembled({piece(kNone, "", "f", "{\"x\""), piece(kNone, "", "f", ":1}")}),
            (Texts{" f {\"x\":1}"}));
}

TEST(CallAssembler, WaitsForANameAndAnIdThatComeLate) {
  EXPECT_EQ(assembled({piece(0, "", "", "{\"x\""), piece(0, "", "f", ""), piece(0, "a", "", ":1}")}),
            (Texts{"a f {\"x\":1}"}));
}

TEST(CallAssembler, TakesAnIdMadeUpForEveryPieceAsOneCall) {
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(0, "b", "", "{\"x\""), piece(0, "c", "", ":1}"),
                       piece(1, "d", "g", ""), piece(1, "e", "", "{}")}),
            (Texts{"a f {\"x\":1}", "d g {}"}));
  // Also with the name in every piece: half an object is no call of its own.
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\""), piece(0, "b", "f", ":1}")}), (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(0, "b", "f", "")}), (Texts{"a f ", "b f "}));
  // Behind what was no object there is nothing to go on with.
  EXPECT_EQ(assembled({piece(0, "a", "f", "\"{}\""), piece(0, "b", "f", "\"{}\"")}),
            (Texts{"a f \"{}\"", "b f \"{}\""}));
}

TEST(CallAssembler, TakesAnIdBehindPiecesWithoutOneAsAnotherCall) {
  for (const std::optional<std::int64_t> index : {kNone, std::optional<std::int64_t>(0)}) {
    EXPECT_EQ(assembled({piece(index, "a", "", ""), piece(index, "", "f", ""), piece(index, "b", "", ""),
                         piece(index, "", "f", "{}")}),
              (Texts{"a f ", "b f {}"}));
  }
}

TEST(CallAssembler, TakesAnIdThatCallsShareForNone) {
  EXPECT_EQ(assembled({piece(kNone, "a", "f", "{\"x\":1}"), piece(kNone, "a", "g", ""),
                       piece(kNone, "", "", "{\"y\":2}"), piece(kNone, "a", "f", ""),
                       piece(kNone, "", "", "{\"x\":3}")}),
            (Texts{"a f {\"x\":1}", "a g {\"y\":2}", "a f {\"x\":3}"}));
}

TEST(CallAssembler, GoesOnWithATextThatIsNoStrictObjectUnderIdsMadeUpForEveryPiece) {
  const auto cut = [](const std::string& first, const std::string& second) {
    return assembled({piece(0, "a", "f", ""), piece(0, "b", "f", first), piece(0, "c", "f", second)});
  };
  EXPECT_EQ(cut("{'x': '}", " {'}"), (Texts{"a f {'x': '} {'}"})) << "in single quotes";
  EXPECT_EQ(cut("\"{\\\"x\\\":", " 1}\""), (Texts{"a f \"{\\\"x\\\": 1}\""})) << "quoted as a whole";
  EXPECT_EQ(assembled({piece(0, "a", "", "```"), piece(0, "b", "", "\n{}"), piece(0, "c", "f", "\n```")}),
            (Texts{"a f ```\n{}\n```"}))
      << "a name is still due";
}

TEST(CallAssembler, JoinsANameInPiecesUnderIdsMadeUpForEveryPiece) {
  EXPECT_EQ(assembled({piece(0, "a", "get_", ""), piece(0, "b", "weather", ""), piece(0, "c", "", "{}")},
                      {"get_weather"}),
            (Texts{"a get_weather {}"}));
  EXPECT_EQ(assembled({piece(0, "a", "get_", ""), piece(0, "b", "weather", "{}")}),
            (Texts{"a get_ ", "b weather {}"}))
      << "nothing is declared";
}

TEST(CallAssembler, TakesATextBehindANameToldOnceMoreAsAnotherCall) {
  for (const std::optional<std::int64_t> index : {kNone, std::optional<std::int64_t>(0)}) {
    for (const char* id : {"", "a"}) {
      const std::string told = id;
      EXPECT_EQ(
          assembled({piece(index, told, "f", ""), piece(index, "", "", "{\"x\":1}"),
                     piece(index, told, "f", ""), piece(index, "", "", "{\"x\""), piece(index, "", "", ":2}"),
                     piece(index, told, "f", ""), piece(index, "", "", "{\"x\":3}")}),
          (Texts{told + " f {\"x\":1}", told + " f {\"x\":2}", told + " f {\"x\":3}"}));
      EXPECT_EQ(assembled({piece(index, told, "f", ""), piece(index, "", "", "{\"x\":1}"),
                           piece(index, told, "f", "")}),
                (Texts{told + " f {\"x\":1}"}))
          << "a name alone is none";
    }
  }
  // Whether it says another thing than the one before shows when it is whole.
  CallAssembler assembler(1000, 100);
  for (const CallPiece& one : {piece(0, "a", "f", ""), piece(0, "", "", "{\"x\":1}"), piece(0, "a", "f", ""),
                               piece(0, "", "", "{\"x\""), piece(0, "", "", ":1}")}) {
    assembler.add(CallPiece(one));
  }
  EXPECT_TRUE(assembler.calls().back().call.may_repeat);
}

TEST(CallAssembler, KnowsWhereATextToldAgainInEveryPieceIsWhole) {
  EXPECT_EQ(assembled({piece(kNone, "a", "f", "{"), piece(kNone, "b", "", "{\"x\""),
                       piece(kNone, "c", "", "{\"x\":1}"), piece(kNone, "d", "f", "{}")}),
            (Texts{"a f {\"x\":1}", "d f {}"}));
}

TEST(CallAssembler, KnowsAWholeObjectHoweverItIsCut) {
  const auto whole = [](const std::vector<std::string>& pieces) {
    WholeObject object;
    for (const std::string& text : pieces) object.add(text);
    return static_cast<bool>(object);
  };
  EXPECT_TRUE(whole({"{}"}));
  EXPECT_TRUE(whole({" {\"a\": [{\"b\": \"}", "\\", "\"{\"}]", "} "}));
  EXPECT_FALSE(whole({""}));
  EXPECT_FALSE(whole({"{\"a\": \"}"}));
  EXPECT_FALSE(whole({"{}", "{"}));
  EXPECT_FALSE(whole({"{}", "{}"}));
  EXPECT_FALSE(whole({"x{}"}));
  EXPECT_FALSE(whole({"\"{}\""}));
}

TEST(CallAssembler, JoinsANameThatComesInPieces) {
  const std::set<std::string> tools{"get", "get_weather", "now"};
  const Texts joined{"a get_weather {}"};
  EXPECT_EQ(
      assembled({piece(0, "a", "get_", ""), piece(0, "", "weather", ""), piece(0, "", "", "{}")}, tools),
      joined);
  EXPECT_EQ(
      assembled({piece(0, "a", "get", ""), piece(0, "a", "_weather", ""), piece(0, "a", "", "{}")}, tools),
      joined);
  EXPECT_EQ(assembled({piece(0, "a", "get_", ""), piece(0, "a", "get_weather", "{}")}, tools), joined)
      << "all so far";
  EXPECT_EQ(assembled({piece(0, "a", "get_", ""), piece(0, "", "weather", ""), piece(0, "", "", "{}")}),
            joined)
      << "nothing is declared";
  EXPECT_EQ(assembled({piece(0, "", "get", ""), piece(0, "", "_wea", ""), piece(0, "", "ther", "{}")}, tools),
            (Texts{" get_weather {}"}))
      << "it is no whole name yet";
  // Two tools that are declared are two calls.
  EXPECT_EQ(assembled({piece(0, "a", "get", ""), piece(0, "", "now", "")}, tools),
            (Texts{"a get ", " now "}));
}

TEST(CallAssembler, TakesANameThatBeginsLikeTheLastAsAnother) {
  const std::set<std::string> tools{"read", "read_file"};
  for (const std::optional<std::int64_t> index : {kNone, std::optional<std::int64_t>(0)}) {
    EXPECT_EQ(assembled({piece(index, "", "read", "{}"), piece(index, "", "read_file", "{\"p\":1}")}, tools),
              (Texts{" read {}", " read_file {\"p\":1}"}));
    EXPECT_EQ(assembled({piece(index, "", "read", "{}"), piece(index, "", "read_file", "{\"p\":1}")}),
              (Texts{" read {}", " read_file {\"p\":1}"}))
        << "nothing is declared";
    EXPECT_EQ(assembled({piece(index, "", "read", ""), piece(index, "", "read_file", "{}")}, tools),
              (Texts{" read ", " read_file {}"}));
  }
  EXPECT_EQ(assembled({piece(0, "a", "read", ""), piece(0, "", "read_file", "{}")}, tools),
            (Texts{"a read_file {}"}))
      << "another call would have an id";
}

TEST(CallAssembler, TakesARepeatedIdWithAnotherNameAsAnotherCall) {
  for (const std::optional<std::int64_t> index : {kNone, std::optional<std::int64_t>(0)}) {
    EXPECT_EQ(assembled({piece(index, "a", "f", "{\"x\":1}"), piece(index, "a", "g", "{\"y\":2}")}),
              (Texts{"a f {\"x\":1}", "a g {\"y\":2}"}));
    EXPECT_EQ(assembled({piece(index, "a", "f", "{\"x\""), piece(index, "a", "g", ":1}")}),
              (Texts{"a f {\"x\":1}"}))
        << "half an object is no call";
  }
}

TEST(CallAssembler, TakesTheTextOfACallThatWasAnnouncedUnderAnotherId) {
  EXPECT_EQ(assembled({piece(0, "a", "f", ""), piece(0, "b", "f", "{\"x\""), piece(0, "c", "f", ":1}"),
                       piece(0, "d", "", "")}),
            (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(
      assembled({piece(kNone, "a", "f", ""), piece(kNone, "b", "", "{\"x\""), piece(kNone, "c", "f", ":1}")}),
      (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(kNone, "a", "f", ""), piece(kNone, "b", "f", "{}"), piece(kNone, "c", "f", "")}),
            (Texts{"a f {}", "c f "}));
}

TEST(CallAssembler, GoesOnWithATextThatHoldsBraces) {
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "b", "f", "\"a "), piece(0, "c", "f", "{b} \"}")}),
      (Texts{"a f {\"x\":\"a {b} \"}"}))
      << "an id for every piece";
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "b", "f", " "), piece(0, "c", "f", ""),
                       piece(0, "d", "f", "1}")}),
            (Texts{"a f {\"x\": 1}"}))
      << "blank ones, too";
  EXPECT_EQ(assembled({piece(kNone, "a", "f", "{\"x\":"), piece(kNone, "b", "", "{\"y\":1}}")}),
            (Texts{"a f {\"x\":{\"y\":1}}"}))
      << "no name, no call";
}

TEST(CallAssembler, TakesATextThatIsToldTwiceOnce) {
  const auto custom = [](std::string name, std::string text) {
    CallPiece made = piece(0, "a", std::move(name), std::move(text));
    made.custom = true;
    return made;
  };
  const std::string patch = "*** Begin Patch\n*** End of the patch\n";
  EXPECT_EQ(assembled({custom("p", "ab"), custom("", "cd"), custom("p", "abcd")}), (Texts{"a p abcd"}));
  EXPECT_EQ(assembled({custom("p", patch), custom("p", patch)}), (Texts{"a p " + patch}));
  EXPECT_EQ(assembled({piece(0, "a", "f", R"("{\"x)"), piece(0, "", "", R"(\":1}")"),
                       piece(0, "a", "f", R"("{\"x\":1}")")}),
            (Texts{R"(a f "{\"x\":1}")"}))
      << "so is what was quoted twice";
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{\"x\""), piece(0, "", "", ":1}"), piece(0, "a", "", "{\"x\":1}")}),
      (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({custom("p", "ha"), custom("p", "ha")}), (Texts{"a p haha"})) << "its text may repeat";
  EXPECT_EQ(assembled({custom("p", patch), custom("", patch)}), (Texts{"a p " + patch + patch}));
}

TEST(CallAssembler, TakesTwoEntriesOfOneListAsTwoCalls) {
  CallPiece second = piece(0, "", "f", "");
  second.begins = true;
  EXPECT_EQ(assembled({piece(0, "", "f", ""), second}), (Texts{" f ", " f "}));
}

TEST(CallAssembler, TakesTheLastPieceWhereEachTellsAllSoFar) {
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "", "", "{\"x\":1,"),
                       piece(0, "", "", "{\"x\":1,\"y\":2}")}),
            (Texts{"a f {\"x\":1,\"y\":2}"}));
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{\"x"), piece(0, "", "", "{\"x\":1}"), piece(0, "", "", "{\"x\":1}")}),
      (Texts{"a f {\"x\":1}"}));
  EXPECT_EQ(assembled({piece(0, "a", "f", "{'x"), piece(0, "", "", "{'x':1}"), piece(0, "", "", "{'x':1}")}),
            (Texts{"a f {'x':1}"}));
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{'x"), piece(0, "", "", "{'x':1}"), piece(0, "a", "f", "{'x':1}")}),
      (Texts{"a f {'x':1}"}))
      << "once more with its name";
  // L1: what is whole stays as it is.
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "", "", "{\"x\":1}}")}),
            (Texts{"a f {\"x\":{\"x\":1}}"}));
  // L8: an object within an object that begins alike, cut off, is not the whole.
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "", "", "{\"x\":1}")}),
            (Texts{"a f {\"x\":{\"x\":1}"}));
  EXPECT_EQ(
      assembled({piece(0, "a", "f", "{\"x\":"), piece(0, "", "", "{\"x\":"), piece(0, "", "", "{\"x\":1}")}),
      (Texts{"a f {\"x\":{\"x\":{\"x\":1}"}));
}

TEST(CallAssembler, KeepsNoMoreThanItNeedsOfATextToldOverAndOver) {
  CallAssembler assembler(1000, 100);
  std::string text = "{\"x\":\"";
  AssembledCall* at = nullptr;
  for (int i = 0; i < 300; ++i) {
    text += 'a';
    at = assembler.add(piece(0, "a", "f", text));
  }
  EXPECT_FALSE(at->too_large);
  at->take_last_snapshot(Limits());
  EXPECT_EQ(at->call.arguments, text);
}

TEST(CallAssembler, KeepsChoicesApart) {
  CallPiece other = piece(0, "b", "g", "[");
  other.choice = 1;
  CallPiece more = piece(0, "", "", "]");
  more.choice = 1;
  EXPECT_EQ(assembled({piece(0, "a", "f", "{"), other, piece(0, "", "", "}"), more}),
            (Texts{"a f {}", "b g []"}));
}

TEST(CallAssembler, TakesTheWholeTextToldAgainInPlaceOfThePieces) {
  CallPiece whole = piece(0, "", "", "{\"x\":2}");
  whole.replaces = true;
  CallPiece blank = piece(0, "", "", "");
  blank.replaces = true;
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\""), whole}), (Texts{"a f {\"x\":2}"}));
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":1}"), blank}), (Texts{"a f {\"x\":1}"}));
}

TEST(CallAssembler, GoesOnBehindAShorterTextThatReplacedALongerOne) {
  CallPiece whole = piece(0, "", "", "{\"x\":2}");
  whole.replaces = true;
  EXPECT_EQ(assembled({piece(0, "a", "f", "{\"x\":\"a long one\"}"), piece(0, "", "", "}}"), whole,
                       piece(0, "", "", "}")}),
            (Texts{"a f {\"x\":2}}"}));
}

TEST(CallAssembler, GathersFlagsAndUnknownMembers) {
  CallAssembler assembler(1000, 100);
  CallPiece first = piece(0, "a", "f", "text");
  first.custom = true;
  first.item_id = "item";
  first.extras = {{"x", json::Value(true)}};
  CallPiece second = piece(0, "", "", "");
  second.extras = {{"y", json::Value(false)}};
  second.item_id = "ignored";
  assembler.add(CallPiece(first));
  assembler.add(CallPiece(second));
  const AssembledCall* at = assembler.add(ended(0));
  ASSERT_NE(at, nullptr);
  EXPECT_TRUE(at->call.custom);
  EXPECT_TRUE(at->call.ended);
  EXPECT_FALSE(at->call.abandoned);
  EXPECT_EQ(at->call.item_id, "item");
  EXPECT_EQ(json::write(at->call.extras), R"({"x":true,"y":false})");
}

TEST(CallAssembler, AddsNothingToASettledCall) {
  CallAssembler assembler(1000, 100);
  assembler.add(piece(0, "a", "f", "{}"))->settled = true;
  CallPiece again = piece(0, "", "", "{}");
  again.replaces = true;
  EXPECT_EQ(assembler.add(CallPiece(again)), nullptr);
  EXPECT_EQ(assembler.add(ended(0)), nullptr);
  EXPECT_EQ(assembler.calls().size(), 1U);
  EXPECT_NE(assembler.add(piece(0, "b", "f", "{}")), nullptr);
  ASSERT_EQ(assembler.calls().size(), 2U);
  EXPECT_EQ(assembler.calls()[0].call.arguments, "{}");
}

TEST(CallAssembler, BoundsTheTextOfACall) {
  CallAssembler assembler(8, 100);
  const AssembledCall* at = assembler.add(piece(0, "a", "f", "12345"));
  EXPECT_FALSE(at->too_large);
  assembler.add(piece(0, "", "", "678"));
  EXPECT_FALSE(at->too_large);
  assembler.add(piece(0, "", "", "9"));
  EXPECT_TRUE(at->too_large);
  EXPECT_EQ(at->call.arguments, "12345678");
}

TEST(CallAssembler, BoundsTheNumberOfCalls) {
  CallAssembler assembler(1000, 2);
  EXPECT_NE(assembler.add(piece(0, "a", "f", "")), nullptr);
  EXPECT_NE(assembler.add(piece(1, "b", "f", "")), nullptr);
  EXPECT_EQ(assembler.add(piece(2, "c", "f", "")), nullptr);
  EXPECT_NE(assembler.add(piece(1, "", "", "{}")), nullptr) << "those that are there go on";
  EXPECT_EQ(assembler.calls().size(), 2U);
}

}  // namespace
}  // namespace argwright::protocol
