#include "protocol/chat/usage.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::chat {
namespace {

using testing::parsed;

TEST(ChatUsage, ReadsEverySpelling) {
  const Usage open = read_usage(parsed(
      R"({"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4,)"
      R"("cache_write_tokens":2},"completion_tokens_details":{"reasoning_tokens":3}})"));
  EXPECT_EQ(open.input, 10);
  EXPECT_EQ(open.output, 5);
  EXPECT_EQ(open.total, 15);
  EXPECT_EQ(open.cached, 4);
  EXPECT_EQ(open.cache_written, 2);
  EXPECT_EQ(open.reasoning, 3);
  EXPECT_EQ(read_usage(parsed(R"({"prompt_tokens":9,"prompt_cache_hit_tokens":8})")).cached, 8) << "DeepSeek";
  EXPECT_EQ(read_usage(parsed(R"({"prompt_tokens":9,"cached_tokens":7})")).cached, 7) << "Moonshot";
}

TEST(ChatUsage, LeavesOutWhatIsNotTold) {
  const Usage usage = read_usage(parsed(R"({"prompt_tokens":null,"completion_tokens":"5"})"));
  EXPECT_EQ(usage.input, std::nullopt);
  EXPECT_EQ(usage.output, std::nullopt);
}

// xAI: the total holds the reasoning once more.
TEST(ChatUsage, CountsReasoningIntoTheOutputWhereItStandsBesideIt) {
  const Usage beside = read_usage(parsed(
      R"({"prompt_tokens":10,"completion_tokens":5,"total_tokens":18,"completion_tokens_details":{"reasoning_tokens":3}})"));
  EXPECT_EQ(beside.output, 8);
}

TEST(ChatUsage, NeverTellsMoreCachedTokensThanThereAre) {
  EXPECT_EQ(read_usage(parsed(R"({"prompt_tokens":5,"cached_tokens":9})")).cached, 5);
}

TEST(ChatUsage, WritesTheUpstreamsOwnToTheSameProtocolOnly) {
  const Usage usage = read_usage(parsed(R"({"prompt_tokens":1,"completion_tokens":2,"odd":3})"));
  std::string same, other, empty;
  append_usage(same, usage, true);
  EXPECT_EQ(same, R"({"prompt_tokens":1,"completion_tokens":2,"odd":3})");
  append_usage(other, usage, false);
  EXPECT_EQ(other, R"({"prompt_tokens":1,"completion_tokens":2,"total_tokens":3})");
  append_usage(empty, Usage(), false);
  EXPECT_EQ(empty, R"({"prompt_tokens":0,"completion_tokens":0,"total_tokens":0})");
}

TEST(ChatUsage, WritesDetailsThatAreTold) {
  Usage usage;
  usage.input = 10;
  usage.output = 5;
  usage.cached = 4;
  usage.cache_written = 1;
  usage.reasoning = 2;
  std::string out;
  append_usage(out, usage, false);
  EXPECT_EQ(testing::at(out, "prompt_tokens_details"), R"({"cached_tokens":4,"cache_write_tokens":1})");
  EXPECT_EQ(testing::at(out, "completion_tokens_details"), R"({"reasoning_tokens":2})");
}

}  // namespace
}  // namespace argwright::protocol::chat
