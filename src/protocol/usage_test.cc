#include "protocol/usage.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

TEST(Usage, LaterCountsReplaceAndAbsentOnesStay) {
  Usage usage;
  usage.input = 10;
  usage.output = 1;
  Usage later;
  later.output = 7;
  later.reasoning = 3;
  usage.merge(later);
  EXPECT_EQ(usage.input, 10);
  EXPECT_EQ(usage.output, 7);
  EXPECT_EQ(usage.reasoning, 3);
  EXPECT_EQ(usage.cached, std::nullopt);
}

TEST(Usage, MergesTheObjectsAsTheyCame) {
  Usage usage;
  Usage first, second, nothing;
  first.source = testing::parsed(R"({"a":1,"b":{"x":1}})");
  second.source = testing::parsed(R"({"b":{"y":2},"c":3})");
  usage.merge(first);
  usage.merge(nothing);
  usage.merge(second);
  EXPECT_EQ(json::write(usage.source), R"({"a":1,"b":{"y":2},"c":3})");
}

TEST(Usage, ComparesEveryCount) {
  std::optional<std::int64_t> Usage::* counts[] = {&Usage::input,  &Usage::cached,    &Usage::cache_written,
                                                   &Usage::output, &Usage::reasoning, &Usage::total};
  for (const auto count : counts) {
    Usage one, other;
    EXPECT_TRUE(one.same_counts(other));
    one.*count = 1;
    EXPECT_FALSE(one.same_counts(other));
    other.merge(one);
    EXPECT_TRUE(one.same_counts(other));
  }
}

}  // namespace
}  // namespace argwright::protocol
