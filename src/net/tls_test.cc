// TLS between our own client and our own server, with certificates that are made here.
#include "net/tls.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include "net/client_call.h"
#include "net/pause.h"
#include "net/server.h"
#include "net/test_loop.h"

namespace argwright::net {
namespace {

namespace fs = std::filesystem;

template <typename T, void (*kFree)(T*)>
using Owned = std::unique_ptr<T, decltype([](T* each) { kFree(each); })>;

struct Files {
  std::string certificate, key;
};

// Signed by itself, for `names` as in "DNS:localhost".
Files make_certificate(const fs::path& folder, const std::string& name, const char* names) {
  const Files files{folder / (name + ".crt"), folder / (name + ".key")};
  char curve[] = "P-256";
  const Owned<EVP_PKEY, EVP_PKEY_free> key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", curve));
  const Owned<X509, X509_free> certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* const subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), subject);
  const Owned<X509_EXTENSION, X509_EXTENSION_free> alternatives(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names));
  X509_add_ext(certificate.get(), alternatives.get(), -1);
  EXPECT_GT(X509_sign(certificate.get(), key.get(), EVP_sha256()), 0);
  const auto write = [](const std::string& file, auto&& content) {
    std::FILE* const out = std::fopen(file.c_str(), "w");
    content(out);
    std::fclose(out);
  };
  write(files.certificate, [&](std::FILE* out) { PEM_write_X509(out, certificate.get()); });
  write(files.key,
        [&](std::FILE* out) { PEM_write_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
  return files;
}

class Echo final : public Handler {
 public:
  Task<void> handle(Exchange& exchange) override {
    EXPECT_TRUE(exchange.listener.is_tls);
    co_await exchange.reply(200, {}, exchange.body);
  }
  std::string refusal_body(const Refusal& refusal, std::string_view) override { return refusal.message; }
  void refused(const Refusal&, std::string_view) override {}
};

class TlsTest : public testing::Test {
 public:
  TlsTest() : folder_(fs::temp_directory_path() / ("argwright_tls_test_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    good_ = make_certificate(folder_, "good", "DNS:localhost,IP:127.0.0.1");
    other_ = make_certificate(folder_, "other", "DNS:elsewhere.example");
  }
  ~TlsTest() override {
    test_.run([](TlsTest& self) -> Task<void> {
      self.pool_.reset();
      self.server_.drain();
      self.server_.abort_all();
      Cancellation none;
      co_await pause(self.test_.loop, std::chrono::milliseconds(30), none);
    }(*this));
    fs::remove_all(folder_);
  }

  // What comes back of `body`, or the fault.
  std::string ask(const Files& served, const ClientTls::Options& options, std::string body = "hello") {
    if (!port_) port_ = *server_.listen("127.0.0.1", 0, *ServerTls::make(served.certificate, served.key));
    auto origin = std::make_shared<Origin>();
    origin->url = *parse_url("https://127.0.0.1:" + std::to_string(*port_));
    origin->tls = *ClientTls::make(options);
    origin->key = options.ca_file + (options.verify ? "" : " unverified");
    std::string heard;
    test_.run([](TlsTest& self, std::shared_ptr<const Origin> from, std::string said,
                 std::string& out) -> Task<void> {
      Cancellation none;
      ClientCall call(*self.pool_, self.test_.loop, from, none);
      const std::string head =
          "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(said.size()) + "\r\n\r\n";
      std::optional<Fault> fault = co_await call.ask({head, said, false}, {});
      if (!fault) fault = co_await call.read_all(out, std::size_t{64} << 20);
      if (fault) out = std::string(fault_name(fault->kind)) + ": " + fault->message;
    }(*this, std::move(origin), std::move(body), heard));
    return heard;
  }

  fs::path folder_;
  Files good_, other_;
  TestLoop test_;
  Echo echo_;
  Server server_{test_.loop, echo_, std::make_shared<ConnectionCount>()};
  std::optional<Pool> pool_{std::in_place, test_.loop};
  std::optional<std::uint16_t> port_;
};

TEST_F(TlsTest, CarriesRequestsAndKeepsConnections) {
  EXPECT_EQ(ask(good_, {good_.certificate, true}), "hello");
  EXPECT_EQ(pool_->idle(), 1U);
  const std::string large(std::size_t{3} << 20, 'x');
  EXPECT_TRUE(ask(good_, {good_.certificate, true}, large) == large);
  EXPECT_EQ(pool_->idle(), 1U);
  EXPECT_EQ(server_.connections(), 1U);
}

TEST_F(TlsTest, TrustsNobodyItDoesNotKnow) {
  const std::string fault = ask(good_, {"", true});
  EXPECT_TRUE(
      fault.starts_with("tls: connecting to 127.0.0.1: TLS: the certificate of 127.0.0.1 is not trusted: "))
      << fault;
  EXPECT_EQ(ask(good_, {"", false}), "hello");
}

TEST_F(TlsTest, TrustsNobodyElseUnderThatName) {
  EXPECT_TRUE(ask(other_, {other_.certificate, true}).starts_with("tls: connecting to 127.0.0.1: TLS: "));
  EXPECT_EQ(ask(other_, {"", false}), "hello");
}

TEST_F(TlsTest, TellsWhatIsWrongWithItsFiles) {
  const auto fault = [](const Result<ServerTls>& made) {
    return made ? std::string("none") : made.error().message;
  };
  EXPECT_EQ(fault(ServerTls::make(good_.certificate, good_.key)), "none");
  EXPECT_TRUE(
      fault(ServerTls::make("/nowhere", good_.key)).starts_with("the certificate /nowhere cannot be used: "));
  EXPECT_TRUE(fault(ServerTls::make(good_.certificate, good_.certificate)).starts_with("the private key "));
  EXPECT_FALSE(ServerTls::make(good_.certificate, other_.key));
  EXPECT_FALSE(ClientTls::make({"/nowhere", true}));
}

TEST_F(TlsTest, APlainClientIsTurnedAway) {
  ask(good_, {good_.certificate, true});
  test_.run([](TlsTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, *self.port_);
    EXPECT_TRUE(co_await peer.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
    EXPECT_EQ((co_await peer.hear_all()).find("HTTP/"), std::string::npos);
  }(*this));
}

}  // namespace
}  // namespace argwright::net
