// What the gateway tells of its own work: header, report, ids.
#include <gtest/gtest.h>

#include "argwright/json.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

class Reports : public testing::TestWithParam<Protocol> {
 protected:
  Reports()
      : upstream_([](const HttpMessage& request, int) -> Script {
          if (request.body.find("\"stream\":true") != std::string::npos) {
            return {Step::send(stream_reply(GetParam(), "x-request-id: theirs\r\n"))};
          }
          return {Step::send(http_reply(200, reply_body(GetParam()), "x-request-id: theirs\r\n"))};
        }),
        gateway_(test_config(upstream_.base_url(), GetParam())) {}

  ScriptedUpstream upstream_;
  GatewayUnderTest gateway_;
};

TEST_P(Reports, AHeaderTellsOfMendedCalls) {
  const HttpMessage answer = gateway_.ask(request(GetParam(), false));
  const std::string word = GetParam() == Protocol::kMessages ? "coerced=1" : "repaired=1";
  EXPECT_EQ(answer.field("x-argwright-call"), word);
  EXPECT_EQ(answer.body.find("\"argwright\""), std::string::npos) << "nobody asked for a report";
}

TEST_P(Reports, ABodyHasOneMoreMemberWhereAskedFor) {
  const HttpMessage answer = gateway_.ask(request(GetParam(), false, "x-argwright-report: 1\r\n"));
  const Result<json::Value> body = json::parse(answer.body);
  ASSERT_TRUE(body) << answer.body;
  const json::Value* const report = body->find("argwright");
  ASSERT_NE(report, nullptr) << answer.body;
  EXPECT_NE(json::write(*report).find("weather"), std::string::npos);
  EXPECT_EQ(upstream_.requests().at(0).field("x-argwright-report"), "") << "our own field went on";
}

TEST_P(Reports, AStreamEndsWithACommentWhereAskedFor) {
  const HttpMessage answer = gateway_.ask(request(GetParam(), true, "x-argwright-report: 1\r\n"));
  EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << "a reader of the protocol stumbles";
  const std::size_t at = answer.body.find(": argwright-report ");
  ASSERT_NE(at, std::string::npos) << answer.body;
  const std::string text = answer.body.substr(at + 19, answer.body.find('\n', at) - at - 19);
  EXPECT_TRUE(json::parse(text)) << text;
  EXPECT_EQ(gateway_.ask(request(GetParam(), true)).body.find("argwright"), std::string::npos);
  EXPECT_EQ(gateway_.ask(request(GetParam(), true, "x-argwright-report: 0\r\n")).body.find("argwright"),
            std::string::npos);
}

TEST_P(Reports, RequestIdsGoBothWays) {
  for (const bool stream : {false, true}) {
    const HttpMessage answer = gateway_.ask(request(GetParam(), stream, "x-request-id: mine-1\r\n"));
    EXPECT_EQ(answer.field("x-request-id"), "mine-1");
    EXPECT_EQ(answer.field("x-upstream-request-id"), "theirs");
    EXPECT_EQ(answer.field("request-id"), GetParam() == Protocol::kMessages ? "mine-1" : "");
    EXPECT_EQ(upstream_.requests().back().field("x-request-id"), "mine-1");
  }
}

TEST_P(Reports, ARequestWithoutAnIdGetsOne) {
  const HttpMessage answer = gateway_.ask(request(GetParam(), false));
  EXPECT_TRUE(answer.field("x-request-id").starts_with("req_"));
  EXPECT_EQ(upstream_.requests().back().field("x-request-id"), answer.field("x-request-id"));
  const HttpMessage odd = gateway_.ask(request(GetParam(), false, "x-request-id: a b\"c\r\n"));
  EXPECT_TRUE(odd.field("x-request-id").starts_with("req_")) << "an id that a log cannot hold";
  const HttpMessage refused = gateway_.ask(post(path_of(GetParam()), "{", "x-request-id: mine-2\r\n"));
  EXPECT_EQ(refused.field("x-request-id"), "mine-2");
  EXPECT_EQ(refused.field("request-id"), GetParam() == Protocol::kMessages ? "mine-2" : "");
}

TEST_P(Reports, TracesGoOn) {
  const std::string trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  EXPECT_EQ(
      gateway_.ask(request(GetParam(), true, "traceparent: " + trace + "\r\ntracestate: a=b\r\n")).status,
      200);
  EXPECT_EQ(upstream_.requests().back().field("traceparent"), trace);
  EXPECT_EQ(upstream_.requests().back().field("tracestate"), "a=b");
}

INSTANTIATE_TEST_SUITE_P(Protocols, Reports,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

}  // namespace
}  // namespace argwright::gateway_test
