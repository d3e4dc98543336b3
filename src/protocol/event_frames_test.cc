#include "protocol/event_frames.h"

#include <gtest/gtest.h>

#include <string_view>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::shown;
using testing::Texts;

// "NAME|DATA" of each event in the blocks of a stream; behind them the notes.
Texts within(std::string_view stream) {
  SseReader reader;
  reader.feed(stream);
  reader.finish();
  Texts texts;
  Events events;
  for (SseBlock block; reader.next(block);) {
    for (const FramedEvent& event : events_within(block, events))
      texts.push_back(event.name + "|" + event.text);
  }
  for (std::string& note : shown(events)) texts.push_back(std::move(note));
  return texts;
}

TEST(EventFrames, LeavesOneEventAsItIs) {
  EXPECT_EQ(within("event: a\ndata: {\"x\":\ndata: \"}\"}\n\n"), (Texts{"a|{\"x\":\n\"}\"}"}));
  EXPECT_EQ(within("data: [DONE]\n\n"), (Texts{"|[DONE]"}));
  EXPECT_EQ(within("data: {\"x\":\n\n"), (Texts{"|{\"x\":"}));
  EXPECT_EQ(within("data: no event\ndata: at all\n\n"), (Texts{"|no event\nat all"}));
  EXPECT_EQ(within("data: \"a text\"\n\n"), (Texts{"|\"a text\""}));
}

TEST(EventFrames, PartsWhatNoBlankLineParts) {
  EXPECT_EQ(within("data: {\"a\":1}\ndata: {\"b\":\"{\\\"\"}\ndata: [DONE]\n\n"),
            (Texts{"|{\"a\":1}", "|{\"b\":\"{\\\"\"}", "|[DONE]", "mended events_joined"}));
  EXPECT_EQ(within("data: {\"a\":1}data: {\"b\":2}{\"c\":3}[DONE]\n\n"),
            (Texts{"|{\"a\":1}", "|{\"b\":2}", "|{\"c\":3}", "|[DONE]", "mended events_joined"}));
  EXPECT_EQ(within("data: {\"a\":1}\ndata: {\"b\":\n\n"),
            (Texts{"|{\"a\":1}", "|{\"b\":", "mended events_joined"}))
      << "the last was cut off";
}

TEST(EventFrames, GivesEachEventTheNameBeforeIt) {
  EXPECT_EQ(within("event: a\ndata: {}\nevent: b\ndata: {}\n\n"),
            (Texts{"a|{}", "b|{}", "mended events_joined"}));
  EXPECT_EQ(within("data: {}\nevent: b\ndata: {}\n\n"), (Texts{"|{}", "|{}", "mended events_joined"}))
      << "the name of the block is that of one of them";
}

TEST(EventFrames, TakesOffWhatAProxyPutAround) {
  EXPECT_EQ(within("data: data: data: {}\n\n"), (Texts{"|{}", "mended event_text"}));
  EXPECT_EQ(within("event: a\ndata: \"\\\"{\\\\\\\"x\\\\\\\":1}\\\"\"\n\n"),
            (Texts{"a|{\"x\":1}", "mended event_text"}));
  EXPECT_EQ(within("data: \"data: {}\\n\\ndata: [DONE]\\n\\n\"\n\n"),
            (Texts{"|{}", "|[DONE]", "mended event_text"}));
  EXPECT_EQ(within("data: event: a\ndata: data: {}\n\n"), (Texts{"a|{}", "mended event_text"}));
  EXPECT_EQ(within("data: event: a\n\n"), (Texts{"mended event_text"}));
  EXPECT_EQ(within("data: [{\"a\":[1]}, {\"b\":2}]\n\n"),
            (Texts{"|{\"a\":[1]}", "|{\"b\":2}", "mended event_text"}));
}

}  // namespace
}  // namespace argwright::protocol
