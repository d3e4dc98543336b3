#include "net/body_reader.h"

#include <gtest/gtest.h>

namespace argwright::net {
namespace {

Head head_of(HeadParser::Kind kind, const std::string& text) {
  HeadParser parser(kind, 1000);
  EXPECT_EQ(parser.parse(text), HeadParser::State::kDone) << parser.fault();
  return parser.take();
}

BodyReader request_reader(const std::string& fields) {
  return BodyReader::of_request(head_of(HeadParser::Kind::kRequest, "POST / HTTP/1.1\r\n" + fields + "\r\n"));
}
BodyReader reply_reader(const std::string& line, const std::string& fields, bool to_head = false) {
  return BodyReader::of_reply(
      head_of(HeadParser::Kind::kReply, "HTTP/1.1 " + line + "\r\n" + fields + "\r\n"), to_head);
}
BodyReader chunked() { return request_reader("Transfer-Encoding: chunked\r\n"); }

struct Outcome {
  std::string payload;
  std::size_t consumed = 0;
  bool done = false;
  bool bad = false;
  bool operator==(const Outcome&) const = default;
};

// As the callers do it: what is not consumed is given again with what came since.
Outcome read(BodyReader reader, std::string_view text, const std::vector<std::size_t>& cuts = {}) {
  Outcome outcome;
  std::vector<std::size_t> ends = cuts;
  ends.push_back(text.size());
  for (const std::size_t end : ends) {
    for (;;) {
      const std::string_view given = text.substr(outcome.consumed, end - outcome.consumed);
      const BodyReader::Step step = reader.take(given);
      EXPECT_LE(step.consumed, given.size());
      if (step.is_bad) {
        outcome.bad = true;
        EXPECT_STRNE(reader.fault(), "");
        return outcome;
      }
      outcome.payload += step.payload;
      outcome.consumed += step.consumed;
      if (step.consumed == 0 || reader.done()) break;
    }
    if (reader.done()) break;
  }
  outcome.done = reader.done();
  return outcome;
}

std::string fault_of(std::string_view text) {
  BodyReader reader = chunked();
  std::size_t at = 0;
  for (;;) {
    const BodyReader::Step step = reader.take(text.substr(at));
    if (step.is_bad) return reader.fault();
    if (step.consumed == 0) return "";
    at += step.consumed;
  }
}

TEST(BodyReader, KnowsWhereABodyEnds) {
  using Framing = BodyReader::Framing;
  EXPECT_EQ(request_reader("").framing(), Framing::kNone);
  EXPECT_TRUE(request_reader("Content-Length: 0\r\n").done());
  EXPECT_EQ(request_reader("Content-Length: 5\r\n").framing(), Framing::kLength);
  EXPECT_EQ(chunked().framing(), Framing::kChunked);
  EXPECT_EQ(reply_reader("200 OK", "").framing(), Framing::kUntilClose);
  EXPECT_EQ(reply_reader("200 OK", "Content-Length: 5\r\n").framing(), Framing::kLength);
  EXPECT_TRUE(reply_reader("200 OK", "Content-Length: 0\r\n").done());
  EXPECT_TRUE(reply_reader("200 OK", "Content-Length: 5\r\n", true).done());
  EXPECT_TRUE(reply_reader("204 No Content", "").done());
  EXPECT_TRUE(reply_reader("304 Not Modified", "Content-Length: 5\r\n").done());
  EXPECT_TRUE(reply_reader("103 Early Hints", "").done());
}

TEST(BodyReader, CountsBytes) {
  const Outcome outcome = read(request_reader("Content-Length: 5\r\n"), "helloGET / HTTP/1.1");
  EXPECT_EQ(outcome, (Outcome{"hello", 5, true, false}));
  BodyReader reader = request_reader("Content-Length: 5\r\n");
  EXPECT_EQ(reader.take("he").payload, "he");
  EXPECT_EQ(reader.remaining(), 3U);
  EXPECT_FALSE(reader.finish());
}

TEST(BodyReader, ReadsUntilTheEnd) {
  BodyReader reader = reply_reader("200 OK", "");
  EXPECT_EQ(reader.take("abc").payload, "abc");
  EXPECT_FALSE(reader.done());
  EXPECT_TRUE(reader.finish());
  EXPECT_TRUE(reader.done());
}

constexpr std::string_view kBody =
    "5\r\nhello\r\n00A;name=\"value\"\r\n0123456789\r\n1\r\n\r\r\n0\r\nTrailer: yes\r\nOther: x\r\n\r\n";

TEST(BodyReader, EverySplitOfChunksGivesTheSame) {
  const Outcome whole = read(chunked(), kBody);
  EXPECT_EQ(whole, (Outcome{"hello0123456789\r", kBody.size(), true, false}));
  const std::string with_more = std::string(kBody) + "GET / HTTP/1.1\r\n";
  EXPECT_EQ(read(chunked(), with_more), whole);
  std::vector<std::size_t> all;
  for (std::size_t cut = 1; cut < kBody.size(); ++cut) {
    EXPECT_EQ(read(chunked(), kBody, {cut}), whole) << cut;
    all.push_back(cut);
    const Outcome part = read(chunked(), kBody.substr(0, cut));
    EXPECT_FALSE(part.done || part.bad) << cut;
  }
  EXPECT_EQ(read(chunked(), kBody, all), whole);
}

TEST(BodyReader, IsStrictAboutChunks) {
  EXPECT_EQ(fault_of("5\nhello"), "a chunk's size line does not end in CR LF");
  EXPECT_EQ(fault_of("\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of(" 5\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of("5 \r\nhello\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of("+5\r\nhello\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of("-1\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of("0x5\r\nhello\r\n"), "a chunk's size is no hexadecimal number");
  EXPECT_EQ(fault_of("5;a\rb\r\nhello\r\n"), "a chunk's extension holds a CR");
  EXPECT_EQ(fault_of("5\r\nhello!\r\n"), "a chunk is longer than its size says");
  EXPECT_EQ(fault_of("5\r\nhello!"), "a chunk is longer than its size says");
  EXPECT_EQ(fault_of("5\r\nhello\n"), "a chunk is longer than its size says");
  EXPECT_EQ(fault_of("5\r\nhello\rX"), "a chunk is longer than its size says");
  EXPECT_EQ(fault_of("0\r\nA: b\nC: d\r\n\r\n"), "a line of the trailer does not end in CR LF");
  EXPECT_EQ(fault_of("0\r\n\n"), "a line of the trailer does not end in CR LF");
}

TEST(BodyReader, BoundsEveryNumberAndLine) {
  EXPECT_EQ(fault_of("FFFFFFFFFFFFFFFF\r\n"), "a chunk's size is too large");
  EXPECT_EQ(fault_of("10000000000000000\r\n"), "a chunk's size is too large");
  EXPECT_EQ(fault_of("fffffffffffffff\r\n"), "");
  EXPECT_EQ(fault_of("5;" + std::string(300, 'a') + "\r\n"), "a chunk's size line is too long");
  EXPECT_EQ(fault_of("5;" + std::string(300, 'a')), "a chunk's size line is too long");
  EXPECT_EQ(fault_of("0\r\nA: " + std::string(9000, 'a')), "the trailer is too long");
  std::string many = "0\r\n";
  for (int i = 0; i < 1000; ++i) many += "Line: of trailer\r\n";
  EXPECT_EQ(fault_of(many), "the trailer is too long");
}

TEST(BodyReader, TakesNothingOnceItIsDone) {
  BodyReader reader = chunked();
  EXPECT_EQ(reader.take("0\r\n\r\n").consumed, 5U);
  EXPECT_TRUE(reader.done());
  EXPECT_EQ(reader.take("5\r\nhello\r\n").consumed, 0U);
  EXPECT_TRUE(reader.finish());
}

TEST(BodyReader, WritesSizesThatItReads) {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{4095}, std::size_t{70000}}) {
    std::string text;
    append_chunk_size(text, size);
    text += std::string(size, 'x') + "\r\n";
    text += kLastChunk;
    EXPECT_EQ(read(chunked(), text), (Outcome{std::string(size, 'x'), text.size(), true, false}));
  }
  std::string largest;
  append_chunk_size(largest, ~std::size_t{0});
  EXPECT_EQ(largest, "ffffffffffffffff\r\n");
}

}  // namespace
}  // namespace argwright::net
