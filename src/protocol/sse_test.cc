#include "protocol/sse.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

using Texts = std::vector<std::string>;

// What was read, one text for each block: "type|data|id|retry", "-" for what is absent, "#" for a comment.
std::string shown(const SseBlock& block) {
  std::string text(block.type);
  text += '|';
  text += block.has_data ? std::string(block.data) : "-";
  text += '|';
  text += block.id ? std::string(*block.id) : "-";
  text += '|';
  text += block.retry ? std::to_string(*block.retry) : "-";
  if (block.has_comment) text += '#';
  return text;
}

struct Stream {
  Texts blocks;
  std::string raw;
  std::string error;
};

void drain(SseReader& reader, Stream& stream) {
  for (SseBlock block; reader.next(block);) {
    stream.blocks.push_back(shown(block));
    stream.raw += block.raw;
  }
}

// Fed in pieces of the sizes first, rest.
Stream read(std::string_view text, std::size_t first = std::string_view::npos,
            std::size_t max_bytes = SseReader::kDefaultMaxBlockBytes) {
  SseReader reader(max_bytes);
  Stream stream;
  const std::string_view rest = text.substr(std::min(first, text.size()));
  for (const std::string_view piece : {text.substr(0, first), rest}) {
    // A copy of its own: what was fed must not be needed any more.
    reader.feed(std::string(piece));
    drain(reader, stream);
  }
  reader.finish();
  drain(reader, stream);
  if (reader.error()) stream.error = reader.error()->describe();
  return stream;
}

Texts blocks(std::string_view text) { return read(text).blocks; }

TEST(SseReader, ReadsEventsWithAnyLineEnding) {
  EXPECT_EQ(blocks("data: a\n\ndata: b\n\n"), (Texts{"|a|-|-", "|b|-|-"}));
  EXPECT_EQ(blocks("data: a\r\n\r\ndata: b\r\n\r\n"), (Texts{"|a|-|-", "|b|-|-"}));
  EXPECT_EQ(blocks("data: a\r\rdata: b\r\r"), (Texts{"|a|-|-", "|b|-|-"}));
  EXPECT_EQ(blocks("data: a\r\n\ndata: b\n\r\n"), (Texts{"|a|-|-", "|b|-|-"}));
}

TEST(SseReader, ReadsEveryField) {
  EXPECT_EQ(blocks("event: ping\nid: 7\nretry: 1500\ndata: {}\n\n"), (Texts{"ping|{}|7|1500"}));
  using namespace std::string_view_literals;
  EXPECT_EQ(blocks("retry: soon\nid: a\0b\nother: x\ndata\n\n"sv), (Texts{"||-|-"}));
}

TEST(SseReader, TakesOneSpaceBehindTheColonOrNone) {
  EXPECT_EQ(blocks("data:{\"a\":1}\n\n"), (Texts{"|{\"a\":1}|-|-"}));
  EXPECT_EQ(blocks("data:  two\n\n"), (Texts{"| two|-|-"}));
}

TEST(SseReader, JoinsDataLines) { EXPECT_EQ(blocks("data: a\ndata:\ndata: b\n\n"), (Texts{"|a\n\nb|-|-"})); }

TEST(SseReader, ReadsAnErrorInALineOfItsOwn) {
  EXPECT_EQ(blocks("error: {}\n\n"), (Texts{"error|{}|-|-"}));
  EXPECT_EQ(blocks("data: a\nerror: {}\n\n"), (Texts{"|a\n{}|-|-"}));
  EXPECT_EQ(blocks("error:\n\n"), (Texts{"|-|-|-"}));
}

TEST(SseReader, ShowsCommentsWithoutData) {
  EXPECT_EQ(blocks(": OPENROUTER PROCESSING\n\ndata: a\n\n"), (Texts{"|-|-|-#", "|a|-|-"}));
  EXPECT_EQ(blocks(": hello\ndata: a\n\n"), (Texts{"|a|-|-#"}));
}

TEST(SseReader, GivesTheLastEventWithoutItsBlankLine) {
  EXPECT_EQ(blocks("data: a\n\ndata: b"), (Texts{"|a|-|-", "|b|-|-"}));
  EXPECT_EQ(blocks("data: [DONE]\r"), (Texts{"|[DONE]|-|-"}));
}

TEST(SseReader, DropsAByteOrderMarkAtTheBeginningOnly) {
  EXPECT_EQ(blocks("\xEF\xBB\xBF"
                   "data: a\n\n"),
            (Texts{"|a|-|-"}));
  EXPECT_EQ(blocks("data: a\n\n\xEF\xBB\xBF"
                   "data: b\n\n"),
            (Texts{"|a|-|-", "|-|-|-"}));
}

TEST(SseReader, SplitsNeverMatterAndNoByteIsLost) {
  const std::string text =
      "\xEF\xBB\xBF: hi\r\n\r\nevent: a\r\ndata: \xC3\xA9\r\ndata: x\r\n\r\n\n\ndata: b\r\rid: 1\ndata: "
      "\xF0\x9F\x98\x80";
  const Stream whole = read(text);
  EXPECT_EQ(whole.raw, text);
  ASSERT_GT(whole.blocks.size(), 3U);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const Stream split = read(text, i);
    EXPECT_EQ(split.blocks, whole.blocks) << i;
    EXPECT_EQ(split.raw, text) << i;
  }
}

TEST(SseReader, RefusesABlockAboveItsLimitAndKeepsThoseBefore) {
  const std::string text = "data: ok\n\ndata: " + std::string(100, 'x') + "\n\ndata: never\n\n";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const Stream stream = read(text, i, 64);
    EXPECT_EQ(stream.blocks, (Texts{"|ok|-|-"})) << i;
    EXPECT_EQ(stream.error, "an event of the stream is larger than 64 bytes (at byte 10)") << i;
  }
}

TEST(SseReader, ReadsManySmallPiecesInLinearTime) {
  // 4 MB in pieces of 64 bytes, one event: quadratic work would take minutes.
  SseReader reader;
  reader.feed("data: ");
  SseBlock block;
  for (int i = 0; i < 65536; ++i) {
    reader.feed(std::string(64, 'x'));
    ASSERT_FALSE(reader.next(block));
  }
  reader.feed("\n\n");
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.data.size(), std::size_t{65536} * 64);
}

TEST(SseWriter, WritesWhatTheReaderReads) {
  std::string out;
  append_sse_event(out, "message_stop", R"({"type":"message_stop"})");
  EXPECT_EQ(out, "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  out.clear();
  append_sse_event(out, "", "a\nb\r\nc\rd\n");
  EXPECT_EQ(out, "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
  EXPECT_EQ(blocks(out), (Texts{"|a\nb\nc\nd\n|-|-"}));
  out.clear();
  append_sse_event(out, "odd\nevent: error", "{}");
  EXPECT_EQ(out, "event: odd\ndata: {}\n\n") << "a type is one line, wherever it came from";
  out.clear();
  append_sse_comment(out, "keep\nalive");
  EXPECT_EQ(out, ": keep alive\n\n");
}

}  // namespace
}  // namespace argwright::protocol
