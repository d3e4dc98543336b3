// Replies that providers really sent, decoded and written again. They are looked for in the folder
// ARGWRIGHT_SHARED (default: ../shared beside the source tree) and skipped where that is absent.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

std::string environment(const char* name, const std::string& fallback) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : fallback;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Recording {
  std::string name;
  std::string bytes;
  bool is_stream = false;
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  for (std::size_t bar = line.find('|'); bar != std::string::npos; bar = line.find('|', begin)) {
    const std::string cell = line.substr(begin, bar - begin);
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? ""
                                               : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    begin = bar + 1;
  }
  return cells;
}

// The rows of the index whose protocol is this one.
std::vector<Recording> recordings() {
  const std::string shared =
      environment("ARGWRIGHT_SHARED", environment("ARGWRIGHT_SOURCE_DIR", ".") + "/../shared");
  const std::filesystem::path folder = std::filesystem::path(shared) / "recordings";
  std::ifstream index(folder / "INDEX.md");
  std::vector<Recording> rows;
  std::string provider;
  for (std::string line; std::getline(index, line);) {
    if (line.starts_with("## ")) provider = line.substr(3, line.find(' ', 3) - 3);
    const std::vector<std::string> row = cells(line);
    if (row.size() < 5 || row[3] != "responses") continue;
    rows.push_back({provider + "/" + row[1], read_file(folder / provider / row[1]), row[4] == "stream"});
  }
  return rows;
}

Reply reply_of(const Events& events) {
  ReplyBuilder builder;
  for (const Event& event : with_whole_calls(events)) builder.add(event);
  return builder.take();
}

Events decode(const Recording& recording, std::size_t chunk = 0) {
  if (recording.is_stream) return decode_stream(recording.bytes, chunk);
  Events events;
  Result<json::Value> body = json::parse(recording.bytes);
  EXPECT_TRUE(body) << recording.name;
  if (body) responses_codec().decode_body(std::move(*body), DecodeOptions{}, events);
  return events;
}

// What matters to a client: texts, proofs, calls, and how it ended.
Lines essence(const Reply& reply) {
  Lines lines{reply.start.id + " " + reply.start.model};
  for (const auto& entry : reply.choices.front().parts) {
    if (const Call* call = std::get_if<Call>(&entry)) {
      lines.push_back(shown(Event(*call)));
      continue;
    }
    const ReplyPart& part = std::get<ReplyPart>(entry);
    lines.push_back(part.start.id + " " + part.text + " " + part.end.proof.encrypted);
  }
  if (reply.choices.front().finish)
    lines.push_back(shown_detail::reason(reply.choices.front().finish->reason));
  lines.emplace_back(reply.clean ? "clean" : "cut");
  return lines;
}

class ResponsesRecordings : public testing::Test {
 protected:
  void SetUp() override {
    all_ = recordings();
    if (all_.empty())
      GTEST_SKIP() << "no recordings: set ARGWRIGHT_SHARED to the folder that holds recordings/";
  }
  std::vector<Recording> all_;
};

TEST_F(ResponsesRecordings, DecodeWithoutFaultToTheirEnd) {
  for (const Recording& recording : all_) {
    SCOPED_TRACE(recording.name);
    const Events events = decode(recording);
    ASSERT_FALSE(events.empty());
    EXPECT_TRUE(std::holds_alternative<Start>(events.front()));
    EXPECT_EQ(shown(events.back()), "clean");
    int finishes = 0;
    for (const Event& event : events) {
      EXPECT_FALSE(std::holds_alternative<Failure>(event)) << shown(event);
      EXPECT_FALSE(std::holds_alternative<Mended>(event)) << shown(event);
      if (std::holds_alternative<Finish>(event)) ++finishes;
    }
    EXPECT_EQ(finishes, 1);
  }
}

TEST_F(ResponsesRecordings, HoldWhatTheirFinalResponseHolds) {
  for (const Recording& recording : all_) {
    if (!recording.is_stream) continue;
    SCOPED_TRACE(recording.name);
    SseReader reader;
    reader.feed(recording.bytes);
    reader.finish();
    for (SseBlock block; reader.next(block);) {
      const Result<json::Value> event = json::parse(block.data);
      if (!event || text_at(*event, "type") != "response.completed") continue;
      Events events;
      responses_codec().decode_body(*event->find("response"), DecodeOptions{}, events);
      Lines whole = essence(reply_of(events));
      Lines streamed = essence(reply_of(decode(recording)));
      // Proofs are made anew for the final response.
      ASSERT_EQ(streamed.size(), whole.size());
      for (std::size_t i = 0; i < whole.size(); ++i) {
        const bool has_proof = whole[i].find(" gAAAA") != std::string::npos;
        if (!has_proof) {
          EXPECT_EQ(streamed[i], whole[i]);
        }
      }
      break;
    }
  }
}

TEST_F(ResponsesRecordings, DecodeTheSameHoweverTheyAreSplit) {
  for (const Recording& recording : all_) {
    if (!recording.is_stream) continue;
    SCOPED_TRACE(recording.name);
    const Lines whole = shown(decode(recording));
    for (const std::size_t chunk : {1U, 7U, 61U, 1021U})
      EXPECT_EQ(shown(decode(recording, chunk)), whole) << chunk;
  }
}

TEST_F(ResponsesRecordings, ReadTheSameWhenTheyAreWrittenAgain) {
  for (const Recording& recording : all_) {
    SCOPED_TRACE(recording.name);
    const Events events = with_whole_calls(decode(recording));
    const Lines expected = essence(reply_of(events));
    const EncodeOptions same{true, true, true};
    EXPECT_EQ(essence(reply_of(decode_stream(encode_stream(events, same)))), expected);
    Events from_body;
    responses_codec().decode_body(*json::parse(responses_codec().encode_body(reply_of(events), same)),
                                  DecodeOptions{}, from_body);
    EXPECT_EQ(essence(reply_of(from_body)), expected);
    for (const Event& event : decode_stream(encode_stream(events, same))) {
      EXPECT_FALSE(std::holds_alternative<Mended>(event)) << shown(event);
    }
  }
}

TEST_F(ResponsesRecordings, PassByteForByte) {
  for (const Recording& recording : all_) {
    if (!recording.is_stream) continue;
    SCOPED_TRACE(recording.name);
    const auto decoder = responses_codec().stream_decoder(DecodeOptions{});
    const auto encoder = responses_codec().stream_encoder({true, true, true});
    SseReader reader;
    reader.feed(recording.bytes);
    reader.finish();
    std::string out;
    for (SseBlock block; reader.next(block);) {
      Events events;
      decoder->decode(block, events);
      EXPECT_TRUE(encoder->pass(block, with_whole_calls(events), out)) << block.raw.substr(0, 200);
    }
    // Some hold several responses, of which the first one counts.
    EXPECT_TRUE(recording.bytes.starts_with(out.substr(0, out.find("data: [DONE]"))));
    EXPECT_NE(out.find("response.completed"), std::string::npos);
  }
}

}  // namespace
}  // namespace argwright::protocol::responses
