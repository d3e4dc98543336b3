#include "protocol/reply.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::delta;
using testing::part;
using testing::part_end;
using testing::whole_call;

Reply gathered(const Events& events) {
  ReplyBuilder builder;
  for (const Event& event : events) builder.add(event);
  return builder.take();
}

TEST(Reply, HasOneChoiceBeforeAnythingComes) {
  const Reply reply = gathered({});
  ASSERT_EQ(reply.choices.size(), 1U);
  EXPECT_FALSE(reply.choices[0].finish);
  EXPECT_FALSE(reply.has_usage);
  EXPECT_EQ(reply.text(PartKind::kText, 9), "");
  EXPECT_TRUE(reply.calls(9).empty());
}

TEST(Reply, GathersPartsAndCallsInOrder) {
  const Reply reply =
      gathered({testing::start("r1", "m"), part(0, PartKind::kReasoning), delta(0, "think"), part_end(0),
                part(1, PartKind::kText), delta(1, "he"), delta(1, "llo"), part_end(1),
                whole_call("c1", "f", "{}"), part(2, PartKind::kText), delta(2, "!"), part_end(2),
                testing::finish(FinishReason::kCalls, "tool_calls"), End{}});
  EXPECT_EQ(reply.start.id, "r1");
  EXPECT_EQ(reply.text(PartKind::kText), "hello!");
  EXPECT_EQ(reply.text(PartKind::kReasoning), "think");
  ASSERT_EQ(reply.calls().size(), 1U);
  EXPECT_EQ(reply.calls()[0]->id, "c1");
  ASSERT_EQ(reply.choices[0].parts.size(), 4U);
  EXPECT_TRUE(std::holds_alternative<Call>(reply.choices[0].parts[2]));
  EXPECT_EQ(reply.choices[0].finish->reason, FinishReason::kCalls);
  EXPECT_TRUE(reply.clean);
}

TEST(Reply, KeepsChoicesApart) {
  const Reply reply =
      gathered({part(0, PartKind::kText, 1), delta(0, "b", 1), part(0, PartKind::kText), delta(0, "a")});
  ASSERT_EQ(reply.choices.size(), 2U);
  EXPECT_EQ(reply.text(PartKind::kText, 0), "a");
  EXPECT_EQ(reply.text(PartKind::kText, 1), "b");
}

TEST(Reply, BoundsTheNumbersOfChoices) {
  const Reply reply = gathered({part(0, PartKind::kText, 2'000'000'000), part(0, PartKind::kText, -5)});
  EXPECT_EQ(reply.choices.size(), 1U);
}

TEST(Reply, KeepsTheFirstErrorAndTheLastUsage) {
  Failure first, second;
  first.error.message = "first";
  second.error.message = "second";
  UsageTold early, late;
  early.usage.output = 1;
  late.usage.output = 2;
  const Reply reply = gathered({first, early, second, late, End{false}});
  EXPECT_EQ(reply.error->message, "first");
  EXPECT_EQ(reply.usage.output, 2);
  EXPECT_TRUE(reply.has_usage);
  EXPECT_FALSE(reply.clean);
}

TEST(Reply, GathersUnknownMembersAndDropsTextOfNoPart) {
  Delta extra = delta(0, "x");
  extra.extras = {{"seen", json::Value(true)}};
  const Reply reply = gathered({part(0, PartKind::kText), extra, delta(7, "of nowhere"),
                                Other{"delta", json::Object{{"more", json::Value("y")}}, std::nullopt},
                                Other{"ping", {}, std::nullopt}});
  EXPECT_EQ(json::write(reply.choices[0].extras), R"({"seen":true,"more":"y"})");
  EXPECT_EQ(reply.text(PartKind::kText), "x");
}

}  // namespace
}  // namespace argwright::protocol
