#include "store/batch.h"

#include <gtest/gtest.h>

#include <utility>

#include "store/sample_calls.h"

namespace argwright::store {
namespace {

Batch sample(std::size_t calls, std::size_t turns) {
  Batch batch;
  batch.calls = sample_calls(calls);
  for (const CallEntry& call : batch.calls) batch.bytes += bytes_of(call);
  for (std::size_t i = 0; i < turns; ++i) {
    batch.turns.push_back({"s", "call_" + std::to_string(i), "c", kSampleTime, std::string(i, 'x')});
    batch.bytes += bytes_of(batch.turns.back());
  }
  return batch;
}

std::size_t bytes_in(const Batch& batch) {
  std::size_t bytes = 0;
  for (const CallEntry& call : batch.calls) bytes += bytes_of(call);
  for (const RememberedTurn& turn : batch.turns) bytes += bytes_of(turn);
  return bytes;
}

TEST(Batch, IsCutAnywhereWithoutLosingAnything) {
  for (std::size_t count = 1; count < 7; ++count) {
    Batch first = sample(3, 4);
    const std::size_t bytes = first.bytes;
    const Batch rest = first.take_rest(count);
    EXPECT_EQ(first.size(), count);
    EXPECT_EQ(rest.size(), 7 - count);
    EXPECT_EQ(first.bytes, bytes_in(first));
    EXPECT_EQ(rest.bytes, bytes_in(rest));
    EXPECT_EQ(first.bytes + rest.bytes, bytes);
    if (count < 3) {
      EXPECT_EQ(rest.calls.front().request_id, sample_call(count).request_id);
    }
    EXPECT_EQ(rest.turns.back().call_id, "call_3");
  }
}

TEST(Batch, LeavesThoseWhoWaitToItsLastPart) {
  Batch first = sample(4, 0);
  first.waiting.emplace_back([](bool) {});
  Batch last = first.take_rest(2);
  const Batch middle = first.take_rest(1);
  EXPECT_TRUE(first.waiting.empty());
  EXPECT_TRUE(middle.waiting.empty());
  EXPECT_EQ(last.waiting.size(), 1U);
  EXPECT_TRUE(first.is_followed);
  EXPECT_TRUE(middle.is_followed);
  EXPECT_FALSE(last.is_followed);
}

TEST(Batch, TakesAnother) {
  Batch one = sample(1, 2);
  Batch other = sample(3, 1);
  other.waiting.emplace_back([](bool) {});
  const std::size_t bytes = one.bytes + other.bytes;
  one.take(std::move(other));
  EXPECT_EQ(one.calls.size(), 4U);
  EXPECT_EQ(one.turns.size(), 3U);
  EXPECT_EQ(one.waiting.size(), 1U);
  EXPECT_EQ(one.bytes, bytes);
  one.clear();
  EXPECT_EQ(one.size(), 0U);
  EXPECT_EQ(one.bytes, 0U);
}

}  // namespace
}  // namespace argwright::store
