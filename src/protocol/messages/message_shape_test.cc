#include "protocol/messages/message_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::parsed;

// Empty: it was in shape.
std::string block(std::string_view text) {
  json::Value value = parsed(std::string(text));
  return shape_block(value) ? json::write(value) : std::string();
}
std::string message(std::string_view text) {
  json::Value value = parsed(std::string(text));
  return shape_message(value) ? json::write(value) : std::string();
}

TEST(MessagesMessageShape, LeavesBlocksOfTheProtocolAlone) {
  for (const std::string_view own : {
           R"({"type":"text","text":"a"})",
           R"({"type":"thinking","thinking":"a","signature":"s"})",
           R"({"type":"redacted_thinking","data":"d"})",
           R"({"type":"tool_use","id":"a","name":"f","input":{}})",
           R"({"type":"tool_use","id":"a","name":"f","input":{},"arguments":{"x":1}})",
           R"({"type":"server_tool_use","id":"a","name":"f","arguments":{}})",
           R"({"type":"web_search_tool_result","tool_use_id":"a","content":"c"})",
           R"({"type":"function"})",
           R"({"type":"reasoning","text":""})",
           R"({"text":"a"})",
           R"(7)",
       }) {
    EXPECT_EQ(block(own), "") << own;
  }
}

TEST(MessagesMessageShape, ReadsBlocksInTheWordsOfOpenAI) {
  for (const std::string_view word : {"function", "function_call", "tool_call"}) {
    EXPECT_EQ(block(R"({"type":")" + std::string(word) + R"(","id":"a","name":"f","input":{}})"),
              R"({"type":"tool_use","id":"a","name":"f","input":{}})");
  }
  EXPECT_EQ(block(R"({"type":"output_text","text":"a"})"), R"({"type":"text","text":"a"})");
  EXPECT_EQ(block(R"({"type":"reasoning","text":"a"})"), R"({"type":"thinking","thinking":"a"})");
  EXPECT_EQ(block(R"({"type":"thinking","text":"a"})"), R"({"type":"thinking","thinking":"a"})");
  EXPECT_EQ(block(R"({"type":"text","content":"a"})"), R"({"type":"text","text":"a"})");
}

TEST(MessagesMessageShape, FindsTheInputAndTheIdOfACall) {
  const std::string_view call = R"({"type":"tool_use","id":"a","name":"f","input":{"x":1}})";
  EXPECT_EQ(block(R"({"type":"tool_use","id":"a","name":"f","arguments":{"x":1}})"), call);
  EXPECT_EQ(block(R"({"type":"tool_use","id":"a","name":"f","parameters":{"x":1}})"), call);
  EXPECT_EQ(block(R"({"type":"function","id":"a","function":{"name":"f","arguments":{"x":1}}})"), call);
  EXPECT_EQ(block(R"({"type":"tool_use","name":"f","input":{},"call_id":"a"})"),
            R"({"type":"tool_use","name":"f","input":{},"id":"a"})");
  // The reader knows it by its name.
  EXPECT_EQ(block(R"({"id":"a","name":"f","arguments":"{}"})"), R"({"id":"a","name":"f","input":"{}"})");
}

// "-" where nothing had to be done.
std::string delta(std::string_view text, std::string_view expected = {}) {
  json::Value value = testing::parsed(text);
  return shape_delta(value, expected) ? json::write(value) : "-";
}

TEST(MessagesMessageShape, LeavesDeltasOfTheProtocolAlone) {
  for (const std::string_view text :
       {R"({"type":"text_delta","text":"a"})", R"({"type":"thinking_delta","thinking":"a","text":"b"})",
        R"({"type":"input_json_delta","partial_json":"{"})",
        R"({"type":"input_json_delta","partial_json":""})", R"({"type":"signature_delta","signature":"s"})",
        R"({"type":"citations_delta","citation":{}})", R"({"type":"text","text":"a"})", R"({"text":"a"})",
        R"({"type":"other_delta","text":"a"})"}) {
    EXPECT_EQ(delta(text), "-") << text;
  }
}

TEST(MessagesMessageShape, ReadsDeltasInOtherWords) {
  const std::string thinking = R"({"type":"thinking_delta","thinking":"a"})";
  EXPECT_EQ(delta(R"({"type":"reasoning_content","reasoning_content":"a"})"), thinking);
  EXPECT_EQ(delta(R"({"type":"reasoning_delta","text":"a"})"), thinking);
  EXPECT_EQ(delta(R"({"type":"thinking_delta","text":"a"})"), thinking);
  EXPECT_EQ(delta(R"({"type":"thinking_delta","thinking":"","content":"a"})"), thinking);
  const std::string text = R"({"type":"text_delta","text":"a"})";
  EXPECT_EQ(delta(R"({"type":"text_delta","content":"a"})"), text);
  EXPECT_EQ(delta(R"({"type":"output_text.delta","delta":"a"})"), text);
  const std::string input = R"({"type":"input_json_delta","partial_json":"{"})";
  for (const std::string key : {"input", "arguments", "json", "parameters", "text", "content"})
    EXPECT_EQ(delta(R"({"type":"input_json_delta",")" + key + R"(":"{"})"), input) << key;
  EXPECT_EQ(delta(R"({"type":"function_call_arguments_delta","delta":"{"})"), input);
  EXPECT_EQ(delta(R"({"type":"tool_use_delta","function":{"arguments":"{"}})"), input);
  EXPECT_EQ(delta(R"({"type":"input_json_delta","input":{"a":1}})"),
            R"({"type":"input_json_delta","partial_json":{"a":1}})");
}

TEST(MessagesMessageShape, AsksTheBlockWhatADeltaIs) {
  EXPECT_EQ(delta(R"({"text":"a"})", "thinking_delta"), R"({"thinking":"a","type":"thinking_delta"})");
  EXPECT_EQ(delta(R"({"type":"new_delta","text":"a"})", "text_delta"), R"({"type":"text_delta","text":"a"})");
  EXPECT_EQ(delta(R"({"type":"new_delta","signature":"s"})", "thinking_delta"),
            R"({"type":"signature_delta","signature":"s"})");
  EXPECT_EQ(delta(R"({"type":"new_delta","arguments":"{"})", "input_json_delta"),
            R"({"type":"input_json_delta","partial_json":"{"})");
  EXPECT_EQ(delta(R"({"type":"new_delta","text":"{"})", "input_json_delta"),
            R"({"type":"input_json_delta","partial_json":"{"})");
  EXPECT_EQ(delta(R"({"type":"new_delta"})", "input_json_delta"), "-");
  EXPECT_EQ(delta(R"({"text":"a"})", "input_json_delta"), "-") << "a text beside a call, as it says";
}

TEST(MessagesMessageShape, TakesInWhatStandsBesideTheContent) {
  EXPECT_EQ(
      message(R"({"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]})"),
      R"({"content":[{"type":"text","text":"hi"},{"id":"a","name":"f","input":"{}","type":"tool_use"}]})");
  EXPECT_EQ(message(R"({"content":null,"tool_calls":{"id":"a","name":"f","arguments":"{}"}})"),
            R"({"content":[{"id":"a","name":"f","input":"{}","type":"tool_use"}]})");
  EXPECT_EQ(message(R"({"reasoning_content":"hm","content":[{"type":"text","text":"hi"}]})"),
            R"({"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"hi"}]})");
  EXPECT_EQ(message(R"({"content":"hi"})"), "");
  EXPECT_EQ(message(R"({"content":"hi","tool_calls":[],"reasoning_content":null})"), "");
}

TEST(MessagesMessageShape, TakesNothingInThatTheContentTells) {
  EXPECT_EQ(message(R"({"content":[{"type":"thinking","thinking":"hm"}],"reasoning_content":"hm"})"), "");
  // A call that stands in both has its input in one of them.
  EXPECT_EQ(message(R"({"content":[{"type":"tool_use","id":"a","name":"f","input":{}}],)"
                    R"("tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]})"),
            R"({"content":[{"type":"tool_use","id":"a","name":"f","input":"{\"x\":1}"}]})");
}

}  // namespace
}  // namespace argwright::protocol::messages
