// TLS on both sides of the gateway.
#include <gtest/gtest.h>

#include "tests/gateway/support/certificates.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

ScriptedUpstream::Author streaming(Protocol protocol) {
  return [protocol](const HttpMessage& request, int) -> Script {
    const std::string reply = stream_reply(protocol);
    const std::string wish = request.field("x-cut");
    if (wish.empty()) return {Step::send(reply)};
    return {Step::send(reply.substr(0, std::stoul(wish))),
            wish.back() % 2 == 0 ? Step::close() : Step::reset()};
  };
}

class TlsUpstream : public testing::TestWithParam<Protocol> {
 protected:
  TlsUpstream() : certificate_("localhost"), upstream_(streaming(GetParam()), certificate_.server()) {}
  Config config(const std::string& host = "127.0.0.1") {
    Config config = test_config(upstream_.base_url(host), GetParam());
    config.upstreams.front().ca_file = certificate_.certificate_file();
    return config;
  }

  TestCertificate certificate_;
  ScriptedUpstream upstream_;
};

TEST_P(TlsUpstream, ThatIsTrustedIsAsked) {
  for (const char* host : {"127.0.0.1", "localhost"}) {
    GatewayUnderTest gateway(config(host));
    for (int i = 0; i < 3; ++i) {
      const Ending ending = ending_of(GetParam(), gateway.ask(request(GetParam(), true)));
      EXPECT_EQ(ending.fault, "");
      EXPECT_EQ(ending.text, kReplyText) << host;
    }
  }
  EXPECT_EQ(upstream_.connections(), 2) << "one for each gateway";
}

TEST_P(TlsUpstream, ThatIsNotTrustedIsNot) {
  Config stranger = config();
  stranger.upstreams.front().ca_file.clear();
  GatewayUnderTest gateway(stranger);
  const HttpMessage answer = gateway.ask(request(GetParam(), true));
  EXPECT_EQ(answer.status, 502);
  EXPECT_NE(error_message(GetParam(), answer.body).find("not trusted"), std::string::npos) << answer.body;
  EXPECT_TRUE(upstream_.requests().empty()) << "the request went to a stranger";
}

TEST_P(TlsUpstream, OfAnotherNameIsNotAsked) {
  const TestCertificate other("other.example");
  ScriptedUpstream upstream(streaming(GetParam()), other.server());
  Config wrong = test_config(upstream.base_url("localhost"), GetParam());
  wrong.upstreams.front().ca_file = other.certificate_file();
  GatewayUnderTest gateway(wrong);
  EXPECT_EQ(gateway.ask(request(GetParam(), true)).status, 502);
  EXPECT_TRUE(upstream.requests().empty());
}

TEST_P(TlsUpstream, MayBeLeftUnverified) {
  Config careless = config();
  careless.upstreams.front().ca_file.clear();
  careless.upstreams.front().verify_tls = false;
  GatewayUnderTest gateway(careless);
  EXPECT_EQ(ending_of(GetParam(), gateway.ask(request(GetParam(), true))).text, kReplyText);
}

TEST_P(TlsUpstream, ThatSpeaksNoTlsIsToldAsAFault) {
  ScriptedUpstream plain(streaming(GetParam()));
  Config wrong = config();
  wrong.upstreams.front().base_url = "https://127.0.0.1:" + std::to_string(plain.port()) + "/v1";
  wrong.upstreams.front().timeouts.connect = milliseconds(300);
  GatewayUnderTest gateway(wrong);
  EXPECT_GE(gateway.ask(request(GetParam(), true)).status, 502);
}

TEST_P(TlsUpstream, ThatBreaksOffGivesTheClientAnEnding) {
  GatewayUnderTest gateway(config());
  const std::size_t size = stream_reply(GetParam()).size();
  for (std::size_t cut = 1; cut < size; cut += size / 30) {
    const HttpMessage answer =
        gateway.ask(request(GetParam(), true, "x-cut: " + std::to_string(cut) + "\r\n"));
    EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << cut << "\n" << answer.body;
  }
  EXPECT_TRUE(gateway.settles());
}

INSTANTIATE_TEST_SUITE_P(Protocols, TlsUpstream,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

class TlsListener : public testing::Test {
 protected:
  TlsListener() : certificate_("localhost"), upstream_(streaming(Protocol::kChat)), gateway_(config()) {}
  Config config() {
    Config config = test_config(upstream_.base_url(), Protocol::kChat);
    config.listeners.front().certificate = certificate_.certificate_file();
    config.listeners.front().private_key = certificate_.key_file();
    config.limits.head_time = milliseconds(300);
    return config;
  }

  TestCertificate certificate_;
  ScriptedUpstream upstream_;
  GatewayUnderTest gateway_;
};

TEST_F(TlsListener, ServesClients) {
  RawClient client = gateway_.client();
  ASSERT_TRUE(client.wire.shake_hands_as_client(certificate_.client(), "localhost"));
  for (int i = 0; i < 3; ++i) {
    client.send(request(Protocol::kChat, true));
    EXPECT_EQ(ending_of(Protocol::kChat, client.read_reply()).text, kReplyText);
  }
}

TEST_F(TlsListener, SendsLongRepliesWhole) {
  const std::string body = "{\"x\":\"" + std::string(std::size_t{3} << 20, 'a') + "\"}";
  ScriptedUpstream large(
      [&](const HttpMessage&, int) -> Script { return {Step::send(http_reply(200, body))}; });
  Config own = config();
  own.upstreams.front().base_url = large.base_url();
  GatewayUnderTest gateway(own);
  RawClient client = gateway.client();
  ASSERT_TRUE(client.wire.shake_hands_as_client(certificate_.client(), "localhost"));
  client.send(post("/v1/embeddings", R"({"model":"m"})"));
  EXPECT_EQ(client.read_reply().body.size(), body.size());
}

TEST_F(TlsListener, IsNotHeldUpByThoseWhoDoNotShakeHands) {
  RawClient silent = gateway_.client();
  RawClient plain = gateway_.client();
  plain.send(request(Protocol::kChat, true));
  EXPECT_TRUE(plain.is_ended_within(kPatience));
  EXPECT_TRUE(silent.is_ended_within(kPatience));
  RawClient broken = gateway_.client();
  broken.send("\x16\x03\x01\x02");
  broken.wire.reset();
  EXPECT_TRUE(gateway_.settles());
}

TEST_F(TlsListener, ClientsThatGoAreSeen) {
  for (const bool by_reset : {true, false}) {
    RawClient client = gateway_.client();
    ASSERT_TRUE(client.wire.shake_hands_as_client(certificate_.client(), "localhost"));
    client.send(request(Protocol::kChat, true).substr(0, 100));
    if (by_reset) {
      client.wire.reset();
    } else {
      client.wire.close();
    }
  }
  EXPECT_TRUE(gateway_.settles());
}

TEST_F(TlsListener, AWrongKeyIsToldAtTheStart) {
  const TestCertificate other("localhost");
  Config wrong = config();
  wrong.listeners.front().private_key = other.key_file();
  EXPECT_NE(GatewayUnderTest::start_fault(wrong).find("key"), std::string::npos)
      << GatewayUnderTest::start_fault(wrong);
  wrong.listeners.front().certificate = "/nowhere.pem";
  EXPECT_NE(GatewayUnderTest::start_fault(wrong).find("/nowhere.pem"), std::string::npos);
}

}  // namespace
}  // namespace argwright::gateway_test
