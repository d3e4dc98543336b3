#include "protocol/wrapped_body.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/fields.h"
#include "protocol/relay.h"
#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::parsed;

bool holds_content(const json::Value& body) { return member(body, "content") != nullptr; }

// Empty: none.
std::string inner(const std::string& body) {
  const json::Value value = parsed(body);
  const json::Value* const reply = wrapped_reply(value, holds_content);
  return reply == nullptr ? std::string() : json::write(*reply);
}

TEST(WrappedBody, FindsTheReplyInAMemberOrAList) {
  const std::string reply = R"({"content":"hi"})";
  for (const std::string key : {"response", "message", "data", "result", "body"}) {
    EXPECT_EQ(inner(R"({"code":0,")" + key + "\":" + reply + "}"), reply);
  }
  EXPECT_EQ(inner("[" + reply + "]"), reply);
  EXPECT_EQ(inner(R"([{"data":)" + reply + "}]"), reply);
  EXPECT_EQ(inner(R"({"message":"success","data":)" + reply + "}"), reply);
}

TEST(WrappedBody, LeavesTheBodyThatIsAReplyOrHoldsNone) {
  for (const std::string body :
       {R"({"content":"hi","data":{"content":"other"}})", R"({"data":{}})", R"({"data":"x"})",
        R"({"other":{"content":"hi"}})", R"([{"content":"a"},{"content":"b"}])", "[]", "null"}) {
    EXPECT_EQ(inner(body), "") << body;
  }
}

TEST(WrappedBody, LeavesAnErrorThatHoldsWhatItIsAbout) {
  for (const std::string body : {R"({"error":{"message":"m"},"data":{"content":"hi"}})",
                                 R"({"type":"error","message":{"content":"hi"}})",
                                 R"({"base_resp":{"status_code":1002},"data":{"content":"hi"}})"}) {
    EXPECT_EQ(inner(body), "") << body;
  }
}

TEST(WrappedBody, IsReadInEveryProtocol) {
  struct Case {
    Protocol protocol;
    std::string_view body;
  };
  const Case cases[] = {
      {Protocol::kChat,
       R"({"id":"r","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,)"
       R"("message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]})"},
      {Protocol::kMessages,
       R"({"id":"r","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"hi"}],)"
       R"("stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}})"},
      {Protocol::kResponses,
       R"({"id":"r","object":"response","created_at":1,"model":"m","status":"completed","output":[{"id":"i",)"
       R"("type":"message","role":"assistant","content":[{"type":"output_text","text":"hi","annotations":[]}]}]})"},
  };
  for (const Case& it : cases) {
    RelayOptions options;
    options.from = options.to = it.protocol;
    options.gather_reply = true;
    const std::string body = R"({"code":0,"message":"success","data":)" + std::string(it.body) + "}";
    const RelayedBody relayed = relay_body(200, body, options);
    EXPECT_EQ(relayed.reply.text(PartKind::kText), "hi") << body;
    EXPECT_EQ(relayed.status, 200);
    // Clients look for it where the protocol has it.
    EXPECT_FALSE(relayed.passed) << body;
    EXPECT_EQ(relay_body_as_stream(200, body, options).status, 200) << body;
  }
}

}  // namespace
}  // namespace argwright::protocol
