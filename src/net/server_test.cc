// The server and the exchanges that it hands to a handler.
#include "net/server.h"

#include <stdexcept>

#include "net/pause.h"
#include "net/test_loop.h"

namespace argwright::net {
namespace {

using std::chrono::milliseconds;

class TestHandler final : public Handler {
 public:
  Task<void> handle(Exchange& exchange) override {
    seen += std::string(exchange.head.method) + " " + std::string(exchange.head.target) + " " +
            exchange.body + "\n";
    std::string fields;
    append_field(fields, "X-Own", "yes");
    if (exchange.head.target == "/stream") {
      exchange.begin(200, fields);
      for (const char* piece : {"one", "", "three"}) co_await exchange.send(piece);
      co_await exchange.finish();
    } else if (exchange.head.target == "/cut") {
      exchange.begin(200, fields);
      co_await exchange.send("half");
    } else if (exchange.head.target == "/throw") {
      throw std::runtime_error("the handler's own fault");
    } else if (exchange.head.target == "/wait") {
      co_await pause(exchange.loop(), std::chrono::seconds(10), exchange.cancellation());
      was_cancelled = exchange.cancellation().is_cancelled();
    } else if (exchange.head.target == "/large") {
      large_was_sent = co_await exchange.reply(200, fields, std::string(std::size_t{8} << 20, 'z'));
    } else if (exchange.head.target == "/nothing") {
      co_await exchange.reply(204, fields, "not sent");
    } else {
      co_await exchange.reply(200, fields, "hello");
    }
  }
  std::string refusal_body(const Refusal& refusal, std::string_view target) override {
    return "{\"no\":\"" + refusal.message + "\",\"at\":\"" + std::string(target) + "\"}";
  }
  void refused(const Refusal& refusal, std::string_view) override {
    refusals += std::to_string(refusal.status) + " ";
  }

  std::string seen, refusals;
  bool was_cancelled = false;
  bool large_was_sent = false;
};

class ServerTest : public testing::Test {
 public:
  ServerTest() { port_ = *server_.listen("127.0.0.1", 0, std::nullopt); }
  void limit(const std::function<void(ServerLimits&)>& set) {
    auto limits = std::make_shared<ServerLimits>();
    set(*limits);
    server_.set_limits(std::move(limits));
  }
  void TearDown() override {
    test_.run([](Server& server, Loop& loop) -> Task<void> {
      server.drain();
      server.abort_all();
      Cancellation none;
      co_await pause(loop, milliseconds(30), none);
      EXPECT_EQ(server.connections(), 0U);
    }(server_, test_.loop));
    EXPECT_EQ(count_->open.load(), 0U);
  }
  // All that the server answers until it closes the connection; the field Date is left out.
  std::string answer(std::string_view bytes) {
    std::string heard;
    test_.run([](ServerTest& self, std::string_view text, std::string& out) -> Task<void> {
      Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
      EXPECT_TRUE(co_await peer.say(text));
      out = co_await peer.hear_all();
    }(*this, bytes, heard));
    for (std::size_t at; (at = heard.find("Date: ")) != std::string::npos;) {
      heard.erase(at, heard.find("\r\n", at) + 2 - at);
    }
    return heard;
  }

  TestHandler handler_;
  TestLoop test_;
  std::shared_ptr<ConnectionCount> count_ = std::make_shared<ConnectionCount>();
  Server server_{test_.loop, handler_, count_};
  std::uint16_t port_ = 0;
};

constexpr std::string_view kHello = "HTTP/1.1 200 OK\r\nX-Own: yes\r\nContent-Length: 5\r\n\r\nhello";
constexpr std::string_view kLastHello =
    "HTTP/1.1 200 OK\r\nX-Own: yes\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello";

TEST_F(ServerTest, AnswersRequestsThatCameTogether) {
  const std::string heard = answer(
      "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
      "POST /3 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n"
      "GET /4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /5 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(heard, std::string(kHello) + std::string(kHello) + std::string(kHello) + std::string(kLastHello));
  EXPECT_EQ(handler_.seen, "GET /1 \nPOST /2 abc\nPOST /3 def\nGET /4 \n");
}

TEST_F(ServerTest, KeepsAConnection) {
  test_.run([](ServerTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
    for (int i = 0; i < 3; ++i) {
      // Cut anywhere, as networks do it.
      for (const char* piece : {"GE", "T /again HTTP", "/1.1\r\nHost: a\r", "\nX: ", "y\r\n\r", "\n"}) {
        EXPECT_TRUE(co_await peer.say(piece));
        Cancellation none;
        co_await pause(self.test_.loop, milliseconds(1), none);
      }
      EXPECT_TRUE((co_await peer.hear("hello")).starts_with("HTTP/1.1 200 OK\r\nDate: "));
    }
    EXPECT_EQ(self.server_.connections(), 1U);
  }(*this));
}

TEST_F(ServerTest, SpeaksHttp10) {
  EXPECT_EQ(answer("GET / HTTP/1.0\r\n\r\n"), kLastHello);
  const std::string kept = answer("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(kept,
            "HTTP/1.1 200 OK\r\nX-Own: yes\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello" +
                std::string(kLastHello));
  // Without chunks the end of the connection is the end of the reply.
  EXPECT_EQ(answer("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nX-Own: yes\r\nConnection: close\r\n\r\nonethree");
  EXPECT_EQ(answer("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx"), kLastHello);
}

TEST_F(ServerTest, StreamsInChunks) {
  EXPECT_EQ(answer("GET /stream HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nX-Own: yes\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n");
}

TEST_F(ServerTest, AnswersHeadWithoutABody) {
  const std::string heard = answer(
      "HEAD / HTTP/1.1\r\nHost: h\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: h\r\n\r\nGET /nothing "
      "HTTP/1.1\r\nHost: h\r\nConnection: "
      "close\r\n\r\n");
  EXPECT_EQ(heard,
            "HTTP/1.1 200 OK\r\nX-Own: yes\r\nContent-Length: 5\r\n\r\n"
            "HTTP/1.1 200 OK\r\nX-Own: yes\r\nTransfer-Encoding: chunked\r\n\r\n"
            "HTTP/1.1 204 No Content\r\nX-Own: yes\r\nConnection: close\r\n\r\n");
}

TEST_F(ServerTest, SaysContinueToWhoWaits) {
  test_.run([](ServerTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(
        co_await peer.say("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"));
    EXPECT_EQ(co_await peer.hear("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    EXPECT_TRUE(co_await peer.say("body"));
    (void)co_await peer.hear("hello");
    EXPECT_EQ(self.handler_.seen, "POST / body\n");
  }(*this));
}

TEST_F(ServerTest, RefusesWhatItCannotRead) {
  const std::string heard = answer("GET / HTTP/1.1\r\nHost: h\r\nBad Field: x\r\n\r\n");
  EXPECT_TRUE(heard.starts_with("HTTP/1.1 400 Bad Request\r\n")) << heard;
  EXPECT_NE(heard.find("Connection: close\r\n"), std::string::npos);
  EXPECT_NE(heard.find("{\"no\":\"the request cannot be read: "), std::string::npos) << heard;
  const std::string body = answer("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  EXPECT_TRUE(
      body.ends_with("{\"no\":\"the body of the request cannot be read: a chunk's size is no hexadecimal "
                     "number\",\"at\":\"/x\"}"))
      << body;
  EXPECT_EQ(handler_.refusals, "400 400 ");
  EXPECT_EQ(handler_.seen, "");
}

TEST_F(ServerTest, RefusesWhatIsTooLarge) {
  limit([](ServerLimits& limits) {
    limits.head_bytes = 200;
    limits.body_bytes = 10;
  });
  EXPECT_TRUE(answer("GET /" + std::string(300, 'a') + " HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 431 "));
  EXPECT_TRUE(
      answer("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n").starts_with("HTTP/1.1 413 "));
  EXPECT_TRUE(answer("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
                     "chunked\r\n\r\n8\r\n12345678\r\n8\r\n12345678\r\n")
                  .starts_with("HTTP/1.1 413 "));
  EXPECT_TRUE(answer("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 18446744073709551615\r\n\r\n")
                  .starts_with("HTTP/1.1 413 "));
  EXPECT_EQ(handler_.refusals, "431 413 413 413 ");
  EXPECT_EQ(answer("POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 10\r\n\r\n0123456789"),
            kLastHello);
}

TEST_F(ServerTest, EndsWhatTakesTooLong) {
  limit([](ServerLimits& limits) {
    limits.head_time = limits.body_time = limits.idle_time = milliseconds(60);
  });
  EXPECT_EQ(answer(""), "");
  EXPECT_EQ(handler_.refusals, "");
  EXPECT_EQ(answer("GET / HT"), "");
  EXPECT_EQ(answer("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab"), "");
  EXPECT_EQ(handler_.refusals, "408 408 ");
}

TEST_F(ServerTest, BoundsConnections) {
  limit([](ServerLimits& limits) { limits.connections_per_ip = 1; });
  test_.run([](ServerTest& self) -> Task<void> {
    Peer first = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await first.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
    (void)co_await first.hear("hello");
    Peer second = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE((co_await second.hear_all()).starts_with("HTTP/1.1 429 "));
    second.transport->abort(End::kAborted);
    first.transport->abort(End::kAborted);
    Cancellation none;
    co_await pause(self.test_.loop, milliseconds(40), none);
    Peer third = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await third.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
    EXPECT_NE((co_await third.hear("hello")).find("200 OK"), std::string::npos);
    third.transport->abort(End::kAborted);
  }(*this));
  limit([](ServerLimits& limits) { limits.connections = 0; });
  EXPECT_TRUE(answer("GET / HTTP/1.1\r\nHost: h\r\n\r\n").starts_with("HTTP/1.1 503 "));
}

TEST_F(ServerTest, CutsWhatWasNotFinished) {
  EXPECT_TRUE(answer("GET /cut HTTP/1.1\r\nHost: h\r\n\r\n").ends_with("4\r\nhalf\r\n"));
}

TEST_F(ServerTest, OutlivesAHandlerThatThrows) {
  EXPECT_EQ(answer("GET /throw HTTP/1.1\r\nHost: h\r\n\r\nGET /1 HTTP/1.1\r\nHost: h\r\n\r\n"), "");
  EXPECT_EQ(test_.faults, "the handler's own fault\n");
  EXPECT_EQ(answer("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"), kLastHello);
}

TEST_F(ServerTest, TellsTheHandlerThatTheClientHasGone) {
  test_.run([](ServerTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await peer.say("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n"));
    Cancellation none;
    co_await pause(self.test_.loop, milliseconds(40), none);
    // More bytes are no end.
    EXPECT_TRUE(co_await peer.say("GET /next HTTP/1.1\r\nHost: h\r\n\r\n"));
    co_await pause(self.test_.loop, milliseconds(40), none);
    EXPECT_FALSE(self.handler_.was_cancelled);
    peer.transport->abort(End::kAborted);
    co_await pause(self.test_.loop, milliseconds(60), none);
    EXPECT_TRUE(self.handler_.was_cancelled);
  }(*this));
}

TEST_F(ServerTest, WaitsForAClientThatReadsSlowly) {
  // All of the reply takes longer than one write may; each slice of it does not.
  limit([](ServerLimits& limits) { limits.write_time = milliseconds(700); });
  test_.run([](ServerTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
    peer.transport->set_room(1);
    EXPECT_TRUE(co_await peer.say("GET /large HTTP/1.1\r\nHost: h\r\n\r\n"));
    std::size_t heard = 0;
    const Instant began = Clock::now();
    while (heard < (std::size_t{8} << 20)) {
      if (!co_await peer.transport->more(0)) break;
      heard += peer.transport->buffered().size();
      peer.transport->consume(peer.transport->buffered().size());
      Cancellation none;
      co_await pause(self.test_.loop, milliseconds(1), none);  // in truth a tick: 25 ms
    }
    EXPECT_GT(heard, std::size_t{8} << 20);
    EXPECT_GT(Clock::now() - began, milliseconds(700));
    EXPECT_TRUE(self.handler_.large_was_sent);
  }(*this));
}

TEST_F(ServerTest, GivesUpAClientThatTakesNothing) {
  limit([](ServerLimits& limits) { limits.write_time = milliseconds(60); });
  test_.run([](ServerTest& self) -> Task<void> {
    Peer peer = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await peer.say("GET /large HTTP/1.1\r\nHost: h\r\n\r\n"));
    Cancellation none;
    co_await pause(self.test_.loop, milliseconds(200), none);
    EXPECT_EQ(self.server_.connections(), 0U);
    EXPECT_FALSE(self.handler_.large_was_sent);
  }(*this));
}

TEST_F(ServerTest, DrainsWithoutCuttingReplies) {
  test_.run([](ServerTest& self) -> Task<void> {
    Peer idle = co_await Peer::connect(self.test_.loop, self.port_);
    Peer busy = co_await Peer::connect(self.test_.loop, self.port_);
    EXPECT_TRUE(co_await busy.say("POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na"));
    Cancellation none;
    co_await pause(self.test_.loop, milliseconds(40), none);
    self.server_.drain();
    EXPECT_EQ(co_await idle.hear_all(), "");
    EXPECT_TRUE(co_await busy.say("b"));
    const std::string heard = co_await busy.hear_all();
    EXPECT_TRUE(heard.ends_with("hello")) << heard;
    EXPECT_NE(heard.find("Connection: close"), std::string::npos);
    const auto late = Transport::make(self.test_.loop, Socket(self.test_.loop.executor()));
    EXPECT_FALSE(co_await late->connect(loopback(self.port_)));
  }(*this));
}

TEST_F(ServerTest, TellsWhyItCannotListen) {
  const Result<std::uint16_t> no_address = server_.listen("nowhere", 0, std::nullopt);
  ASSERT_FALSE(no_address);
  EXPECT_TRUE(no_address.error().message.starts_with("the address cannot be used: nowhere:0"));
  const Result<std::uint16_t> foreign = server_.listen("192.0.2.1", 0, std::nullopt);
  ASSERT_FALSE(foreign);
  EXPECT_TRUE(foreign.error().message.starts_with("cannot listen on 192.0.2.1:0: "));
}

TEST(Exchange, FieldsCannotEndEarly) {
  std::string fields;
  append_field(fields, "X-Told", "a\r\nSet-Cookie: b\x01\tc\x7f\xc3\xa9");
  EXPECT_EQ(fields, "X-Told: aSet-Cookie: b c\xc3\xa9\r\n");
  EXPECT_EQ(reason_phrase(429), "Too Many Requests");
  EXPECT_EQ(reason_phrase(499), "Status");
}

TEST(ConnectionCount, CountsEachAddress) {
  ConnectionCount count;
  EXPECT_TRUE(count.enter("a", 2));
  EXPECT_TRUE(count.enter("a", 2));
  EXPECT_FALSE(count.enter("a", 2));
  EXPECT_TRUE(count.enter("b", 2));
  EXPECT_EQ(count.open.load(), 4U);
  count.leave("a", 2);
  count.leave("a", 2);
  EXPECT_TRUE(count.enter("a", 2));
  EXPECT_TRUE(count.enter("c", 0));
  count.leave("c", 0);
}

}  // namespace
}  // namespace argwright::net
