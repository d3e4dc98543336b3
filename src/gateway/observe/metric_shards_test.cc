#include "gateway/observe/metric_shards.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace argwright::gateway {
namespace {

std::string key(std::string_view a, std::string_view b) {
  return std::string(a) + kLabelEnd + std::string(b) + kLabelEnd;
}

TEST(MetricShards, AddsUpWhatThreadsCount) {
  MetricShards shards({1, 2});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&shards] {
      const std::string_view labels[] = {"a", "b"};
      for (int n = 0; n < 1000; ++n) shards.own().series(1, labels)[1].add(2);
    });
  }
  // Asking while others count.
  for (int i = 0; i < 50; ++i) shards.totals(1);
  for (std::thread& thread : threads) thread.join();
  const Totals totals = shards.totals(1);
  ASSERT_EQ(totals.size(), 1U);
  EXPECT_EQ(totals.at(key("a", "b")), (std::vector<std::uint64_t>{0, 8000}));
  EXPECT_TRUE(shards.totals(0).empty());
}

TEST(MetricShards, AThreadThatEndsLeavesItsCountsAndItsShard) {
  MetricShards shards({1});
  std::vector<MetricShard*> used;
  for (int i = 0; i < 3; ++i) {
    std::thread([&] {
      const std::string_view labels[] = {"x"};
      shards.own().series(0, labels)->add(1);
      used.push_back(&shards.own());
    }).join();
  }
  EXPECT_EQ(used[0], used[1]);
  EXPECT_EQ(used[1], used[2]);
  EXPECT_EQ(shards.totals(0).begin()->second[0], 3U);
}

TEST(MetricShards, TellsLabelSetsApartThatLookAlike) {
  MetricShards shards({1});
  const std::vector<std::vector<std::string_view>> sets = {{"ab", "c"}, {"a", "bc"},    {"ab", "c"},
                                                           {"", "abc"}, {"ab", "cd"},   {"ab", ""},
                                                           {"ab", "c"}, {"a\x1f", "b"}, {"a_", "b"}};
  for (const auto& labels : sets) shards.own().series(0, labels)->add(1);
  const Totals totals = shards.totals(0);
  EXPECT_EQ(totals.size(), 6U);
  EXPECT_EQ(totals.at(key("ab", "c"))[0], 3U);
  EXPECT_EQ(totals.at(key("a", "bc"))[0], 1U);
  EXPECT_EQ(totals.at(key("ab", ""))[0], 1U);
  EXPECT_EQ(totals.at(key("a_", "b"))[0], 2U);  // what cannot be shown is shown as _
}

TEST(MetricShards, TwoOfThemDoNotMeet) {
  const std::string_view labels[] = {"x"};
  {
    MetricShards gone({1});
    gone.own().series(0, labels)->add(7);
  }
  MetricShards first({1});
  MetricShards second({1});
  first.own().series(0, labels)->add(1);
  EXPECT_EQ(first.totals(0).begin()->second[0], 1U);
  EXPECT_TRUE(second.totals(0).empty());
}

TEST(MetricLabels, AreShortAndPrintable) {
  std::string label;
  append_label(label, "a\nb\x1f\xC3\xA9\"");
  EXPECT_EQ(label, "a_b___\"");
  label.clear();
  append_label(label, std::string(1000, 'x'));
  EXPECT_EQ(label, std::string(kMaxLabel, 'x'));
}

TEST(LabelBound, AdmitsTheFirstOnesOnly) {
  MetricShards shards({1});
  LabelBound bound(2);
  EXPECT_EQ(bound.admit(shards.own(), "a"), "a");
  EXPECT_EQ(bound.admit(shards.own(), "b\n"), "b_");
  EXPECT_EQ(bound.admit(shards.own(), "c"), "other");
  EXPECT_EQ(bound.admit(shards.own(), "a"), "a");
  EXPECT_EQ(bound.admit(shards.own(), "b\n"), "b_");
  std::thread([&] {
    EXPECT_EQ(bound.admit(shards.own(), "a"), "a");
    EXPECT_EQ(bound.admit(shards.own(), "d"), "other");
  }).join();
  EXPECT_EQ(shards.own().admitted().size(), 2U);
}

}  // namespace
}  // namespace argwright::gateway
