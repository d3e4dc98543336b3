// Calls to upstreams, and the pool that keeps their connections.
#include "net/client_call.h"

#include <zlib.h>

#include "net/pause.h"
#include "net/test_loop.h"

namespace argwright::net {
namespace {

using std::chrono::milliseconds;

std::shared_ptr<const Origin> origin_of(const std::string& url, const std::string& proxy = {}) {
  auto origin = std::make_shared<Origin>();
  origin->url = *parse_url(url);
  if (!proxy.empty()) origin->proxy = *parse_url(proxy);
  origin->key = url + " " + proxy;
  return origin;
}

std::string packed(std::string text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string with_length(const std::string& fields, const std::string& body) {
  return "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

struct Answer {
  int status = 0;
  std::string body;
  std::optional<Fault> fault;
};

class ClientCallTest : public testing::Test {
 public:
  ~ClientCallTest() override {
    test_.run([](ClientCallTest& self) -> Task<void> {
      if (self.server_) self.server_->stop();
      self.pool_.reset();
      co_await self.sleep(milliseconds(30));
    }(*this));
  }

  // On every connection: each request (a head that ends with an empty line) is answered with these bytes; an
  // empty answer closes the connection.
  void answer_with(std::vector<std::string> answers, bool then_close = false) {
    answers_ = std::move(answers);
    server_.emplace(test_.loop, [this, then_close](Peer peer, int) -> Task<void> {
      for (;;) {
        const std::string heard = co_await peer.hear("\r\n\r\n");
        if (!heard.ends_with("\r\n\r\n")) co_return;
        requests_ += heard;
        const std::string answer = next_ < answers_.size() ? answers_[next_++] : std::string();
        if (!answer.empty()) (void)co_await peer.say(answer);
        if (answer.empty() || then_close) {
          co_await peer.transport->close();
          co_return;
        }
      }
    });
    origin_ = origin_of("http://127.0.0.1:" + std::to_string(server_->port()));
  }

  Task<Answer> ask(std::string body = {}, std::string method = "GET", std::size_t max_bytes = 1 << 20) {
    Answer answer;
    ClientCall call(*pool_, test_.loop, origin_, cancellation_);
    const std::string head = method + " / HTTP/1.1\r\nHost: a\r\n\r\n";
    answer.fault = co_await call.ask({head, body, method == "HEAD"}, times_);
    if (answer.fault) co_return answer;
    answer.status = call.head().status;
    answer.fault = co_await call.read_all(answer.body, max_bytes);
    co_return answer;
  }
  Answer ask_once(std::size_t max_bytes = 1 << 20) {
    Answer answer;
    test_.run([](ClientCallTest& self, Answer& out, std::size_t most) -> Task<void> {
      out = co_await self.ask({}, "GET", most);
    }(*this, answer, max_bytes));
    return answer;
  }
  Task<void> sleep(milliseconds time) {
    Cancellation none;
    co_await pause(test_.loop, time, none);
  }
  std::string fault_text(const Answer& answer) {
    if (!answer.fault) return "none";
    std::string text = std::string(fault_name(answer.fault->kind)) + ": " + answer.fault->message;
    if (server_) {
      const std::string port = std::to_string(server_->port());
      if (const std::size_t at = text.find(port); at != std::string::npos)
        text.replace(at, port.size(), "PORT");
    }
    return text;
  }

  TestLoop test_;
  std::optional<Pool> pool_{std::in_place, test_.loop, 2};
  std::optional<ScriptedServer> server_;
  std::shared_ptr<const Origin> origin_;
  Cancellation cancellation_;
  ClientTimes times_;
  std::vector<std::string> answers_;
  std::size_t next_ = 0;
  std::string requests_;
};

TEST_F(ClientCallTest, KeepsItsConnection) {
  answer_with({with_length("", "one"),
               "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 201 Created\r\n"
               "Transfer-Encoding: chunked\r\n\r\n2\r\ntw\r\n1\r\no\r\n0\r\n\r\n",
               "HTTP/1.1 204 No Content\r\n\r\n"});
  test_.run([](ClientCallTest& self) -> Task<void> {
    Answer answer = co_await self.ask();
    EXPECT_EQ(answer.body, "one");
    EXPECT_EQ(self.pool_->idle(), 1U);
    answer = co_await self.ask();
    EXPECT_EQ(answer.body, "two");
    EXPECT_EQ(answer.status, 201);
    answer = co_await self.ask();
    EXPECT_EQ(answer.status, 204);
    EXPECT_EQ(self.server_->connections, 1);
    EXPECT_EQ(self.pool_->idle(), 1U);
  }(*this));
}

TEST_F(ClientCallTest, ReadsUntilTheConnectionEnds) {
  answer_with({"HTTP/1.1 200 OK\r\n\r\nall of it"}, true);
  const Answer answer = ask_once();
  EXPECT_EQ(answer.body, "all of it");
  EXPECT_EQ(fault_text(answer), "none");
  EXPECT_EQ(pool_->idle(), 0U);
}

TEST_F(ClientCallTest, DoesNotKeepWhatIsClosed) {
  answer_with({with_length("Connection: close\r\n", "bye"), with_length("", "again")});
  EXPECT_EQ(ask_once().body, "bye");
  EXPECT_EQ(pool_->idle(), 0U);
  EXPECT_EQ(ask_once().body, "again");
  EXPECT_EQ(server_->connections, 2);
}

TEST_F(ClientCallTest, ReplacesAKeptConnectionThatIsDead) {
  // It is closed when the second request comes: too late for the pool to see it.
  answer_with({with_length("", "one"), "", with_length("", "two")});
  test_.run([](ClientCallTest& self) -> Task<void> {
    EXPECT_EQ((co_await self.ask()).body, "one");
    const Answer answer = co_await self.ask();
    EXPECT_EQ(answer.body, "two");
    EXPECT_EQ(self.server_->connections, 2);
  }(*this));
}

TEST_F(ClientCallTest, ReplacesADeadConnectionOnlyOnce) {
  answer_with({with_length("", "one"), "", ""});
  test_.run([](ClientCallTest& self) -> Task<void> {
    EXPECT_EQ((co_await self.ask()).body, "one");
    const Answer answer = co_await self.ask();
    EXPECT_EQ(self.fault_text(answer),
              "broken: waiting for the reply from 127.0.0.1:PORT: the connection was closed");
    EXPECT_EQ(self.server_->connections, 2);
  }(*this));
}

TEST_F(ClientCallTest, ForgetsAKeptConnectionThatEndsOrSpeaks) {
  for (const std::string unasked : {"", "HTTP/1.1 408 Timeout\r\n\r\n"}) {
    server_.emplace(test_.loop, [this, unasked](Peer peer, int) -> Task<void> {
      (void)co_await peer.hear("\r\n\r\n");
      (void)co_await peer.say(with_length("", "one"));
      co_await sleep(milliseconds(60));
      if (unasked.empty()) {
        peer.transport->abort(End::kAborted);
      } else {
        (void)co_await peer.say(unasked);
        (void)co_await peer.hear_all();
      }
    });
    origin_ = origin_of("http://127.0.0.1:" + std::to_string(server_->port()));
    test_.run([](ClientCallTest& self) -> Task<void> {
      EXPECT_EQ((co_await self.ask()).body, "one");
      EXPECT_EQ(self.pool_->idle(), 1U);
      co_await self.sleep(milliseconds(150));
      EXPECT_EQ(self.pool_->idle(), 0U);
    }(*this));
  }
}

TEST_F(ClientCallTest, DoesNotKeepWhatHasMoreToSay) {
  answer_with({with_length("", "one") + "HTTP/1.1 200 OK\r\n"});
  EXPECT_EQ(ask_once().body, "one");
  EXPECT_EQ(pool_->idle(), 0U);
}

TEST_F(ClientCallTest, KeepsNoMoreThanItShould) {
  answer_with({with_length("", "a"), with_length("", "b"), with_length("", "c")});
  test_.run([](ClientCallTest& self) -> Task<void> {
    std::vector<std::unique_ptr<ClientCall>> calls;
    for (int i = 0; i < 3; ++i) {
      calls.push_back(
          std::make_unique<ClientCall>(*self.pool_, self.test_.loop, self.origin_, self.cancellation_));
      EXPECT_FALSE(co_await calls.back()->ask({"GET / HTTP/1.1\r\n\r\n", {}, false}, self.times_));
      std::string body;
      EXPECT_FALSE(co_await calls.back()->read_all(body, 10));
    }
    calls.clear();
    EXPECT_EQ(self.pool_->idle(), 2U);
  }(*this));
}

TEST_F(ClientCallTest, DropsWhatWasNotReadToItsEnd) {
  answer_with({with_length("", std::string(100, 'x'))});
  test_.run([](ClientCallTest& self) -> Task<void> {
    {
      ClientCall call(*self.pool_, self.test_.loop, self.origin_, self.cancellation_);
      EXPECT_FALSE(co_await call.ask({"GET / HTTP/1.1\r\n\r\n", {}, false}, self.times_));
    }
    EXPECT_EQ(self.pool_->idle(), 0U);
  }(*this));
}

TEST_F(ClientCallTest, UnpacksReplies) {
  const std::string data = packed("a text, a text, a text");
  answer_with({with_length("Content-Encoding: gzip\r\n", data), with_length("Content-Encoding: gzip\r\n", ""),
               with_length("Content-Encoding: identity\r\n", "plain")});
  EXPECT_EQ(ask_once().body, "a text, a text, a text");
  EXPECT_EQ(fault_text(ask_once()), "none");
  EXPECT_EQ(ask_once().body, "plain");
}

TEST_F(ClientCallTest, TellsWhatCannotBeUnpacked) {
  const std::string data = packed("a text, a text, a text");
  answer_with({with_length("Content-Encoding: gzip\r\n", data.substr(0, data.size() - 3)),
               with_length("Content-Encoding: gzip\r\n", "no gzip"),
               with_length("Content-Encoding: br\r\n", "brotli")});
  EXPECT_EQ(fault_text(ask_once()), "bad_reply: the reply from 127.0.0.1:PORT is packed and ends too early");
  EXPECT_EQ(fault_text(ask_once()),
            "bad_reply: the reply from 127.0.0.1:PORT is packed and cannot be unpacked");
  EXPECT_EQ(fault_text(ask_once()),
            "bad_reply: the reply from 127.0.0.1:PORT is packed as 'br', which nobody asked for");
  EXPECT_EQ(pool_->idle(), 0U);
}

TEST_F(ClientCallTest, TellsWhatIsNoReply) {
  answer_with({"SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
               "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
               with_length("", std::string(50, 'x'))});
  EXPECT_TRUE(fault_text(ask_once()).starts_with("bad_reply: the reply from 127.0.0.1:PORT is no HTTP: "));
  EXPECT_EQ(fault_text(ask_once()),
            "bad_reply: the reply from 127.0.0.1:PORT leaves HTTP (status 101), which nobody asked for");
  EXPECT_EQ(fault_text(ask_once()),
            "bad_reply: the reply from 127.0.0.1:PORT is broken: a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_text(ask_once(49)), "bad_reply: the reply from 127.0.0.1:PORT is larger than 49 bytes");
}

TEST_F(ClientCallTest, TellsABrokenReply) {
  answer_with({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "HTTP/1.1 200"}, true);
  Answer answer = ask_once();
  EXPECT_EQ(answer.body, "half");
  EXPECT_EQ(fault_text(answer), "broken: reading the reply from 127.0.0.1:PORT: the connection was closed");
  EXPECT_EQ(fault_text(ask_once()),
            "broken: waiting for the reply from 127.0.0.1:PORT: the connection was closed");
}

TEST_F(ClientCallTest, HasItsTimes) {
  answer_with({"HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "HTTP/1.1 200 OK\r\n"});
  times_.first_byte = milliseconds(50);
  EXPECT_EQ(fault_text(ask_once()), "timeout: waiting for the reply from 127.0.0.1:PORT timed out");
  times_.gap = milliseconds(50);
  EXPECT_EQ(fault_text(ask_once()), "timeout: reading the reply from 127.0.0.1:PORT timed out");
  times_ = {};
  times_.total = Clock::now() + milliseconds(80);
  EXPECT_EQ(fault_text(ask_once()), "timeout: waiting for the reply from 127.0.0.1:PORT timed out");
}

TEST_F(ClientCallTest, ANudgeReturnsWithoutBytes) {
  answer_with({"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"});
  test_.run([](ClientCallTest& self) -> Task<void> {
    ClientCall call(*self.pool_, self.test_.loop, self.origin_, self.cancellation_);
    EXPECT_FALSE(co_await call.ask({"GET / HTTP/1.1\r\n\r\n", {}, false}, self.times_));
    call.set_nudge(self.test_.loop.now() + milliseconds(30));
    EXPECT_TRUE(co_await call.wait());
    std::string_view payload;
    EXPECT_FALSE(call.take(payload));
    EXPECT_FALSE(call.done() || call.fault());
  }(*this));
}

TEST_F(ClientCallTest, StopsWhenTheClientGoes) {
  answer_with({"HTTP/1.1 20"});
  test_.run([](ClientCallTest& self) -> Task<void> {
    self.test_.loop.spawn([](ClientCallTest& own) -> Task<void> {
      co_await own.sleep(milliseconds(40));
      own.cancellation_.cancel();
    }(self));
    EXPECT_EQ(self.fault_text(co_await self.ask()), "cancelled: the client has gone");
    EXPECT_EQ(self.pool_->idle(), 0U);
  }(*this));
}

TEST_F(ClientCallTest, TakesAnAnswerThatComesBeforeAllIsSent) {
  // Reads a little of a large body, says no and closes.
  server_.emplace(test_.loop, [this](Peer peer, int) -> Task<void> {
    peer.transport->set_room(1000);
    (void)co_await peer.hear("\r\n\r\n");
    (void)co_await peer.say("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
    co_await sleep(milliseconds(60));
    peer.transport->abort(End::kAborted);
  });
  origin_ = origin_of("http://127.0.0.1:" + std::to_string(server_->port()));
  test_.run([](ClientCallTest& self) -> Task<void> {
    const Answer answer = co_await self.ask(std::string(std::size_t{16} << 20, 'x'), "POST");
    EXPECT_EQ(answer.status, 413) << self.fault_text(answer);
    EXPECT_EQ(answer.body, "no");
    EXPECT_EQ(self.pool_->idle(), 0U);
  }(*this));
}

TEST_F(ClientCallTest, TellsThatNobodyAnswers) {
  answer_with({});
  const std::uint16_t port = server_->port();
  server_->stop();
  const Answer answer = ask_once();
  ASSERT_TRUE(answer.fault);
  EXPECT_EQ(answer.fault->kind, FaultKind::kConnect);
  EXPECT_EQ(answer.fault->message,
            "connecting to 127.0.0.1:" + std::to_string(port) + ": Connection refused");
}

TEST_F(ClientCallTest, TellsThatANameIsUnknown) {
  origin_ = origin_of("http://no-such-host.invalid:80");
  const Answer answer = ask_once();
  ASSERT_TRUE(answer.fault);
  EXPECT_TRUE(fault_text(answer).starts_with("resolve: looking up no-such-host.invalid: "))
      << fault_text(answer);
}

TEST_F(ClientCallTest, LooksUpNames) {
  answer_with({with_length("", "one")});
  origin_ = origin_of("http://localhost:" + std::to_string(server_->port()));
  EXPECT_EQ(ask_once().body, "one");
}

TEST_F(ClientCallTest, AProxyWithoutTlsIsAskedForTheWholeUrl) {
  const auto origin = origin_of("http://api.example:81/v1", "http://me:p%40ss@127.0.0.1:9");
  EXPECT_EQ(origin->request_target("/v1/models"), "http://api.example:81/v1/models");
  EXPECT_EQ(origin->proxy_authorization(), "Basic bWU6cEBzcw==");
  EXPECT_EQ(origin_of("http://a")->request_target("/x"), "/x");
  EXPECT_EQ(origin_of("http://a")->proxy_authorization(), "");
}

TEST_F(ClientCallTest, AProxyMayRefuseATunnel) {
  answer_with({"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"});
  auto origin = std::make_shared<Origin>(
      *origin_of("https://api.example", "http://me:pw@127.0.0.1:" + std::to_string(server_->port())));
  origin->tls = *ClientTls::make({});
  origin_ = origin;
  EXPECT_EQ(fault_text(ask_once()),
            "connect: the proxy 127.0.0.1:PORT refuses api.example:443 with status 407");
  EXPECT_EQ(requests_,
            "CONNECT api.example:443 HTTP/1.1\r\nHost: api.example:443\r\nProxy-Authorization: Basic "
            "bWU6cHc=\r\n\r\n");
}

TEST_F(ClientCallTest, TellsThatThePeersDoNotAgree) {
  answer_with({"HTTP/1.1 400 Bad Request\r\n\r\n"}, true);
  server_.emplace(test_.loop, [](Peer peer, int) -> Task<void> {
    (void)co_await peer.say("HTTP/1.1 400 Bad Request\r\n\r\n");
    co_await peer.transport->close();
  });
  auto origin = std::make_shared<Origin>(*origin_of("https://127.0.0.1:" + std::to_string(server_->port())));
  origin->tls = *ClientTls::make({});
  origin_ = origin;
  EXPECT_TRUE(fault_text(ask_once()).starts_with("tls: connecting to 127.0.0.1: TLS: "));
}

}  // namespace
}  // namespace argwright::net
