#include "net/head.h"

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

using Kind = HeadParser::Kind;
using State = HeadParser::State;

constexpr std::size_t kLimit = 1000;

struct Verdict {
  State state = State::kMore;
  std::string told;  // everything that was read, or the fault
  std::size_t size = 0;
  bool operator==(const Verdict&) const = default;
};

Verdict verdict_of(HeadParser& parser, State state) {
  Verdict verdict{state, {}, 0};
  if (state != State::kDone) {
    verdict.told = state == State::kMore ? "" : parser.fault();
    return verdict;
  }
  verdict.size = parser.size();
  const Head head = parser.take();
  verdict.told = std::string(head.method) + "|" + std::string(head.target) + "|" +
                 std::to_string(head.status) + "|" + std::string(head.reason) + "|" +
                 std::to_string(head.version);
  for (const Field& field : head.fields) {
    verdict.told += "|" + std::string(field.name) + "=" + std::string(field.value);
  }
  verdict.told += head.chunked ? "|chunked" : "";
  verdict.told += head.content_length ? "|length " + std::to_string(*head.content_length) : "";
  verdict.told += head.keep_alive ? "|keep" : "|close";
  verdict.told += head.expects_continue ? "|continue" : "";
  return verdict;
}

Verdict read_whole(Kind kind, std::string_view text) {
  HeadParser parser(kind, kLimit);
  const State state = parser.parse(text);
  return verdict_of(parser, state);
}

// The text comes in pieces that end at `cuts`, each time in memory of its own, as a buffer that grows moves.
Verdict read_cut(Kind kind, std::string_view text, const std::vector<std::size_t>& cuts) {
  HeadParser parser(kind, kLimit);
  State state = State::kMore;
  for (const std::size_t cut : cuts) {
    const std::string so_far(text.substr(0, cut));
    state = parser.parse(so_far);
    if (state != State::kMore) break;
  }
  if (state == State::kMore) state = parser.parse(text);
  return verdict_of(parser, state);
}

std::string fault_of(std::string_view fields) {
  const Verdict verdict = read_whole(Kind::kRequest, "POST / HTTP/1.1\r\n" + std::string(fields) + "\r\n");
  return verdict.state == State::kBad ? verdict.told : verdict.state == State::kDone ? "fine" : "other";
}

constexpr std::string_view kRequest =
    "POST /v1/chat/completions?a=b HTTP/1.1\r\nHost: localhost:8787\r\nContent-Type:application/json\r\n"
    "X-Blank:\r\nx-padded: \t a b \t\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n";
constexpr std::string_view kReply =
    "HTTP/1.1 404 Not Here\r\nServer: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";

TEST(SameLetters, TakesEitherCaseOfLettersAndNothingElse) {
  // Every byte against every byte, at places within and behind a run of eight.
  for (const std::size_t at : {std::size_t{0}, std::size_t{7}, std::size_t{9}}) {
    for (int first = 0; first < 256; ++first) {
      for (int second = 0; second < 256; ++second) {
        std::string a = "content-types", b = "CONTENT-TYPES";
        a[at] = static_cast<char>(first);
        b[at] = static_cast<char>(second);
        const auto lower = [](int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
        ASSERT_EQ(same_letters(a.data(), b.data(), a.size()), lower(first) == lower(second))
            << at << ": " << first << " " << second;
      }
    }
  }
}

TEST(Head, ReadsARequest) {
  const Verdict verdict = read_whole(Kind::kRequest, std::string(kRequest) + "{\"body\":1}..");
  EXPECT_EQ(verdict.state, State::kDone);
  EXPECT_EQ(verdict.size, kRequest.size());
  EXPECT_EQ(verdict.told,
            "POST|/v1/chat/completions?a=b|0||11|Host=localhost:8787|Content-Type=application/json|X-Blank=|"
            "x-padded=a b|Content-Length=12|Expect=100-continue|length 12|keep|continue");
}

TEST(Head, ReadsAReply) {
  EXPECT_EQ(read_whole(Kind::kReply, kReply).told,
            "||404|Not Here|11|Server=x|Transfer-Encoding=chunked|Connection=close|chunked|close");
  EXPECT_EQ(read_whole(Kind::kReply, "HTTP/1.0 200 \r\n\r\n").told, "||200||10|close");
}

TEST(Head, EverySplitGivesTheSame) {
  for (const auto& [kind, text] : {std::pair(Kind::kRequest, kRequest), std::pair(Kind::kReply, kReply)}) {
    const Verdict whole = read_whole(kind, text);
    EXPECT_EQ(whole.state, State::kDone);
    std::vector<std::size_t> all;
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
      EXPECT_EQ(read_cut(kind, text, {cut}), whole) << cut;
      all.push_back(cut);
    }
    EXPECT_EQ(read_cut(kind, text, all), whole);
  }
}

TEST(Head, StaysReadableWhenItIsMoved) {
  HeadParser parser(Kind::kRequest, kLimit);
  ASSERT_EQ(parser.parse("A / HTTP/1.1\r\n\r\n"), State::kDone);
  Head first = parser.take();
  const Head second = std::move(first);
  EXPECT_EQ(second.method, "A");
  EXPECT_EQ(second.target, "/");
}

TEST(Head, RefusesWhatTwoProgramsMayReadInTwoWays) {
  EXPECT_EQ(fault_of("Host: a\r\n"), "fine");
  for (const char* fields : {
           "Host: a\r\n folded\r\n",
           "Content-Length: 1\r\nContent-Length: 2\r\n",
           "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: gzip, chunked\r\n",
           "Transfer-Encoding: xchunked\r\n",
           "Transfer-Encoding: identity\r\n",
           "Transfer-Encoding:\r\n",
           "Content-Length: +1\r\n",
           "Content-Length: -1\r\n",
           "Content-Length: 1 1\r\n",
           "Content-Length: 1, 1\r\n",
           "Content-Length: 0x1\r\n",
           "Content-Length:\r\n",
           "Content-Length: 18446744073709551616\r\n",
           "Content-Length : 1\r\n",
           " Content-Length: 1\r\n",
           "Host: a\nContent-Length: 1\r\n",
           "X: a\rb\r\n",
           "X: a\x01\r\n",
           ": a\r\n",
           "no colon\r\n",
           "X@Y: a\r\n",
           "Host: a\r\nHost: b\r\n",
       }) {
    const std::string fault = fault_of(fields);
    EXPECT_TRUE(fault != "fine" && !fault.empty()) << fields << " -> " << fault;
  }
  EXPECT_EQ(fault_of("Content-Length: 7\r\nContent-Length: 7\r\n"), "fine");
}

TEST(Head, RefusesOtherVersionsAndLines) {
  for (const char* text : {"GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.2\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
                           "GET /\r\n\r\n", "GET / HTTP/1.1\n\n", "G\x01T / HTTP/1.1\r\n\r\n",
                           "GET /a b HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"}) {
    EXPECT_EQ(read_whole(Kind::kRequest, text).state, State::kBad) << text;
  }
  EXPECT_EQ(read_whole(Kind::kRequest, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n").state,
            State::kBad);
  EXPECT_EQ(read_whole(Kind::kReply, "HTTP/1.1 2000 OK\r\n\r\n").state, State::kBad);
}

TEST(Head, KnowsWhetherTheConnectionGoesOn) {
  const auto keeps = [](std::string_view version, std::string_view fields) {
    const Verdict verdict =
        read_whole(Kind::kRequest, "GET / " + std::string(version) + "\r\n" + std::string(fields) + "\r\n");
    EXPECT_EQ(verdict.state, State::kDone);
    return verdict.told.ends_with("|keep");
  };
  EXPECT_TRUE(keeps("HTTP/1.1", ""));
  EXPECT_TRUE(keeps("HTTP/1.1", "Connection: Upgrade\r\n"));
  EXPECT_FALSE(keeps("HTTP/1.1", "Connection: Upgrade, Close\r\n"));
  EXPECT_FALSE(keeps("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n"));
  EXPECT_FALSE(keeps("HTTP/1.0", ""));
  EXPECT_TRUE(keeps("HTTP/1.0", "Connection: keep-alive\r\n"));
}

TEST(Head, IsBounded) {
  const auto request = [](std::size_t size) {
    const std::string begin = "GET / HTTP/1.1\r\nX: ";
    return begin + std::string(size - begin.size() - 4, 'a') + "\r\n\r\n";
  };
  const std::string fits = request(kLimit);
  const std::string large = request(kLimit + 1);
  EXPECT_EQ(read_whole(Kind::kRequest, fits).state, State::kDone);
  EXPECT_EQ(read_whole(Kind::kRequest, fits + std::string(kLimit, 'b')).state, State::kDone);
  EXPECT_EQ(read_whole(Kind::kRequest, large).state, State::kTooLarge);
  EXPECT_EQ(read_whole(Kind::kRequest, large).told, "the head is longer than 1000 bytes");
  for (const std::size_t cut : {std::size_t{3}, std::size_t{16}, std::size_t{900}, kLimit}) {
    EXPECT_EQ(read_cut(Kind::kRequest, large, {cut}).state, State::kTooLarge) << cut;
  }
  EXPECT_EQ(read_whole(Kind::kRequest, "GET /" + std::string(kLimit, 'a')).state, State::kTooLarge);
}

TEST(Head, FindsFields) {
  HeadParser parser(Kind::kRequest, kLimit);
  ASSERT_EQ(parser.parse("GET / HTTP/1.1\r\nX-One: 1\r\nx-one: 2\r\nEmpty:\r\n\r\n"), State::kDone);
  const Head head = parser.take();
  EXPECT_EQ(head.field("x-ONE"), "1");
  EXPECT_EQ(head.field("x-two"), "");
  EXPECT_TRUE(head.has("empty"));
  EXPECT_FALSE(head.has("x-on"));
}

TEST(Head, ListsHoldWholeTokens) {
  EXPECT_TRUE(list_holds("a, Close ,b", "close"));
  EXPECT_TRUE(list_holds("close", "close"));
  EXPECT_FALSE(list_holds("closed, un-close", "close"));
  EXPECT_FALSE(list_holds("", "close"));
  EXPECT_FALSE(list_holds(",,", "close"));
}

}  // namespace
}  // namespace argwright::net
