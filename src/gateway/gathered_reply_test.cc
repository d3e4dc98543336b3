#include "gateway/gathered_reply.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::gateway {
namespace {

using protocol::Protocol;

std::string chunk(const std::string& delta, const std::string& more = R"("finish_reason":null)") {
  return R"(data: {"id":"c1","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,)"
         R"("delta":)" +
         delta + "," + more + "}]}\n\n";
}

const std::string kStream =
    chunk(R"({"role":"assistant","content":null,"reasoning_content":"I "})") +
    chunk(R"({"reasoning_content":"think."})") + chunk(R"({"content":"So."})") +
    chunk(
        R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{'x'"}}]})") +
    chunk(R"({"tool_calls":[{"index":0,"id":"","function":{"arguments":": 1}"}}]})") +
    chunk("{}", R"("finish_reason":"tool_calls")") +
    "data: {\"id\":\"c1\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,"
    "\"total_tokens\":7}}\n\ndata: [DONE]\n\n";

protocol::RelayedBody gathered(Protocol to, const std::string& bytes) {
  protocol::RelayOptions options;
  options.to = to;
  options.gather_reply = true;
  options.governance.keep_content_with_calls = true;
  return gathered_stream(bytes, options);
}

TEST(GatheredReply, IsTheBodyOfTheClientsProtocol) {
  const protocol::RelayedBody chat = gathered(Protocol::kChat, kStream);
  EXPECT_EQ(chat.status, 200);
  for (const char* part :
       {R"("object":"chat.completion")", R"("reasoning_content":"I think.")", R"("content":"So.")",
        R"("arguments":"{\"x\":1}")", R"("finish_reason":"tool_calls")", R"("prompt_tokens":3)"}) {
    EXPECT_NE(chat.body.find(part), std::string::npos) << part << " in " << chat.body;
  }
  EXPECT_EQ(chat.report.calls.size(), 1U);
  const protocol::RelayedBody messages = gathered(Protocol::kMessages, kStream);
  for (const char* part : {R"("type":"message")", R"("thinking":"I think.")", R"("input":{"x":1})"})
    EXPECT_NE(messages.body.find(part), std::string::npos) << part << " in " << messages.body;
}

TEST(GatheredReply, OfAnErrorIsThatError) {
  const protocol::RelayedBody broken =
      gathered(Protocol::kMessages,
               "data: {\"error\":{\"message\":\"too many\",\"type\":\"rate_limit_error\",\"code\":429}}\n\n");
  EXPECT_GE(broken.status, 400);
  EXPECT_NE(broken.body.find("too many"), std::string::npos) << broken.body;
  EXPECT_NE(broken.body.find(R"("type":"error")"), std::string::npos) << broken.body;
}

}  // namespace
}  // namespace argwright::gateway
