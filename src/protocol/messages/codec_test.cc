#include "protocol/messages/codec.h"

#include <gtest/gtest.h>

#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol::messages {
namespace {

using testing::shown;
using testing::Texts;

Texts decoded(std::string_view stream) {
  const auto decoder = messages_codec().stream_decoder({});
  SseReader reader;
  reader.feed(stream);
  reader.finish();
  Events events;
  for (SseBlock block; reader.next(block);) decoder->decode(block, events);
  return shown(events);
}

TEST(MessagesCodec, ReadsEventsThatNoBlankLineParts) {
  EXPECT_EQ(decoded("event: ping\ndata: {\"type\":\"ping\"}\nevent: message_stop\n"
                    "data: {\"type\":\"message_stop\"}\n\n"),
            (Texts{"mended events_joined", "other ping", "end"}));
  EXPECT_EQ(decoded("data: {\"type\":\"message_stop\"}\ndata: [DONE]\n\n"),
            (Texts{"mended events_joined", "end"}));
  EXPECT_EQ(decoded("data: {\"type\":\ndata: \"ping\"}\n\n"), (Texts{"mended event_name", "other ping"}))
      << "one event in two lines";
  EXPECT_EQ(decoded("data: {\"type\":\"ping\"}\ndata: {\"ty\n\n"),
            (Texts{"mended events_joined", "other ping", "mended event_no_json", "failure 502"}));
}

TEST(MessagesCodec, ReadsDataThatIsWrappedTwice) {
  EXPECT_EQ(decoded("event: ping\ndata: data: {\"type\":\"ping\"}\n\n"),
            (Texts{"mended event_text", "other ping"}));
  EXPECT_EQ(decoded("data: data: [DONE]\n\n"), (Texts{"mended event_text"}));
}

// Name and data, as a block each or in one, and data of several lines.
TEST(MessagesCodec, ReadsLinesThatAreWrappedAsData) {
  EXPECT_EQ(decoded("data: event: ping\ndata: data: {\"type\":\ndata: data: \"ping\"}\n\n"),
            (Texts{"mended event_text", "other ping"}));
  EXPECT_EQ(decoded("data: event: ping\n\ndata: data: {\"type\":\"ping\"}\n\n"),
            (Texts{"mended event_text", "mended event_text", "mended event_name", "other ping"}));
}

TEST(MessagesCodec, TakesEventsThatEndWithAPingForMoreThanThat) {
  EXPECT_EQ(decoded("data: {\"type\":\"message_stop\"}\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"),
            (Texts{"mended events_joined", "end"}));
}

TEST(MessagesCodec, ReadsAPingWhateverItHolds) {
  EXPECT_EQ(decoded("event: ping\ndata: ping\n\n"), (Texts{"mended type_missing", "other ping"}));
}

// Clients drop it without a name, and take it for JSON with one.
TEST(MessagesCodec, MendsADoneMarkWithAName) {
  EXPECT_EQ(decoded("data: [DONE]\n\n"), Texts{});
  EXPECT_EQ(decoded("event: message_stop\ndata: [DONE]\n\n"), (Texts{"mended done_mark"}));
}

}  // namespace
}  // namespace argwright::protocol::messages
