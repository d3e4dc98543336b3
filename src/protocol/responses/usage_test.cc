#include "protocol/responses/usage.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace argwright::protocol::responses {
namespace {

Usage read(std::string_view text) { return read_usage(*json::parse(text)); }

TEST(ResponsesUsage, ReadsEveryCount) {
  const Usage usage = read(
      R"({"input_tokens":10,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":2},"output_tokens":5,)"
      R"("output_tokens_details":{"reasoning_tokens":3},"total_tokens":15,"cost":0.1})");
  EXPECT_EQ(usage.input, 10);
  EXPECT_EQ(usage.cached, 4);
  EXPECT_EQ(usage.cache_written, 2);
  EXPECT_EQ(usage.output, 5);
  EXPECT_EQ(usage.reasoning, 3);
  EXPECT_EQ(usage.total, 15);
  EXPECT_EQ(json::write(*usage.source.find("cost")), "0.1");
}

TEST(ResponsesUsage, ReadsTheSpellingOfChatToo) {
  const Usage usage =
      read(R"({"prompt_tokens":7,"prompt_tokens_details":{"cached_tokens":1},"completion_tokens":2})");
  EXPECT_EQ(usage.input, 7);
  EXPECT_EQ(usage.cached, 1);
  EXPECT_EQ(usage.output, 2);
}

TEST(ResponsesUsage, LeavesUnknownWhatIsNotTold) {
  const Usage usage = read(R"({"input_tokens":null,"output_tokens":"5","input_tokens_details":null})");
  EXPECT_FALSE(usage.input || usage.cached || usage.output || usage.reasoning || usage.total);
}

TEST(ResponsesUsage, WritesTheCountsThatClientsDemand) {
  EXPECT_EQ(json::write(write_usage(Usage{}, UsageForm::kCounted)),
            R"({"input_tokens":0,"input_tokens_details":{"cached_tokens":0},"output_tokens":0,)"
            R"("output_tokens_details":{"reasoning_tokens":0},"total_tokens":0})");
  // A total that holds hidden reasoning stays.
  const Usage usage = read(R"({"input_tokens":1,"output_tokens":2,"total_tokens":9,"x":true})");
  const json::Value counted = write_usage(usage, UsageForm::kCounted);
  EXPECT_EQ(json::write(*counted.find("total_tokens")), "9");
  EXPECT_EQ(counted.find("x"), nullptr);
  EXPECT_EQ(write_usage(usage, UsageForm::kAsItCame), usage.source);
}

}  // namespace
}  // namespace argwright::protocol::responses
