#include "gateway/observe/redact.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::gateway {
namespace {

struct Case {
  std::string_view text, expected;
};

TEST(Redact, MasksSecrets) {
  const Case cases[] = {
      {"Authorization: Bearer abc.def-123", "Authorization: Bearer ***"},
      {"bearer   x", "bearer   ***"},
      {"sent BEARER abc, then", "sent BEARER ***, then"},
      {"Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic ***"},
      {"authorization: plain-key", "authorization: ***"},
      {"X-Api-Key: 12345", "X-Api-Key: ***"},
      {"x-api-key=12345; more", "x-api-key=***; more"},
      {R"({"x-api-key": "ab cd", "n": 1})", R"({"x-api-key": "***", "n": 1})"},
      {R"({\"api_key\": \"abc\"})", R"({\"api_key\": \"***\"})"},
      {R"({'authorization': 'Bearer abc'})", R"({'authorization': 'Bearer ***'})"},
      {"Incorrect API key provided: sk-abcdefghij1234.", "Incorrect API key provided: sk-***."},
      {"(sk-ant-api03-abc_DEF-1)", "(sk-***)"},
      {"AIzaSyA1234567 ghp_abcdef12", "AIza*** ghp_***"},
      {"eyJhbGciOi.eyJzdWIi.sig-1 end", "eyJ*** end"},
      {"/v1/models?key=abc&alt=sse", "/v1/models?key=***&alt=sse"},
      {"/x?alt=1&api_key=a%20b#top", "/x?alt=1&api_key=***#top"},
      {"GET /x?token=abc HTTP/1.1", "GET /x?token=*** HTTP/1.1"},
      {"postgres://me:p4ss@host/db", "postgres://me:***@host/db"},
  };
  for (const Case& c : cases) EXPECT_EQ(redact(c.text), c.expected);
}

TEST(Redact, LeavesOtherTextAlone) {
  for (const std::string_view text : {
           "",
           "unexpected token: }",
           "key: value",
           "max_tokens=5 & tokens: 7",
           "https://host:8080/v1/chat?model=gpt",
           "sk-1 is too short, ask-abcdefghij is a word",
           "the bearer",
           "x-api-key is missing",
           "api_key: ",
           "basic",
           "Tromsø 東京 \xFF",
       }) {
    EXPECT_EQ(redact(text), text);
  }
}

TEST(Redact, IsDoneOnce) {
  for (const std::string_view text : {"Bearer abc", "?key=abc", "sk-abcdefghij", "postgres://a:b@c"}) {
    const std::string once = redact(text);
    EXPECT_NE(once, text);
    EXPECT_EQ(redact(once), once);
  }
}

}  // namespace
}  // namespace argwright::gateway
