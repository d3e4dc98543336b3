#include "gateway/header_rules.h"

#include "gateway/test_head.h"

namespace argwright::gateway {
namespace {

std::string to_upstream(const std::string& fields, bool same_protocol = true,
                        const ConfiguredFields& replaced = {}) {
  std::string out;
  append_request_fields(out, request_head(fields), same_protocol, replaced);
  return out;
}
std::string to_client(const std::string& fields) {
  std::string out;
  append_reply_fields(out, reply_head(fields));
  return out;
}

TEST(HeaderRules, PassWhatBelongsToTheRequest) {
  EXPECT_EQ(to_upstream("User-Agent: sdk/1\r\nX-Custom: a, b\r\ntraceparent: 00-1\r\n"),
            "User-Agent: sdk/1\r\nX-Custom: a, b\r\ntraceparent: 00-1\r\n");
}

TEST(HeaderRules, KeepWhatBelongsToOneConnection) {
  for (const char* field :
       {"Connection: x\r\n", "Keep-Alive: timeout=5\r\n", "Transfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\n", "TE: trailers\r\n", "Trailer: X\r\n", "Upgrade: websocket\r\n",
        "Expect: 100-continue\r\n", "Proxy-Authorization: Basic x\r\n", "Proxy-Connection: keep-alive\r\n"}) {
    EXPECT_EQ(to_upstream(field), "") << field;
    EXPECT_EQ(to_client(field), "") << field;
  }
  EXPECT_EQ(
      to_upstream(
          "Connection: X-Hop, close\r\nX-Hop: 1\r\nConnection: x-other\r\nX-Other: 2\r\nX-Stays: 3\r\n"),
      "X-Stays: 3\r\n");
  EXPECT_EQ(to_client("Connection: X-Hop\r\nConnection: x-other\r\nX-Hop: 1\r\nX-Other: 2\r\n"), "");
}

TEST(HeaderRules, TellUpstreamsNoKeysAndNothingOfUs) {
  for (const char* field :
       {"Host: localhost\r\n", "Authorization: Bearer ours\r\n", "x-api-key: ours\r\n", "api-key: ours\r\n",
        "Cookie: a=b\r\n", "Accept-Encoding: br\r\n", "Forwarded: for=1.2.3.4\r\n",
        "X-Forwarded-For: 1.2.3.4\r\n", "X-Real-IP: 1.2.3.4\r\n", "Via: 1.1 x\r\n", "Origin: http://a\r\n",
        "Referer: http://a\r\n", "Sec-Fetch-Site: none\r\n", "X-Argwright-Report: 1\r\n",
        "x-request-id: 1\r\n", "Content-Type: a/b\r\n"}) {
    EXPECT_EQ(to_upstream(field), "") << field;
  }
}

TEST(HeaderRules, KeepOneProtocolsFieldsFromAnother) {
  const std::string fields =
      "anthropic-beta: x\r\nOpenAI-Organization: y\r\nX-Stainless-Lang: js\r\nX-Own: 1\r\n";
  EXPECT_EQ(to_upstream(fields, true), fields);
  EXPECT_EQ(to_upstream(fields, false), "X-Own: 1\r\n");
}

TEST(HeaderRules, LeaveOutWhatTheConfigurationSends) {
  EXPECT_EQ(to_upstream("X-Title: mine\r\nX-Own: 1\r\n", true, {{"x-title", "ours"}}), "X-Own: 1\r\n");
}

TEST(HeaderRules, TellClientsWhatTheUpstreamSays) {
  EXPECT_EQ(
      to_client(
          "x-ratelimit-remaining: 5\r\nretry-after: 3\r\nX-Request-Id: up\r\nopenai-processing-ms: 1\r\n"),
      "x-ratelimit-remaining: 5\r\nretry-after: 3\r\nx-upstream-request-id: up\r\nopenai-processing-ms: "
      "1\r\n");
  for (const char* field :
       {"Content-Type: a/b\r\n", "Content-Encoding: gzip\r\n", "Set-Cookie: a=b\r\n", "Date: x\r\n",
        "Server: x\r\n", "ETag: x\r\n", "Strict-Transport-Security: x\r\n"}) {
    EXPECT_EQ(to_client(field), "") << field;
  }
}

TEST(HeaderRules, TellTheIdOfARequestAsTheClientReadsIt) {
  const auto told = [](protocol::Protocol client, std::string fields) {
    append_request_id(fields, client, "id-1");
    return fields;
  };
  EXPECT_EQ(told(protocol::Protocol::kChat, "a: b\r\n"), "a: b\r\nx-request-id: id-1\r\n");
  EXPECT_EQ(told(protocol::Protocol::kMessages, "a: b\r\n"),
            "a: b\r\nx-request-id: id-1\r\nrequest-id: id-1\r\n");
  EXPECT_EQ(told(protocol::Protocol::kMessages, "Request-Id: theirs\r\n"),
            "Request-Id: theirs\r\nx-request-id: id-1\r\n");
}

}  // namespace
}  // namespace argwright::gateway
