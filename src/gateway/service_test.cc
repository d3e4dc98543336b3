// A whole gateway between a client and a scripted upstream: who is let in, and what is handed on.
#include "gateway/service.h"

#include "gateway/key_hash.h"
#include "net/body_reader.h"
#include "net/pause.h"
#include "net/test_loop.h"

namespace argwright::gateway {
namespace {

using net::Peer;
using net::Task;

class ServiceTest : public testing::Test {
 public:
  ServiceTest()
      : upstream_(test_.loop, [this](Peer peer, int) -> Task<void> {
          for (;;) {
            const std::string head = co_await peer.hear("\r\n\r\n");
            if (!head.ends_with("\r\n\r\n")) co_return;
            const std::size_t length = head.find("Content-Length: ");
            if (length != std::string::npos && head[length + 16] != '0') (void)co_await peer.hear("}");
            asked_ += head.substr(0, head.find("\r\n")) + "\n";
            heads_ += head;
            (void)co_await peer.say(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n"
                "X-Of-Upstream: 1\r\n\r\n{\"data\":[]}");
          }
        }) {
    config_.listeners = {{"127.0.0.1", 0, "", ""}};
    config_.store.url = "off";
    config_.log.level = "off";
    config_.log.access = AccessLog::kOff;
    config_.threads = 1;
    UpstreamConfig upstream;
    upstream.name = "up";
    upstream.base_url = "http://127.0.0.1:" + std::to_string(upstream_.port()) + "/base/v1";
    upstream.api_key = "sk-upstream";
    config_.upstreams = {upstream};
  }
  void start() {
    ServiceOptions options;
    options.environment = [](std::string_view) { return std::optional<std::string>(); };
    Result<std::unique_ptr<Service>> service = Service::start(config_, std::move(options));
    ASSERT_TRUE(service) << service.error().message;
    service_ = *std::move(service);
    const std::string& address = service_->addresses().front();
    port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  }
  // The status of the reply, and all of it in reply_.
  int status(const std::string& line, const std::string& fields, const std::string& body = {}) {
    test_.run([](ServiceTest& self, std::string request)
                  -> Task<void> {
      Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
      EXPECT_TRUE(co_await peer.say(request));
      self.reply_ = co_await peer.hear_all();
      peer.transport->abort(net::End::kAborted);
    }(*this, line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields +
                      (body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n") +
                      "\r\n" + body));
    return reply_.size() > 12 ? std::stoi(reply_.substr(9, 3)) : 0;
  }

  net::TestLoop test_;
  std::string asked_, heads_, reply_;
  net::ScriptedServer upstream_;
  Config config_;
  std::unique_ptr<Service> service_;
  std::uint16_t port_ = 0;
};

TEST_F(ServiceTest, HandsOnWhatItDoesNotKnow) {
  start();
  EXPECT_EQ(
      status("POST /v1/embeddings?x=1", "Authorization: Bearer mine\r\nX-Own: 2\r\n", R"({"model":"m"})"),
      200);
  EXPECT_EQ(asked_, "POST /base/v1/embeddings?x=1 HTTP/1.1\n");
  EXPECT_NE(heads_.find("Authorization: Bearer sk-upstream\r\n"), std::string::npos) << heads_;
  EXPECT_EQ(heads_.find("mine"), std::string::npos);
  EXPECT_NE(heads_.find("X-Own: 2\r\n"), std::string::npos);
  EXPECT_NE(reply_.find("X-Of-Upstream: 1\r\n"), std::string::npos) << reply_;
  EXPECT_NE(reply_.find("{\"data\":[]}"), std::string::npos);
}

TEST_F(ServiceTest, HandsOnNothingThatLeavesItsPlaceOrTellsTheKey) {
  start();
  EXPECT_EQ(status("GET /v1/../../account", ""), 404);
  EXPECT_EQ(status("GET /v1/%2e%2e/account", ""), 404);
  EXPECT_EQ(status("TRACE /v1/files", ""), 405);
  EXPECT_EQ(asked_, "");
}

TEST_F(ServiceTest, AKeyForCertainModelsCannotPassOthers) {
  config_.keys = {{"k", sha256_hex("sk-k"), {"small-*"}, 0, 0, false}};
  start();
  const std::string key = "Authorization: Bearer sk-k\r\n";
  EXPECT_EQ(status("POST /v1/completions", key, R"({"model":"small-1"})"), 200);
  EXPECT_EQ(asked_, "POST /base/v1/completions HTTP/1.1\n");
  asked_.clear();
  EXPECT_EQ(status("POST /v1/completions", key, R"({"model":"large"})"), 403);
  EXPECT_EQ(status("POST /v1/completions", key, R"({"model":"small-1","model":"large"})"), 403);
  EXPECT_EQ(status("POST /v1/completions", key + "Content-Type: text/plain\r\n", R"({"model":"large"})"),
            403);
  EXPECT_EQ(status("POST /v1/completions", key + "Content-Type: text/plain\r\n", "model=large"), 403);
  EXPECT_EQ(asked_, "");
  EXPECT_EQ(status("GET /v1/files", key), 200);
  EXPECT_EQ(status("POST /v1/completions", "", R"({"model":"small-1"})"), 401);
  EXPECT_EQ(status("POST /v1/completions", "x-api-key: wrong\r\n", R"({"model":"small-1"})"), 401);
}

TEST_F(ServiceTest, HasItsOwnPages) {
  start();
  EXPECT_EQ(status("GET /healthz", ""), 200);
  EXPECT_EQ(status("HEAD /healthz", ""), 200);
  EXPECT_TRUE(reply_.ends_with("\r\n\r\n")) << reply_;
  EXPECT_EQ(status("GET /readyz", ""), 200);
  EXPECT_EQ(status("GET /metrics", ""), 200);
  EXPECT_EQ(status("GET /admin/status", ""), 200);
  EXPECT_EQ(status("GET /admin/status", "Origin: https://evil.example\r\n"), 401);
  EXPECT_EQ(status("GET /admin/status", "X-Forwarded-For: 1.2.3.4\r\n"), 401);
  EXPECT_EQ(status("HEAD /admin/calls/stream", ""), 404);
  EXPECT_EQ(status("POST /v1/chat/completions", "Origin: https://evil.example\r\n", "{}"), 403);
  EXPECT_EQ(status("GET /nowhere", ""), 404);
}

TEST_F(ServiceTest, ServesWhileItsStoreIsAway) {
  config_.store.url = "postgresql://me:hunter2@127.0.0.1:1/argwright";  // nobody listens there
  start();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  do {
    EXPECT_EQ(status("GET /readyz", ""), 200);
  } while (reply_.find("\"degraded\"") == std::string::npos && std::chrono::steady_clock::now() < deadline);
  EXPECT_NE(reply_.find("the store fails"), std::string::npos) << reply_;
  EXPECT_EQ(reply_.find("127.0.0.1:1"), std::string::npos) << reply_;
  EXPECT_EQ(status("POST /v1/embeddings", "", R"({"model":"m"})"), 200);
  EXPECT_EQ(status("GET /metrics", ""), 200);
  EXPECT_NE(reply_.find("\nargwright_store_up 0\n"), std::string::npos) << reply_;
  EXPECT_EQ(status("GET /admin/status", ""), 200);
  EXPECT_NE(reply_.find("cannot be reached"), std::string::npos) << reply_;
  EXPECT_EQ(reply_.find("hunter2"), std::string::npos) << reply_;
}

TEST_F(ServiceTest, SaysThatItsStoreWorks) {
  config_.store.url = "sqlite::memory:";
  start();
  EXPECT_EQ(status("GET /metrics", ""), 200);
  EXPECT_NE(reply_.find("\nargwright_store_up 1\n"), std::string::npos) << reply_;
  EXPECT_EQ(status("GET /readyz", ""), 200);
  EXPECT_EQ(reply_.find("degraded"), std::string::npos) << reply_;
}

TEST_F(ServiceTest, EndsWhileClientsWait) {
  start();
  test_.run([](ServiceTest& self) -> Task<void> {
    Peer following = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await following.say("GET /admin/calls/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    (void)co_await following.hear("following");
    Peer idle = co_await Peer::connect(self.test_.loop, self.port_);
    self.service_.reset();
    (void)co_await following.hear_all();
    EXPECT_TRUE(following.transport->ended());
    EXPECT_EQ(co_await idle.hear_all(), "");
  }(*this));
}

}  // namespace
}  // namespace argwright::gateway
