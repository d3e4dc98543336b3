#include "protocol/responses/item_shape.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace argwright::protocol::responses {
namespace {

// Empty: nothing to mend.
std::string shaped(std::string_view item) {
  const std::optional<json::Value> mended = in_shape(*json::parse(item));
  return mended ? json::write(*mended) : std::string();
}

TEST(ResponsesItemShape, LeavesItemsOfTheProtocolAlone) {
  for (
      const std::string_view item : {
          R"({"type":"message","content":[{"type":"output_text","text":"a"},{"type":"refusal","refusal":"b"},{"type":"new","x":1}]})",
          R"({"type":"message","content":[]})",
          R"({"type":"message","content":null})",
          R"({"type":"reasoning","summary":[{"type":"summary_text","text":"a"}],"content":[{"type":"reasoning_text","text":"b"}]})",
          R"({"type":"reasoning","summary":[],"encrypted_content":"e"})",
          R"({"type":"function_call","call_id":"c","name":"f","arguments":""})",
          R"({"type":"function_call","call_id":"c","name":"f"})",
          R"({"type":"custom_tool_call","call_id":"c","name":"f","input":"x"})",
          R"({"type":"web_search_call","input":"x","function":{"name":"f"}})",
          R"({"id":"nobody knows"})",
          R"(7)",
      }) {
    EXPECT_EQ(shaped(item), "") << item;
  }
}

TEST(ResponsesItemShape, TellsTheTypeThatIsMissing) {
  EXPECT_EQ(shaped(R"({"content":[],"role":"assistant"})"),
            R"({"content":[],"role":"assistant","type":"message"})");
  EXPECT_EQ(shaped(R"({"call_id":"c","name":"f","arguments":"{}"})"),
            R"({"call_id":"c","name":"f","arguments":"{}","type":"function_call"})");
  EXPECT_EQ(shaped(R"({"call_id":"c","name":"f","input":"x"})"),
            R"({"call_id":"c","name":"f","input":"x","type":"custom_tool_call"})");
  EXPECT_EQ(shaped(R"({"summary":[]})"), R"({"summary":[],"type":"reasoning"})");
}

TEST(ResponsesItemShape, ReadsCallsOfOtherProtocols) {
  const std::string_view call = R"({"type":"function_call","id":"c","name":"f","arguments":"{}"})";
  EXPECT_EQ(shaped(R"({"type":"function","id":"c","function":{"name":"f","arguments":"{}"}})"), call);
  EXPECT_EQ(shaped(R"({"type":"function_call","id":"c","function":{"name":"f","arguments":"{}"}})"), call);
  EXPECT_EQ(shaped(R"({"type":"tool_use","id":"c","name":"f","input":{}})"),
            R"({"type":"function_call","id":"c","name":"f","arguments":{}})");
  EXPECT_EQ(shaped(R"({"type":"function_call","id":"c","name":"f","parameters":{}})"),
            R"({"type":"function_call","id":"c","name":"f","arguments":{}})");
  EXPECT_EQ(shaped(R"({"type":"custom_tool_call","name":"f","arguments":"x"})"),
            R"({"type":"custom_tool_call","name":"f","input":"x"})");
}

TEST(ResponsesItemShape, MakesListsOfPartsOfWhatStandsForThem) {
  const std::string_view message = R"({"type":"message","content":[{"type":"output_text","text":"a"}]})";
  EXPECT_EQ(shaped(R"({"type":"message","content":{"type":"output_text","text":"a"}})"), message);
  EXPECT_EQ(shaped(R"({"type":"message","content":["a"]})"), message);
  EXPECT_EQ(shaped(R"({"type":"message","content":[{"text":"a"}]})"),
            R"({"type":"message","content":[{"text":"a","type":"output_text"}]})");
  EXPECT_EQ(shaped(R"({"type":"message","content":[{"refusal":"a"}]})"),
            R"({"type":"message","content":[{"refusal":"a","type":"refusal"}]})");
  EXPECT_EQ(shaped(R"({"type":"message","content":[{"type":"refusal","text":"a"}]})"),
            R"({"type":"message","content":[{"type":"refusal","text":"a","refusal":"a"}]})");
  EXPECT_EQ(shaped(R"("a")"), message);

  EXPECT_EQ(shaped(R"({"type":"reasoning","summary":"a"})"),
            R"({"type":"reasoning","summary":[{"type":"summary_text","text":"a"}]})");
  EXPECT_EQ(shaped(R"({"type":"reasoning","summary":[],"content":"a"})"),
            R"({"type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"a"}]})");
  EXPECT_EQ(shaped(R"({"type":"reasoning","summary":["a"],"content":[{"type":"text","text":"b"}]})"),
            R"({"type":"reasoning","summary":[{"type":"summary_text","text":"a"}],)"
            R"("content":[{"type":"reasoning_text","text":"b"}]})");
}

TEST(ResponsesItemShape, KnowsReasoningByItsSummary) {
  EXPECT_EQ(shaped(R"({"summary":"a"})"),
            R"({"summary":[{"type":"summary_text","text":"a"}],"type":"reasoning"})");
}

TEST(ResponsesItemShape, FindsTheTextOfACallWithinItsFunction) {
  EXPECT_EQ(shaped(R"({"type":"function_call","id":"c","function":{"name":"f","parameters":{"x":1}}})"),
            R"({"type":"function_call","id":"c","name":"f","arguments":{"x":1}})");
}

TEST(ResponsesItemShape, MakesItemsOfPartsAndOfTextsWithoutOne) {
  EXPECT_EQ(shaped(R"({"type":"output_text","text":"a"})"),
            R"({"type":"message","content":[{"type":"output_text","text":"a"}]})");
  EXPECT_EQ(shaped(R"({"type":"summary_text","text":"a"})"),
            R"({"type":"reasoning","summary":[{"type":"summary_text","text":"a"}]})");
  EXPECT_EQ(shaped(R"({"type":"reasoning","text":"a"})"),
            R"({"type":"reasoning","content":[{"type":"reasoning_text","text":"a"}]})");
  EXPECT_EQ(shaped(R"({"type":"message","text":"a"})"), R"({"type":"message","content":"a"})");
  EXPECT_EQ(shaped(R"({"type":"message","content":[{"type":"output_text","content":"a"}]})"),
            R"({"type":"message","content":[{"type":"output_text","text":"a"}]})");
}

TEST(ResponsesItemShape, TakesInWhatStandsBesideTheOutput) {
  const auto whole = [](std::string_view response) {
    const std::optional<json::Array> output = whole_output(*json::parse(response));
    return output ? json::write(*output) : std::string();
  };
  const std::string call = R"({"type":"function_call","name":"f","arguments":"{}"})";
  const std::string thoughts = R"({"type":"reasoning","content":"b"})";
  const std::string message = R"({"type":"message","content":[{"type":"output_text","text":"a"}]})";
  EXPECT_EQ(whole(R"({"output":[)" + call + R"(],"output_text":"a"})"), "[" + message + "," + call + "]");
  EXPECT_EQ(whole(R"({"output":[)" + thoughts + R"(],"output_text":"a"})"),
            "[" + thoughts + "," + message + "]");
  EXPECT_EQ(whole(R"({"output":[)" + message + R"(],"reasoning_content":"b"})"),
            "[" + thoughts + "," + message + "]");
  const std::string chat_call = R"({"id":"c","function":{"name":"f","arguments":"{}"})";
  const std::string beside = R"("tool_calls":[)" + chat_call + R"(,"type":"function"}])";
  const std::string taken_in = chat_call + R"(,"type":"function_call"})";
  EXPECT_EQ(whole(R"({"output":[)" + message + "]," + beside + "}"), "[" + message + "," + taken_in + "]");
  const std::string chat_message = R"({"type":"message","content":"a",)" + beside + "}";
  EXPECT_EQ(whole(R"({"output":[)" + chat_message + "]}"), "[" + chat_message + "," + taken_in + "]");
  // What the output tells counts.
  EXPECT_EQ(whole(R"({"output":[)" + message + R"(],"output_text":"a"})"), "");
  EXPECT_EQ(whole(R"({"output":[)" + call + "]," + beside + "}"), "");
  EXPECT_EQ(whole(R"({"output":[)" + thoughts + R"(],"reasoning_content":"b"})"), "");
}

TEST(ResponsesItemShape, FindsWhatStandsForTheOutput) {
  const auto found = [](std::string_view response) {
    const std::optional<json::Array> output = missing_output(*json::parse(response));
    return output ? json::write(*output) : std::string();
  };
  const std::string_view message = R"([{"type":"message","content":[{"type":"output_text","text":"a"}]}])";
  EXPECT_EQ(found(R"({"output":"a"})"), message);
  EXPECT_EQ(found(R"({"output":[],"output_text":"a"})"), message);
  EXPECT_EQ(found(R"({"output":null,"output_text":"a"})"), message);
  EXPECT_EQ(found(R"({"output":{"type":"compaction"}})"), R"([{"type":"compaction"}])");
  EXPECT_EQ(found(R"({"output":[{"type":"compaction"}],"output_text":"a"})"), "");
  EXPECT_EQ(found(R"({"output":[]})"), "");
  EXPECT_EQ(found(R"({"output":null})"), "");
}

}  // namespace
}  // namespace argwright::protocol::responses
