#include "protocol/event_decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::shown;
using testing::Texts;

Events decoded(Protocol protocol, std::string_view stream) {
  const auto decoder = codec(protocol).stream_decoder({});
  SseReader reader;
  reader.feed(stream);
  reader.finish();
  Events events;
  for (SseBlock block; reader.next(block);) decoder->decode(block, events);
  decoder->finish(events);
  return events;
}

std::string error_of(Protocol protocol, std::string_view stream) {
  const auto failures = testing::only<Failure>(decoded(protocol, stream));
  return failures.size() == 1 ? failures.front().error.message
                              : std::to_string(failures.size()) + " failures";
}

std::string text_of(Protocol protocol, std::string_view stream) {
  std::string text;
  for (const Delta& delta : testing::only<Delta>(decoded(protocol, stream))) text += delta.text;
  return text;
}

constexpr std::string_view kChunk =
    R"({"id":"r","choices":[{"index":0,"delta":{"role":"assistant","content":"a"}}]})";
constexpr std::string_view kTextEvent =
    R"({"type":"response.output_text.delta","output_index":0,"delta":"a"})";

std::string in_quotes(std::string_view text) { return json::write(json::Value(text)); }

// Framed in every way that is no way to do it.
std::vector<std::string> badly_framed(std::string_view event) {
  const std::string one(event);
  return {"data: " + one + "\ndata: " + one + "\ndata: [DONE]\n\n",
          "data: data: " + one + "\n\ndata: data: " + one + "\n\n",
          "data: " + in_quotes(event) + "\n\ndata: " + in_quotes(event) + "\n\ndata: [DONE]\n\n",
          "data: " + in_quotes("data: " + one + "\n\ndata: " + one + "\n\n") + "\n\n",
          "data: [" + one + "," + one + "]\n\n"};
}

TEST(EventDecoder, ReadsEventsOfAllProtocolsThatAreBadlyFramed) {
  for (const std::string& stream : badly_framed(kChunk))
    EXPECT_EQ(text_of(Protocol::kChat, stream), "aa") << stream;
  for (const std::string& stream : badly_framed(kTextEvent))
    EXPECT_EQ(text_of(Protocol::kResponses, stream), "aa") << stream;
  const std::string begun =
      R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})";
  for (const std::string& stream :
       badly_framed(R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}})"))
    EXPECT_EQ(text_of(Protocol::kMessages, begun + "\n\n" + stream), "aa") << stream;
}

TEST(EventDecoder, ReadsWhatCameBeforeOneThatWasCutOff) {
  const std::string stream = "data: " + std::string(kChunk) + "\ndata: {\"id\":\"r\",\"cho";
  EXPECT_EQ(text_of(Protocol::kChat, stream), "a");
  EXPECT_NE(error_of(Protocol::kChat, stream).find("no JSON"), std::string::npos);
}

TEST(EventDecoder, TellsWhatAStreamOfAnotherProtocolIs) {
  const std::string chunk = "data: " + std::string(kChunk) + "\n\n";
  const std::string done = "data: [DONE]\n\n";
  const std::string event = "data: " + std::string(kTextEvent) + "\n\n";
  EXPECT_EQ(error_of(Protocol::kMessages, chunk + done),
            "the upstream's stream holds nothing of the Messages protocol: it looks like the Chat protocol "
            "(event: {\"id\":\"r\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",...)");
  EXPECT_NE(error_of(Protocol::kResponses, chunk + done).find("like the Chat"), std::string::npos);
  EXPECT_NE(error_of(Protocol::kChat, event).find("like the Responses"), std::string::npos);
  EXPECT_NE(error_of(Protocol::kChat, "event: message_start\ndata: {\"type\":\"message_start\"}\n\n" + done)
                .find("like the Messages"),
            std::string::npos);
}

TEST(EventDecoder, TellsWhatAStreamOfNoProtocolHolds) {
  const std::string native =
      "data: {\"response\":\"Ra\"}\n\ndata: {\"response\":\"\",\"usage\":{}}\n\ndata: [DONE]\n\n";
  EXPECT_EQ(error_of(Protocol::kChat, native),
            "the upstream's stream holds nothing of the Chat protocol (event: {\"response\":\"Ra\"})");
  for (const Protocol protocol : {Protocol::kResponses, Protocol::kMessages})
    EXPECT_NE(error_of(protocol, native).find("{\"response\":\"Ra\"}"), std::string::npos);
  EXPECT_EQ(shown(decoded(Protocol::kChat, native)).back(), "end") << "once, and before the end";
}

TEST(EventDecoder, TakesAStreamWithoutEventsForAnEmptyOne) {
  for (const Protocol protocol : kProtocols) {
    for (const std::string_view stream :
         {"", "data: [DONE]\n\n", "event: ping\ndata: {\"type\":\"ping\"}\n\n", ": comment\n\n"}) {
      EXPECT_TRUE(testing::only<Failure>(decoded(protocol, stream)).empty()) << stream;
    }
  }
  const std::string known = "data: {\"vendor\":1}\n\ndata: " + std::string(kChunk) + "\n\n";
  EXPECT_TRUE(testing::only<Failure>(decoded(Protocol::kChat, known)).empty());
}

TEST(EventDecoder, RaisesExceptions) {
  const std::string_view stream =
      "event: exception\ndata: {\"throttlingException\":{\"message\":\"slow down\"}}\n\n";
  for (const Protocol protocol : kProtocols) {
    EXPECT_EQ(error_of(protocol, stream), "slow down");
    EXPECT_EQ(testing::only<Failure>(decoded(protocol, stream)).front().error.status, 429);
  }
}

}  // namespace
}  // namespace argwright::protocol
