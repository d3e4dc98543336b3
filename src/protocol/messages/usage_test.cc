#include "protocol/messages/usage.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::parsed;

TEST(MessagesUsage, CountsTheCacheIntoTheInput) {
  const Usage usage = read_usage(parsed(
      R"({"input_tokens":10,"cache_read_input_tokens":4,"cache_creation_input_tokens":2,"output_tokens":5})"));
  EXPECT_EQ(usage.input, 16);
  EXPECT_EQ(usage.cached, 4);
  EXPECT_EQ(usage.cache_written, 2);
  EXPECT_EQ(usage.output, 5);
  EXPECT_EQ(read_usage(parsed(R"({"output_tokens":5,"input_tokens":null})")).input, std::nullopt);
}

TEST(MessagesUsage, ReadsCountsOfImitators) {
  const Usage text = read_usage(parsed(R"({"input_tokens":"3","output_tokens":"5"})"));
  EXPECT_EQ(text.input, 3);
  EXPECT_EQ(text.output, 5);
  const Usage openai = read_usage(parsed(R"({"prompt_tokens":3,"completion_tokens":5})"));
  EXPECT_EQ(openai.input, 3);
  EXPECT_EQ(openai.output, 5);
  std::string out;
  append_usage(out, text, true);
  append_usage(out, openai, true);
  EXPECT_EQ(out, R"({"input_tokens":3,"output_tokens":5})"
                 R"({"prompt_tokens":3,"completion_tokens":5,"input_tokens":3,"output_tokens":5})");
}

TEST(MessagesUsage, TakesNothingForACountThatCannotBeOne) {
  const Usage usage = read_usage(parsed(
      R"({"input_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807,"output_tokens":-1})"));
  EXPECT_EQ(usage.input, std::nullopt);
  EXPECT_EQ(usage.cached, std::nullopt);
  EXPECT_EQ(usage.output, std::nullopt);
}

TEST(MessagesUsage, TakesTheCacheOutOfTheInputAgain) {
  Usage usage;
  usage.input = 16;
  usage.cached = 4;
  usage.cache_written = 2;
  usage.output = 5;
  std::string out;
  append_usage(out, usage, false);
  EXPECT_EQ(
      out,
      R"({"input_tokens":10,"cache_creation_input_tokens":2,"cache_read_input_tokens":4,"output_tokens":5})");
}

TEST(MessagesUsage, TellsHowMuchOfTheOutputIsReasoning) {
  Usage usage;
  usage.input = 1;
  usage.output = 9;
  usage.reasoning = 4;
  std::string out;
  append_usage(out, usage, false);
  EXPECT_EQ(out, R"({"input_tokens":1,"output_tokens":9,"output_tokens_details":{"thinking_tokens":4}})");
  EXPECT_EQ(read_usage(parsed(out)).reasoning, 4);
}

TEST(MessagesUsage, NeverWritesANegativeCount) {
  Usage usage;
  usage.input = 3;
  usage.cached = 9;
  usage.cache_written = 9;
  std::string out;
  append_usage(out, usage, false);
  EXPECT_EQ(
      out,
      R"({"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":3,"output_tokens":0})");
}

// AI SDK: both have to be numbers.
TEST(MessagesUsage, WritesNumbersWhereNothingIsTold) {
  std::string out;
  append_usage(out, Usage(), false);
  EXPECT_EQ(out, R"({"input_tokens":0,"output_tokens":0})");
}

TEST(MessagesUsage, WritesTheUpstreamsOwnToTheSameProtocol) {
  const char* const told = R"({"input_tokens":1,"output_tokens":2,"service_tier":"standard"})";
  std::string out;
  append_usage(out, read_usage(parsed(told)), true);
  EXPECT_EQ(out, told);
}

}  // namespace
}  // namespace argwright::protocol::messages
