// TLS on both sides of the gateway.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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

// A certificate that is renewed under its old name, and read again at a reload.
class TlsRenewal : public testing::Test {
 protected:
  TlsRenewal()
      : first_("localhost"),
        second_("localhost"),
        used_("localhost"),
        upstream_([](const HttpMessage& request, int) -> Script {
          const std::string reply = stream_reply(Protocol::kChat);
          if (request.field("x-slow").empty()) return {Step::send(reply)};
          return {Step::send(reply.substr(0, 400)), Step::pause(milliseconds(300)),
                  Step::send(reply.substr(400))};
        }) {
    write(first_);
    gateway_.emplace(config(), GatewayUnderTest::Environment{},
                     [this]() -> Result<Config> { return config(); });
  }
  Config config() {
    Config config = test_config(upstream_.base_url(), Protocol::kChat);
    config.listeners.front().certificate = used_.certificate_file();
    config.listeners.front().private_key = used_.key_file();
    return config;
  }
  void write(const TestCertificate& certificate) {
    constexpr auto kOver = std::filesystem::copy_options::overwrite_existing;
    std::filesystem::copy_file(certificate.certificate_file(), used_.certificate_file(), kOver);
    std::filesystem::copy_file(certificate.key_file(), used_.key_file(), kOver);
  }
  // Does a new connection get the certificate that is trusted here?
  bool shows(const TestCertificate& certificate) {
    RawClient client = gateway_->client();
    return client.wire.shake_hands_as_client(certificate.client(), "localhost");
  }

  TestCertificate first_, second_, used_;
  ScriptedUpstream upstream_;
  std::optional<GatewayUnderTest> gateway_;
};

TEST_F(TlsRenewal, IsForNewConnectionsAndStreamsGoOn) {
  RawClient streaming = gateway_->client();
  ASSERT_TRUE(streaming.wire.shake_hands_as_client(first_.client(), "localhost"));
  streaming.send(request(Protocol::kChat, true, "x-slow: 1\r\n"));
  ASSERT_TRUE(streaming.read_at_least(200));
  write(second_);
  EXPECT_TRUE(shows(first_)) << "nobody asked for it yet";
  const Result<std::string> told = gateway_->reload();
  ASSERT_TRUE(told) << told.error().message;
  EXPECT_EQ(told->find("listeners"), std::string::npos) << *told;
  EXPECT_TRUE(becomes_true([&] { return shows(second_); }));
  EXPECT_FALSE(shows(first_));
  EXPECT_EQ(ending_of(Protocol::kChat, streaming.read_reply()).text, kReplyText);
  streaming.send(request(Protocol::kChat, true));  // the kept connection, too
  EXPECT_EQ(ending_of(Protocol::kChat, streaming.read_reply()).text, kReplyText);
}

TEST_F(TlsRenewal, OfBrokenFilesKeepsTheOldOneAndTells) {
  std::ofstream(used_.certificate_file()) << "no certificate";
  Result<std::string> told = gateway_->reload();
  ASSERT_FALSE(told);
  EXPECT_NE(told.error().message.find(used_.certificate_file()), std::string::npos) << told.error().message;
  EXPECT_NE(told.error().message.find("the certificate of before stays in use"), std::string::npos);
  EXPECT_TRUE(shows(first_));
  // Half-way through a renewal the key is another's.
  write(first_);
  std::filesystem::copy_file(second_.key_file(), used_.key_file(),
                             std::filesystem::copy_options::overwrite_existing);
  told = gateway_->reload();
  ASSERT_FALSE(told);
  EXPECT_NE(told.error().message.find("private key"), std::string::npos) << told.error().message;
  EXPECT_TRUE(shows(first_));
  write(second_);
  EXPECT_TRUE(gateway_->reload());
  EXPECT_TRUE(becomes_true([&] { return shows(second_); }));
}

}  // namespace
}  // namespace argwright::gateway_test
