#include "gateway/request_look.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using protocol::Protocol;

Result<RequestLook> look_at(std::string& body, Protocol protocol = Protocol::kChat) {
  return look_at_request(protocol, body);
}

std::string fault_of(std::string body) {
  const Result<RequestLook> look = look_at(body);
  return look ? "none" : look.error().message;
}

TEST(RequestLook, FindsEveryMember) {
  std::string body =
      R"( {"messages":[{"role":"user","content":"hi \"model\": \"x\""}], "model" : "gpt-5" ,"stream":true,
          "tools":[{"type":"function","function":{"name":"a"}} ],"stream_options":{"other":1,"include_usage":true},
          "previous_response_id":"resp_1","store":false,"thread":{"id":"t"},"n":1e400} )";
  const Result<RequestLook> look = look_at(body);
  ASSERT_TRUE(look) << look.error().message;
  EXPECT_EQ(look->model, "gpt-5");
  EXPECT_EQ(look->model_text, "\"gpt-5\"");
  EXPECT_EQ(look->tools, R"([{"type":"function","function":{"name":"a"}} ])");
  EXPECT_TRUE(look->stream);
  EXPECT_TRUE(look->include_usage);
  EXPECT_EQ(look->previous_response_id, "resp_1");
  EXPECT_FALSE(look->store);
  EXPECT_TRUE(look->has_thread);
  // The views are into the body.
  EXPECT_GE(look->model_text.data(), body.data());
  EXPECT_LE(look->tools.data() + look->tools.size(), body.data() + body.size());
}

TEST(RequestLook, HasDefaults) {
  std::string body = "{}";
  const Result<RequestLook> look = look_at(body);
  ASSERT_TRUE(look);
  EXPECT_EQ(look->model, "");
  EXPECT_TRUE(look->model_text.empty());
  EXPECT_TRUE(look->tools.empty());
  EXPECT_FALSE(look->stream || look->include_usage || look->has_thread || look->has_history);
  EXPECT_TRUE(look->store);
}

TEST(RequestLook, OverlooksMembersOfAnotherKind) {
  std::string body =
      R"({"stream":"true","tools":{},"stream_options":[],"previous_response_id":null,"store":0,"thread":null})";
  const Result<RequestLook> look = look_at(body);
  ASSERT_TRUE(look);
  EXPECT_FALSE(look->stream || look->has_thread);
  EXPECT_TRUE(look->store && look->tools.empty() && look->previous_response_id.empty());
  EXPECT_EQ(fault_of(R"({"model":5})"), "'model' is no string");
  EXPECT_EQ(fault_of(R"({"model":null})"), "'model' is no string");
}

TEST(RequestLook, ReadsEscapes) {
  std::string body = R"({"\u006dodel":"a\"b\u00e9\\","str\u0065am":true})";
  const Result<RequestLook> look = look_at(body);
  ASSERT_TRUE(look);
  EXPECT_EQ(look->model, "a\"b\xc3\xa9\\");
  EXPECT_EQ(look->model_text, R"("a\"b\u00e9\\")");
  EXPECT_TRUE(look->stream);
}

TEST(RequestLook, RefusesWhatIsToldTwice) {
  EXPECT_EQ(fault_of(R"({"model":"a","model":"b"})"), "'model' is told twice");
  EXPECT_EQ(fault_of(R"({"model":"a","mod\u0065l":"b"})"), "'model' is told twice");
  EXPECT_EQ(fault_of(R"({"stream":true,"stream":true})"), "'stream' is told twice");
  EXPECT_EQ(fault_of(R"({"tools":[],"tools":[]})"), "'tools' is told twice");
  EXPECT_EQ(fault_of(R"({"other":1,"other":2})"), "none");
  EXPECT_EQ(fault_of(R"({"metadata":{"model":"x"},"model":"a"})"), "none");
}

TEST(RequestLook, RefusesWhatIsNoObject) {
  for (const char* body :
       {"", " ", "[]", "\"a\"", "5", "null", "{", "{\"a\"}", "{\"a\":}", "{\"model\":\"a", "{\"model\":\"a\"",
        "{} x", "{}{}", "{\"a\":1,}", "\xff", "{\"model\":\"\\ud800\"}"}) {
    EXPECT_TRUE(fault_of(body).starts_with("the request's body is no JSON object: "))
        << body << ": " << fault_of(body);
  }
  EXPECT_FALSE(fault_of(std::string(100'000, '[')) == "none");
}

TEST(RequestLook, SeesWhetherThereIsAHistory) {
  const auto has = [](Protocol protocol, std::string body) { return look_at(body, protocol)->has_history; };
  EXPECT_TRUE(has(Protocol::kChat, R"({"messages":[{"role":"tool","tool_call_id":"a"}]})"));
  EXPECT_TRUE(has(Protocol::kChat, R"({"messages":[{"role":"assistant","tool_calls":[]}]})"));
  EXPECT_FALSE(has(Protocol::kChat, R"({"messages":[{"role":"user","content":"about calls of tools"}]})"));
  EXPECT_TRUE(has(Protocol::kMessages, R"({"messages":[{"content":[{"type":"tool_use"}]}]})"));
  EXPECT_TRUE(has(Protocol::kMessages, R"({"messages":[{"content":[{"type":"tool_result"}]}]})"));
  EXPECT_FALSE(has(Protocol::kMessages, R"({"messages":[]})"));
  EXPECT_TRUE(has(Protocol::kResponses, R"({"input":[{"type":"function_call_output"}]})"));
  EXPECT_TRUE(has(Protocol::kResponses, R"({"input":[{"type":"item_reference"}]})"));
  EXPECT_FALSE(has(Protocol::kResponses, R"({"input":"hi"})"));
}

TEST(RequestLook, ReadsLargeBodiesAndSmallOnesAfterThem) {
  for (int round = 0; round < 2; ++round) {
    std::string large = R"({"messages":[")" + std::string(std::size_t{3} << 20, 'x') + R"("],"model":"big"})";
    EXPECT_EQ(look_at(large)->model, "big");
    std::string small = R"({"model":"small"})";
    EXPECT_EQ(look_at(small)->model, "small");
  }
}

TEST(RequestLook, LeavesTheContentAsItIs) {
  const std::string before = R"({"model":"a\u0062","tools":[1,2]})";
  std::string body = before;
  ASSERT_TRUE(look_at(body));
  EXPECT_EQ(body, before);
}

}  // namespace
}  // namespace argwright::gateway
