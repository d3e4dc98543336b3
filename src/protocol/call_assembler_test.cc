#include "protocol/call_assembler.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::ended;
using testing::piece;
using testing::Texts;

constexpr std::optional<std::int64_t> kNone;

// "id name arguments" of every call, in order.
Texts assembled(const std::vector<CallPiece>& pieces) {
  CallAssembler assembler(1000, 100);
  for (const CallPiece& one : pieces) assembler.add(CallPiece(one));
  Texts texts;
  for (const AssembledCall& at : assembler.calls()) {
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
