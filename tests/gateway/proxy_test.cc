// The proxy that the environment names.
#include <gtest/gtest.h>

#include "tests/gateway/support/certificates.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

std::string proxy_url(const ScriptedUpstream& proxy) {
  return "http://user:p%40ss@127.0.0.1:" + std::to_string(proxy.port());
}
constexpr std::string_view kProof = "Basic dXNlcjpwQHNz";  // user:p@ss

TEST(Proxy, OfPlainHttpIsToldTheWholeAddress) {
  ScriptedUpstream proxy(
      [](const HttpMessage&, int) -> Script { return {Step::send(stream_reply(Protocol::kChat))}; });
  GatewayUnderTest gateway(test_config("http://upstream.test:8080/v1", Protocol::kChat),
                           {{"http_proxy", proxy_url(proxy)}});
  EXPECT_EQ(ending_of(Protocol::kChat, gateway.ask(request(Protocol::kChat, true))).text, kReplyText);
  const HttpMessage seen = proxy.requests().at(0);
  EXPECT_EQ(seen.target(), "http://upstream.test:8080/v1/chat/completions");
  EXPECT_EQ(seen.field("host"), "upstream.test:8080");
  EXPECT_EQ(seen.field("proxy-authorization"), kProof);
}

TEST(Proxy, OfTlsIsAskedForATunnel) {
  const TestCertificate certificate("upstream.test");
  ScriptedUpstream upstream(
      [](const HttpMessage&, int) -> Script { return {Step::send(stream_reply(Protocol::kMessages))}; },
      certificate.server());
  ScriptedUpstream proxy([&](const HttpMessage&, int) -> Script {
    return {Step::send("HTTP/1.1 200 Connection established\r\n\r\n"), Step::tunnel(upstream.port())};
  });
  Config config = test_config("https://upstream.test/v1", Protocol::kMessages);
  config.upstreams.front().ca_file = certificate.certificate_file();
  GatewayUnderTest gateway(config, {{"https_proxy", proxy_url(proxy)}});
  for (int i = 0; i < 2; ++i) {
    const HttpMessage answer = gateway.ask(request(Protocol::kMessages, true));
    EXPECT_EQ(ending_of(Protocol::kMessages, answer).text, kReplyText) << answer.body;
  }
  const HttpMessage seen = proxy.requests().at(0);
  EXPECT_EQ(seen.start_line, "CONNECT upstream.test:443 HTTP/1.1");
  EXPECT_EQ(seen.field("proxy-authorization"), kProof);
  EXPECT_EQ(seen.field("x-api-key"), "");
  EXPECT_EQ(upstream.requests().at(0).field("proxy-authorization"), "")
      << "the proxy's password went further";
  EXPECT_EQ(proxy.connections(), 1) << "the tunnel is not kept";
}

TEST(Proxy, ThatRefusesIsToldAsAFault) {
  const Script refusals[] = {
      {Step::send(http_reply(407, "")), Step::close()},
      {Step::send(http_reply(503, "")), Step::close()},
      {Step::send("garbage\r\n\r\n"), Step::close()},
      {Step::send("HTTP/1.1 200 OK\r\n"), Step::reset()},
      {Step::send("HTTP/1.1 200 OK\r\n\r\nand more"), Step::close()},
      {Step::close()},
      {Step::stall()},
  };
  for (const Script& refusal : refusals) {
    ScriptedUpstream proxy([&](const HttpMessage&, int) { return refusal; });
    Config config = test_config("https://upstream.test/v1", Protocol::kMessages);
    config.upstreams.front().timeouts.connect = milliseconds(200);
    GatewayUnderTest gateway(config, {{"HTTPS_PROXY", proxy_url(proxy)}});
    const HttpMessage answer = gateway.ask(request(Protocol::kMessages, true));
    EXPECT_GE(answer.status, 502);
    EXPECT_NE(error_message(Protocol::kMessages, answer.body), "") << answer.body;
    EXPECT_EQ(answer.body.find("p@ss"), std::string::npos) << "the proxy's password is told: " << answer.body;
    EXPECT_EQ(answer.body.find("p%40ss"), std::string::npos)
        << "the proxy's password is told: " << answer.body;
    EXPECT_TRUE(gateway.settles());
  }
}

TEST(Proxy, IsLeftAloneByAClientThatHasGone) {
  ScriptedUpstream proxy([&](const HttpMessage&, int) -> Script { return {Step::stall()}; });
  GatewayUnderTest gateway(test_config("https://upstream.test/v1", Protocol::kMessages),
                           {{"https_proxy", proxy_url(proxy)}});
  RawClient client = gateway.client();
  client.send(request(Protocol::kMessages, true));
  ASSERT_TRUE(becomes_true([&] { return proxy.requests().size() == 1; }));
  client.wire.reset();
  EXPECT_TRUE(becomes_true([&] { return proxy.abandoned() == 1; }, milliseconds(3000)));
  EXPECT_TRUE(gateway.settles());
}

TEST(Proxy, IsNotUsedForThisMachineOrForNamesThatAreExempt) {
  ScriptedUpstream proxy([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  ScriptedUpstream upstream([](const HttpMessage&, int) -> Script {
    return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
  });
  GatewayUnderTest local(test_config(upstream.base_url(), Protocol::kChat),
                         {{"http_proxy", proxy_url(proxy)}});
  EXPECT_EQ(local.ask(request(Protocol::kChat, false)).status, 200);
  EXPECT_EQ(proxy.requests().size(), 0U);
  Config exempt = test_config("http://upstream.invalid/v1", Protocol::kChat);
  exempt.upstreams.front().timeouts.connect = milliseconds(300);
  GatewayUnderTest straight(exempt, {{"http_proxy", proxy_url(proxy)}, {"no_proxy", "a.example, .invalid"}});
  EXPECT_GE(straight.ask(request(Protocol::kChat, false)).status, 502) << "no such name";
  EXPECT_EQ(proxy.requests().size(), 0U);
}

}  // namespace
}  // namespace argwright::gateway_test
