#include "gateway/reasoning/conversation_hash.h"

#include <gtest/gtest.h>

#include "protocol/request_codec.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;

protocol::Request decoded(Protocol protocol, std::string_view body) {
  const Result<json::Value> value = json::parse(body);
  EXPECT_TRUE(value) << body;
  Result<protocol::Request> request = protocol::request_codec(protocol).decode(*value);
  EXPECT_TRUE(request) << request.error().describe();
  if (request) protocol::restore_upstream_ids(*request);
  return request ? *std::move(request) : protocol::Request{};
}

std::string chat(std::string_view messages) {
  return conversation_hash(
      decoded(Protocol::kChat, R"({"model":"m","messages":[)" + std::string(messages) + "]}"));
}

constexpr std::string_view kUser = R"({"role":"user","content":"hi"})";
std::string assistant(std::string_view members) {
  return R"(,{"role":"assistant",)" + std::string(members) + "}";
}
constexpr std::string_view kCalls =
    R"("tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1.0,\"b\":[\"\\u0041\"]}"}}])";
constexpr std::string_view kResult = R"(,{"role":"tool","tool_call_id":"c","content":"r"})";

TEST(ConversationHash, StaysTheSameWhenAClientSaysItInOtherWords) {
  const std::string before =
      chat(std::string(kUser) +
           assistant(std::string(R"("content":"text","reasoning_content":"why",)") + std::string(kCalls)) +
           std::string(kResult));
  const char* const others[] = {
      // reasoning and text dropped; arguments written anew, with other order, escapes and zeros
      R"({"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"b\": [\"A\"], \"a\": 1}"}}]},{"role":"tool","tool_call_id":"c","content":"r"})",
      // lists instead of strings, cache marks, another system prompt
      R"({"role":"system","content":"now"},{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1,\"b\":[\"A\"]}"}}]},{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"r"}]})",
  };
  for (const char* other : others) EXPECT_EQ(chat(other), before) << other;
}

TEST(ConversationHash, IsTheSameInAllProtocols) {
  const std::string before =
      chat(std::string(kUser) + assistant(std::string(R"("content":null,)") + std::string(kCalls)) +
           std::string(kResult));
  EXPECT_EQ(
      conversation_hash(decoded(
          Protocol::kMessages,
          R"({"model":"m","max_tokens":1,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"s"},{"type":"tool_use","id":"c","name":"f","input":{"a":1,"b":["A"]}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"r"}]}]})")),
      before);
  EXPECT_EQ(
      conversation_hash(decoded(
          Protocol::kResponses,
          R"({"model":"m","input":[{"role":"user","content":"hi"},{"type":"reasoning","summary":[]},{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1,\"b\":[\"A\"]}"},{"type":"function_call_output","call_id":"c","output":"r"}]})")),
      before);
}

TEST(ConversationHash, DiffersWhereSomethingElseWasSaid) {
  const std::string before = chat(std::string(kUser) + assistant(kCalls) + std::string(kResult));
  const char* const others[] = {
      R"({"role":"user","content":"hi!"})",
      R"({"role":"user","content":"hi"})",
      R"({"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"d","type":"function","function":{"name":"f","arguments":"{\"a\":1,\"b\":[\"A\"]}"}}]},{"role":"tool","tool_call_id":"d","content":"r"})",
      R"({"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":2,\"b\":[\"A\"]}"}}]},{"role":"tool","tool_call_id":"c","content":"r"})",
      R"({"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1,\"b\":[\"A\"]}"}}]},{"role":"tool","tool_call_id":"c","content":"q"})",
  };
  for (const char* other : others) EXPECT_NE(chat(other), before) << other;
}

// Clients send the results of parallel calls in the order in which they came in.
TEST(ConversationHash, ResultsOfOneReplyCountInAnyOrder) {
  const auto calls = [](const char* results) {
    return chat(
        std::string(kUser) +
        assistant(R"("tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}},)"
                  R"({"id":"d","type":"function","function":{"name":"f","arguments":""}}])") +
        results);
  };
  const std::string before = calls(
      R"(,{"role":"tool","tool_call_id":"c","content":"1"},{"role":"tool","tool_call_id":"d","content":"2"})");
  EXPECT_EQ(
      calls(
          R"(,{"role":"tool","tool_call_id":"d","content":"2"},{"role":"tool","tool_call_id":"c","content":"1"})"),
      before);
  EXPECT_NE(
      calls(
          R"(,{"role":"tool","tool_call_id":"c","content":"2"},{"role":"tool","tool_call_id":"d","content":"1"})"),
      before);
  EXPECT_NE(calls(R"(,{"role":"tool","tool_call_id":"c","content":"1"})"), before);
}

TEST(ConversationHash, OfARunIsWhatItsReplyHad) {
  const std::string begin = std::string(kUser);
  const protocol::Request request = decoded(
      Protocol::kChat,
      R"({"model":"m","messages":[)" + begin + assistant(kCalls) + std::string(kResult) +
          assistant(R"("content":"done")") + R"(,{"role":"user","content":"more"})" +
          assistant(R"("tool_calls":[{"id":"e","type":"function","function":{"name":"g","arguments":""}}])") +
          "]}");
  std::string whole;
  const std::vector<AssistantRun> runs = assistant_runs(request, &whole);
  EXPECT_EQ(whole, conversation_hash(request));
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].call_id, "c");
  EXPECT_EQ(runs[0].before, chat(begin));
  EXPECT_TRUE(runs[1].call_id.empty());
  EXPECT_EQ(runs[2].call_id, "e");
  EXPECT_EQ(runs[2].before,
            chat(begin + assistant(kCalls) + std::string(kResult) +
                 R"(,{"role":"assistant","content":"done"},{"role":"user","content":"more"})"));
}

TEST(ConversationHash, DigestsOfArgumentsLookAtValuesNotAtWriting) {
  EXPECT_EQ(arguments_digest(R"({"a":1,"b":{"c":[1,2]}})"),
            arguments_digest(R"({ "b":{"c":[1.0,2]}, "a":1e0 })"));
  EXPECT_EQ(arguments_digest(""), arguments_digest("{}"));
  EXPECT_NE(arguments_digest(R"({"a":[1,2]})"), arguments_digest(R"({"a":[2,1]})"));
  EXPECT_NE(arguments_digest(R"({"a":"1"})"), arguments_digest(R"({"a":1})"));
  EXPECT_NE(arguments_digest(R"({"a":{"b":1},"c":2})"), arguments_digest(R"({"a":{"b":2},"c":1})"));
}

TEST(ConversationHash, KnowsIdsThatNeverRepeat) {
  for (const char* id : {"call_0fGZyNlqsLmPhJbbvQNFIyJC", "toolu_01A09q90qw90lq917835lq9",
                         "chatcmpl-tool-1a2b3c4d5e6f708192a3b4c5d6e7f809",
                         "550e8400-e29b-41d4-a716-446655440000", "call_00_0fGZyNlqsLmPhJbbvQNFIyJC"}) {
    EXPECT_TRUE(is_never_repeated(id)) << id;
  }
  for (const char* id :
       {"functions.x:0", "functions.getWeatherForecastForCity2:0", "call_1", "call_00_abc", "call_xxxxxxxx",
        "", "get_weather_2024_01_01_12_30_45_123456", "call_-8199546373843111"}) {
    EXPECT_FALSE(is_never_repeated(id)) << id;
  }
}

}  // namespace
}  // namespace argwright::gateway
