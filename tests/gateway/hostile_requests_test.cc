// Requests that no honest client sends: slow, huge, malformed, or meant to be read in two ways. Each is
// refused or cut, none reaches an upstream, and the gateway goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

constexpr milliseconds kSoon{3000};

Script whole_reply(const HttpMessage&, int) {
  return {Step::send(http_reply(200, reply_body(Protocol::kChat)))};
}

// A gateway with an upstream that answers every request.
struct Site {
  explicit Site(const std::function<void(Config&)>& change = {})
      : upstream(whole_reply), gateway([&] {
          Config config = test_config(upstream.base_url(), Protocol::kChat);
          if (change) change(config);
          return config;
        }()) {}
  bool serves() { return gateway.ask(request(Protocol::kChat, false)).status == 200; }

  ScriptedUpstream upstream;
  GatewayUnderTest gateway;
};

// --- slow
// ------------------------------------------------------------------------------------------------------------

// Sends a byte now and then until the other side has enough of it. True: it has, within the time.
bool is_cut_while_dribbling(RawClient& client, std::string_view bytes, milliseconds patience) {
  const Moment until = in(patience);
  for (std::size_t i = 0; in(milliseconds(0)) < until; ++i) {
    if (client.wire.send(bytes.substr(i % bytes.size(), 1)) != 1) return true;
    std::string ignored;
    const Wire::Got got = client.wire.read(ignored, in(milliseconds(15)));
    if (got == Wire::Got::kEnd || got == Wire::Got::kReset) return true;
  }
  return false;
}

TEST(SlowLoris, AHeadThatNeverEndsIsCut) {
  Site site([](Config& config) { config.limits.head_time = milliseconds(150); });
  RawClient client = site.gateway.client();
  client.send("POST /v1/chat/completions HTTP/1.1\r\n");
  EXPECT_TRUE(is_cut_while_dribbling(client, "X-A: b\r\n", kSoon));
  EXPECT_TRUE(site.gateway.settles(kSoon));
}

TEST(SlowLoris, ABodyThatNeverEndsIsCut) {
  Site site([](Config& config) { config.limits.body_time = milliseconds(150); });
  for (const std::string_view framing : {"Content-Length: 100000", "Transfer-Encoding: chunked"}) {
    RawClient client = site.gateway.client();
    client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n" + std::string(framing) +
                "\r\n\r\n");
    EXPECT_TRUE(is_cut_while_dribbling(client, "1\r\na\r\n", kSoon)) << framing;
  }
  EXPECT_TRUE(site.gateway.settles(kSoon));
  EXPECT_TRUE(site.upstream.requests().empty());
}

TEST(SlowLoris, ConnectionsWithoutARequestAreClosed) {
  Site site([](Config& config) { config.limits.idle_time = milliseconds(100); });
  RawClient fresh = site.gateway.client();
  RawClient used = site.gateway.client();
  EXPECT_EQ(used.ask(get("/healthz")).status, 200);
  EXPECT_TRUE(fresh.is_ended_within(kSoon));
  EXPECT_TRUE(used.is_ended_within(kSoon));
}

TEST(SlowLoris, ManyOfThemKeepNobodyElseOut) {
  Site site;
  std::vector<RawClient> crowd;
  for (int i = 0; i < 200; ++i) {
    crowd.push_back(site.gateway.client());
    crowd.back().send("GET /healthz HTTP/1.1\r\nX");
  }
  EXPECT_TRUE(site.serves());
  crowd.clear();
  EXPECT_TRUE(site.gateway.settles(kSoon));
}

TEST(SlowClients, WhoSendByteByByteAreServed) {
  Site site;
  RawClient client = site.gateway.client();
  for (const char c : request(Protocol::kChat, false)) ASSERT_TRUE(client.send(std::string_view(&c, 1)));
  EXPECT_EQ(client.read_reply().status, 200);
}

// The first piece ends within a field, or between two: the head is read on where it was left.
TEST(SlowClients, WhoseHeadComesInTwoPiecesAreServed) {
  Site site;
  const std::string whole = request(Protocol::kChat, false, "X-Long: " + std::string(300, 'a') + "\r\n");
  for (std::size_t cut = 1; cut < whole.size(); cut += 7) {
    RawClient client = site.gateway.client();
    client.send(std::string_view(whole).substr(0, cut));
    std::this_thread::sleep_for(milliseconds(1));
    client.send(std::string_view(whole).substr(cut));
    EXPECT_EQ(client.read_reply().status, 200) << "cut after " << cut;
  }
}

TEST(LargeRequests, HeadsBelowTheLimitAreTaken) {
  Site site;
  for (const std::size_t size : {4000U, 5000U, 9000U, 20'000U, 60'000U}) {
    EXPECT_EQ(site.gateway.ask(get("/healthz", "X-Long: " + std::string(size, 'a') + "\r\n")).status, 200)
        << size;
  }
}

// --- large
// ------------------------------------------------------------------------------------------------------------

TEST(LargeRequests, HeadsAboveTheLimitAreRefused) {
  Site site([](Config& config) { config.limits.head_bytes = 8192; });
  const std::string long_field = "X-Long: " + std::string(9000, 'a') + "\r\n";
  std::string many_fields;
  for (int i = 0; i < 1000; ++i) many_fields += "X-" + std::to_string(i) + ": a\r\n";
  for (const std::string& fields : {long_field, many_fields}) {
    EXPECT_EQ(site.gateway.ask(get("/healthz", fields)).status, 431);
  }
  EXPECT_EQ(site.gateway.ask(get("/" + std::string(9000, 'a'))).status, 431);
  // Without an end in sight, too.
  RawClient client = site.gateway.client();
  client.send("GET /healthz HTTP/1.1\r\nX-Long: " + std::string(20'000, 'a'));
  EXPECT_EQ(client.read_reply().status, 431);
  EXPECT_TRUE(site.serves());
}

TEST(LargeRequests, BodiesAboveTheLimitAreRefusedInTheProtocolsWords) {
  Site site([](Config& config) { config.limits.body_bytes = 10'000; });
  for (const Protocol protocol : kProtocols) {
    const std::string start = "POST " + path_of(protocol) + " HTTP/1.1\r\nHost: localhost\r\n";
    // Told beforehand: nobody waits for the bytes.
    RawClient told = site.gateway.client();
    told.send(start + "Content-Length: 10001\r\n\r\n");
    const HttpMessage answer = told.read_reply();
    EXPECT_EQ(answer.status, 413);
    EXPECT_NE(error_message(protocol, answer.body).find("limits.body_bytes"), std::string::npos)
        << answer.body;
    EXPECT_TRUE(told.is_ended_within(kSoon));
    // Not told.
    RawClient chunked = site.gateway.client();
    chunked.send(start + "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 11; ++i) chunked.send(chunk(std::string(1000, 'a')));
    EXPECT_EQ(chunked.read_reply().status, 413);
    // Sent in full before anybody looks at the answer: it must not be lost to a reset.
    EXPECT_EQ(site.gateway.ask(post(path_of(protocol), std::string(500'000, 'a'))).status, 413);
    // With a wish to be asked first.
    RawClient polite = site.gateway.client();
    polite.send(start + "Content-Length: 10001\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(polite.read_reply().status, 413);
  }
  EXPECT_TRUE(site.upstream.requests().empty());
  EXPECT_TRUE(site.serves());
  EXPECT_TRUE(site.gateway.settles(kSoon));
}

TEST(LargeRequests, AnAnnouncedLengthTakesNoMemory) {
  Site site([](Config& config) { config.limits.body_bytes = std::size_t{1} << 50; });
  RawClient client = site.gateway.client();
  client.send(
      "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n{");
  EXPECT_TRUE(site.serves());
}

TEST(Connections, AboveTheLimitAreToldSo) {
  Site site([](Config& config) { config.limits.connections = 2; });
  RawClient one = site.gateway.client(), two = site.gateway.client();
  EXPECT_EQ(one.ask(get("/healthz")).status, 200);
  EXPECT_EQ(two.ask(get("/healthz")).status, 200);
  RawClient three = site.gateway.client();
  EXPECT_EQ(three.read_reply().status, 503);
  one.wire.close();
  EXPECT_TRUE(becomes_true([&] { return site.gateway.ask(get("/healthz")).status == 200; }, kSoon));
}

TEST(Connections, OfOneAddressAboveItsLimitAreToldSo) {
  Site site([](Config& config) { config.limits.connections_per_ip = 1; });
  {
    RawClient one = site.gateway.client();
    EXPECT_EQ(one.ask(get("/healthz")).status, 200);
    RawClient two = site.gateway.client();
    EXPECT_EQ(two.read_reply().status, 429);
  }
  EXPECT_TRUE(becomes_true([&] { return site.gateway.ask(get("/healthz")).status == 200; }, kSoon));
}

// --- malformed, and meant to be read in two ways
// ------------------------------------------------------------------------------------------------------------

struct Probe {
  const char* name;
  std::string bytes;
};

std::string chat_start(std::string_view fields) {
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         std::string(fields) + "\r\n";
}

std::vector<Probe> probes() {
  const std::string body = request_body(Protocol::kChat, false);
  const std::string length = std::to_string(body.size());
  const std::string chunks = chunk(body) + std::string(kEndOfChunks);
  return {
      {"length and coding",
       chat_start("Content-Length: " + length + "\r\nTransfer-Encoding: chunked\r\n") + chunks},
      {"coding and length", chat_start("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n") + chunks},
      {"two lengths", chat_start("Content-Length: 0\r\nContent-Length: " + length + "\r\n") + body},
      {"a list of lengths", chat_start("Content-Length: " + length + ", 0\r\n") + body},
      {"a signed length", chat_start("Content-Length: +" + length + "\r\n") + body},
      {"a negative length", chat_start("Content-Length: -1\r\n") + body},
      {"a hexadecimal length", chat_start("Content-Length: 0x10\r\n") + body},
      {"no length", chat_start("Content-Length:\r\n") + body},
      {"a length beyond numbers", chat_start("Content-Length: 99999999999999999999999\r\n") + body},
      {"two codings", chat_start("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n") + chunks},
      {"a list of codings", chat_start("Transfer-Encoding: gzip, chunked\r\n") + chunks},
      {"chunked twice", chat_start("Transfer-Encoding: chunked, chunked\r\n") + chunks},
      {"an unknown coding", chat_start("Transfer-Encoding: xchunked\r\n") + chunks},
      {"identity", chat_start("Transfer-Encoding: identity\r\nContent-Length: " + length + "\r\n") + body},
      {"a quoted coding", chat_start("Transfer-Encoding: \"chunked\"\r\n") + chunks},
      {"a blank before the colon", chat_start("Transfer-Encoding : chunked\r\n") + chunks},
      {"a control character in the coding", chat_start("Transfer-Encoding: \x0b"
                                                       "chunked\r\n") +
                                                chunks},
      {"a folded coding",
       chat_start("X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 4\r\n") + chunks},
      {"a folded length", chat_start("Content-Length:\r\n " + length + "\r\n") + body},
      {"a field without a name", chat_start(": x\r\nContent-Length: " + length + "\r\n") + body},
      {"a field without a colon", chat_start("Content-Length " + length + "\r\n") + body},
      {"NUL in a field",
       chat_start(std::string("X: a\0b\r\n", 8) + "Content-Length: " + length + "\r\n") + body},
      {"a bare CR in a field",
       chat_start("X: a\rContent-Length: 0\r\nContent-Length: " + length + "\r\n") + body},
      {"bare line feeds", "POST /v1/chat/completions HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}"},
      {"HTTP/1.0 with a coding",
       "POST /v1/chat/completions HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" +
           chunks},
      {"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
      {"HTTP/1.2 of nobody", "GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n"},
      {"no version", "GET /healthz\r\nHost: localhost\r\n\r\n"},
      {"no target", "GET HTTP/1.1\r\nHost: localhost\r\n\r\n"},
      {"two blanks", "GET  /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"},
      {"a method with a colon", "G:T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"},
      {"no host", "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n" + body},
      {"two hosts", chat_start("Host: evil.example\r\nContent-Length: " + length + "\r\n") + body},
      {"TLS",
       std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + std::string(200, 'a') + "\r\n\r\n"},
      {"a chunk size with 0x", chat_start("Transfer-Encoding: chunked\r\n") + "0x5\r\nabcde\r\n0\r\n\r\n"},
      {"a chunk size with a blank before",
       chat_start("Transfer-Encoding: chunked\r\n") + " 5\r\nabcde\r\n0\r\n\r\n"},
      {"a chunk size with a blank behind",
       chat_start("Transfer-Encoding: chunked\r\n") + "5 \r\nabcde\r\n0\r\n\r\n"},
      {"a signed chunk size", chat_start("Transfer-Encoding: chunked\r\n") + "+5\r\nabcde\r\n0\r\n\r\n"},
      {"a negative chunk size", chat_start("Transfer-Encoding: chunked\r\n") + "-5\r\nabcde\r\n0\r\n\r\n"},
      {"a huge chunk size",
       chat_start("Transfer-Encoding: chunked\r\n") + "10000000000000005\r\nabcde\r\n0\r\n\r\n"},
      {"an empty chunk size", chat_start("Transfer-Encoding: chunked\r\n") + "\r\nabcde\r\n0\r\n\r\n"},
      {"a chunk with a bare line feed", chat_start("Transfer-Encoding: chunked\r\n") + "5\nabcde\n0\n\n"},
      {"a chunk longer than told", chat_start("Transfer-Encoding: chunked\r\n") + "5\r\nabcdef\r\n0\r\n\r\n"},
      {"a chunk shorter than told", chat_start("Transfer-Encoding: chunked\r\n") + "5\r\nabc\r\n0\r\n\r\n"},
      {"an endless extension", chat_start("Transfer-Encoding: chunked\r\n") + "5;" +
                                   std::string(10'000, 'x') + "\r\nabcde\r\n0\r\n\r\n"},
      {"an endless trailer",
       chat_start("Transfer-Encoding: chunked\r\n") + "0\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n"},
      {"a line feed in an extension",
       chat_start("Transfer-Encoding: chunked\r\n") + "5;a\nb\r\nabcde\r\n0\r\n\r\n"},
  };
}

TEST(HostileRequests, AreRefusedAndNothingHiddenBehindThemIsServed) {
  Site site;
  const std::string hidden = request(Protocol::kChat, false, "x-hidden: 1\r\n");
  for (const Probe& probe : probes()) {
    RawClient client = site.gateway.client();
    client.send(probe.bytes + hidden);
    std::string all;
    EXPECT_TRUE(client.read_to_end(all)) << probe.name << ": the connection is kept";
    EXPECT_TRUE(all.starts_with("HTTP/1.1 4") || all.starts_with("HTTP/1.1 5")) << probe.name << ": " << all;
    EXPECT_EQ(all.find("HTTP/1.1 ", 1), std::string::npos) << probe.name << ": two replies: " << all;
    EXPECT_TRUE(site.upstream.requests().empty()) << probe.name << " reached the upstream";
  }
  EXPECT_TRUE(site.serves());
  EXPECT_TRUE(site.gateway.settles(kSoon));
}

TEST(HostileRequests, WithAProperBodyThatIsNoRequestAreRefusedInTheProtocolsWords) {
  Site site;
  std::string deep(100'000, '[');
  const std::string bodies[] = {"", "{", "[]", "null", "{\"model\":", "\xff\xfe{}", "{}{}", deep, "\"m\""};
  for (const Protocol protocol : kProtocols) {
    for (const std::string& body : bodies) {
      const HttpMessage answer = site.gateway.ask(post(path_of(protocol), body));
      EXPECT_EQ(answer.status, 400) << body.substr(0, 20);
      EXPECT_NE(error_message(protocol, answer.body), "") << answer.body;
    }
  }
  EXPECT_TRUE(site.upstream.requests().empty());
}

TEST(HostileRequests, FieldsCannotBeSmuggledToTheUpstream) {
  Site site;
  const HttpMessage answer = site.gateway.ask(
      request(Protocol::kChat, false,
              "Connection: keep-alive, x-hop\r\nx-hop: 1\r\nTE: trailers\r\nX-Forwarded-For: 1.2.3.4\r\n"
              "Cookie: a=b\r\nProxy-Authorization: Basic eDp5\r\nUpgrade: websocket\r\nx-kept: yes\r\n"));
  ASSERT_EQ(answer.status, 200);
  const HttpMessage seen = site.upstream.requests().at(0);
  for (const char* name : {"x-hop", "te", "x-forwarded-for", "cookie", "proxy-authorization", "upgrade"}) {
    EXPECT_EQ(seen.field(name), "") << name;
  }
  EXPECT_EQ(seen.field("x-kept"), "yes");
}

// --- several requests at once
// ------------------------------------------------------------------------------------------------------------

TEST(Pipelining, RepliesComeInOrder) {
  Site site;
  RawClient client = site.gateway.client();
  std::string all;
  for (int i = 0; i < 30; ++i) {
    const std::string id = "x-request-id: r" + std::to_string(i) + "\r\n";
    all += i % 2 == 0 ? get("/healthz", id) : request(Protocol::kChat, false, id);
  }
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 30; ++i) {
    const HttpMessage answer = client.read_reply();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.field("x-request-id"), "r" + std::to_string(i));
  }
}

TEST(Pipelining, ABadRequestEndsItAfterTheRepliesBefore) {
  Site site;
  RawClient client = site.gateway.client();
  client.send(request(Protocol::kChat, false) + get("/healthz") + "BAD\r\n\r\n" + get("/healthz"));
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_EQ(client.read_reply().status, 200);
  EXPECT_EQ(client.read_reply().status, 400);
  EXPECT_TRUE(client.is_ended_within(kSoon));
}

TEST(Pipelining, OfMoreThanIsReadAheadIsServedAll) {
  Site site;
  RawClient client = site.gateway.client();
  std::string one = request(Protocol::kChat, false, "X-Long: " + std::string(20'000, 'a') + "\r\n");
  std::string all;
  for (int i = 0; i < 20; ++i) all += one;
  std::thread sender([&] { client.wire.send(all); });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.read_reply().status, 200) << i;
  sender.join();
}

TEST(Clients, OfHttp10GetTheirReplyAndItsEnd) {
  ScriptedUpstream upstream(
      [](const HttpMessage&, int) -> Script { return {Step::send(stream_reply(Protocol::kChat))}; });
  GatewayUnderTest gateway(test_config(upstream.base_url(), Protocol::kChat));
  RawClient client = gateway.client();
  const std::string body = request_body(Protocol::kChat, true);
  client.send("POST /v1/chat/completions HTTP/1.0\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n" + body);
  const HttpMessage answer = client.read_reply();
  EXPECT_EQ(answer.field("transfer-encoding"), "");
  EXPECT_EQ(ending_of(Protocol::kChat, answer).fault, "");
}

TEST(Clients, WhoExpect100GetIt) {
  Site site;
  RawClient client = site.gateway.client();
  const std::string body = request_body(Protocol::kChat, false);
  client.send(chat_start("Expect: 100-continue\r\nContent-Length: " + std::to_string(body.size()) + "\r\n"));
  ASSERT_TRUE(client.read_at_least(25));
  EXPECT_EQ(client.rest, "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(client.ask(body).status, 200);
}

TEST(Clients, WhoAskForTheHeadOnlyGetNoBody) {
  Site site;
  RawClient client = site.gateway.client();
  for (const char* path : {"/healthz", "/admin/status", "/admin/calls/stream", "/metrics"}) {
    client.send(get(path, {}, "HEAD"));
    const HttpMessage head = client.read_reply(kSoon, true);
    EXPECT_TRUE(head.has_head) << path;
    client.send(get("/healthz"));
    const HttpMessage next = client.read_reply(kSoon);
    EXPECT_EQ(next.status, 200) << "the body of " << path << " lies in the way: " << next.start_line;
    if (next.status != 200) client = site.gateway.client();
  }
}

// --- at random
// ------------------------------------------------------------------------------------------------------------

std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random()) % std::max<std::size_t>(limit, 1);
  };
  static constexpr std::string_view kTokens[] = {
      "\r\n",
      "\r\n\r\n",
      "\n",
      "\r",
      ":",
      " ",
      "\t",
      "0\r\n\r\n",
      "Content-Length: 5\r\n",
      "\xff",
      "ffffffff\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Expect: 100-continue\r\n",
      "Connection: close\r\n",
      "HTTP/1.0",
      "%00",
      "{",
      "\"",
  };
  for (std::size_t times = 1 + below(4); times > 0; --times) {
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0: bytes[at] = static_cast<char>(below(256)); break;
      case 1: bytes.erase(at, 1 + below(20)); break;
      case 2: bytes.insert(at, kTokens[below(std::size(kTokens))]); break;
      case 3: bytes.resize(at); break;
      case 4: bytes.insert(at, bytes.substr(below(bytes.size()), below(60))); break;
      default: bytes.insert(at, 1, static_cast<char>(below(256))); break;
    }
    if (bytes.empty()) bytes = "x";
  }
  return bytes;
}

TEST(HostileRequests, TenThousandMalformedOnesLeaveTheGatewayWhole) {
  constexpr int kRequests = 10'000;
  constexpr int kThreads = 4;
  // Nobody listens there: what happens to be a proper request is answered with 502.
  std::uint16_t dead_port = 0;
  {
    const ListeningSocket nobody;
    dead_port = nobody.port();
  }
  GatewayUnderTest gateway(
      test_config("http://127.0.0.1:" + std::to_string(dead_port) + "/v1", Protocol::kChat));
  const std::string seeds[] = {
      request(Protocol::kChat, true),
      request(Protocol::kMessages, false),
      chat_start("Transfer-Encoding: chunked\r\n") + chunk(request_body(Protocol::kChat, false)) +
          "0\r\n\r\n",
      get("/healthz") + get("/admin/status") + get("/metrics"),
      request(Protocol::kResponses, false) + get("/healthz"),
  };
  std::atomic<int> answered{0}, stuck{0}, odd{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      std::mt19937 random(static_cast<unsigned>(thread + 1));
      for (int i = 0; i < kRequests / kThreads; ++i) {
        RawClient client = gateway.client();
        client.send(mutated(seeds[random() % std::size(seeds)], random));
        client.wire.end_writing();
        std::string all;
        if (!client.read_to_end(all)) ++stuck;
        if (!all.empty()) ++answered;
        if (!all.empty() && !all.starts_with("HTTP/1.1 ")) ++odd;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(stuck, 0);
  EXPECT_EQ(odd, 0);
  EXPECT_GT(answered, kRequests / 10);
  EXPECT_EQ(gateway.ask(get("/healthz")).status, 200);
  EXPECT_TRUE(gateway.settles(kSoon));
}

}  // namespace
}  // namespace argwright::gateway_test
