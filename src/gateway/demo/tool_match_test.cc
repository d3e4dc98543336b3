#include "gateway/demo/tool_match.h"

#include <gtest/gtest.h>

#include "gateway/demo/test_requests.h"

namespace argwright::gateway::demo {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

std::string chosen(std::string_view message, std::string more = "",
                   std::vector<TestTool> tools = {kWeather, kRead}) {
  Ask ask;
  ask.tools = std::move(tools);
  ask.more = std::move(more);
  const protocol::Request request = decoded(Protocol::kChat, request_text(Protocol::kChat, ask));
  const protocol::ToolSpec* tool = choose_tool(request, message);
  return tool != nullptr ? tool->name : "-";
}

TEST(ToolMatch, GoesByTheWordsOfTheMessage) {
  EXPECT_EQ(chosen("please read notes.md"), "read_file");
  EXPECT_EQ(chosen("I was READING a file"), "read_file");
  EXPECT_EQ(chosen("weather?"), "get_weather");
  EXPECT_EQ(chosen("which city"), "get_weather") << "by a parameter";
  EXPECT_EQ(chosen("some text"), "read_file") << "by the description";
}

TEST(ToolMatch, TakesTheFirstWhereNothingFits) {
  EXPECT_EQ(chosen("xyzzy"), "get_weather");
  EXPECT_EQ(chosen("the"), "get_weather");
}

TEST(ToolMatch, ObeysTheChoiceOfTheRequest) {
  EXPECT_EQ(chosen("read it", R"(,"tool_choice":"none")"), "-");
  EXPECT_EQ(chosen("read it", R"(,"tool_choice":{"type":"function","function":{"name":"get_weather"}})"),
            "get_weather");
  EXPECT_EQ(
      chosen("weather", R"(,"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[)"
                        R"({"type":"function","function":{"name":"read_file"}}]}})"),
      "read_file");
  EXPECT_EQ(chosen("read it", "", {}), "-");
}

TEST(ToolMatch, FindsAnotherToolForASecondCall) {
  Ask ask;
  protocol::Request request = decoded(Protocol::kChat, request_text(Protocol::kChat, ask));
  const std::vector<protocol::ToolSpec>& tools = *request.tools;
  EXPECT_EQ(other_tool(request, tools[0])->name, "read_file");
  EXPECT_EQ(other_tool(request, tools[1])->name, "get_weather");
  request.tools->pop_back();
  EXPECT_EQ(other_tool(request, tools[0])->name, "get_weather");
}

}  // namespace
}  // namespace argwright::gateway::demo
