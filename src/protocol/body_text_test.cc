#include "protocol/body_text.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::shown;
using testing::Texts;

// As JSON, behind what was mended; "-" where it is none.
Texts read(std::string_view body) {
  Events events;
  const Result<json::Value> value = read_body_text(body, Limits(), events);
  Texts texts = shown(events);
  texts.push_back(value ? json::write(*value) : "-");
  return texts;
}

TEST(BodyText, ReadsStrictJsonWithoutAWord) {
  EXPECT_EQ(read(" {\"a\":\"b\"}\n"), (Texts{R"({"a":"b"})"}));
  EXPECT_EQ(read(R"("a word")"), (Texts{R"("a word")"}));
  EXPECT_EQ(read(R"("{a text that is no JSON}")"), (Texts{R"("{a text that is no JSON}")"}));
}

TEST(BodyText, ReplacesHalfCharactersWhereTheyStand) {
  const std::string replaced = "{\"a\":\"x\xEF\xBF\xBD\",\"b\":\"\xEF\xBF\xBDy\"}";
  EXPECT_EQ(read(R"({"a":"x\ud83d","b":"\ude00y"})"), (Texts{"mended event_text", replaced}));
  EXPECT_EQ(read("{\"a\":\"x\xC3\",\"b\":\"\xA9y\"}"), (Texts{"mended event_text", replaced}));
  EXPECT_EQ(read("{\"a\":\"x\ny\",\"b\":-Infinity}"),
            (Texts{"mended event_text", R"({"a":"x\ny","b":null})"}));
}

TEST(BodyText, TakesLinesOfAStreamAway) {
  const Texts read_so{"mended body_shape", R"({"a":1})"};
  for (const char* body : {"{\"a\":1}\n\ndata: [DONE]\n\n", "{\"a\":1}\n[DONE]", "data: {\"a\":1}\r\n\r\n",
                           "data:{\"a\":1}\n\ndata: [DONE]"}) {
    EXPECT_EQ(read(body), read_so) << body;
  }
  EXPECT_EQ(read("data: {\"a\":\"\xFF\"}"),
            (Texts{"mended event_text", "mended body_shape", "{\"a\":\"\xEF\xBF\xBD\"}"}));
}

TEST(BodyText, ReadsJsonThatIsWrittenAsAText) {
  EXPECT_EQ(read(R"("{\"a\": 1.10}")"), (Texts{"mended body_shape", R"({"a":1.10})"}));
  EXPECT_EQ(read(R"({"statusCode":200,"body":"{\"a\":1}"})"), (Texts{"mended body_shape", R"({"a":1})"}));
  EXPECT_EQ(read(R"({"choices":[],"body":"{\"a\":1}"})"), (Texts{R"({"choices":[],"body":"{\"a\":1}"})"}));
  EXPECT_EQ(read(R"({"body":"text"})"), (Texts{R"({"body":"text"})"}));
}

TEST(BodyText, RefusesWhatIsNoJson) {
  for (const char* body : {"", "data:", "[DONE]", "{\"a\":1", "{\"a\":1}\ndata: {\"b\":2}", "<html>"}) {
    EXPECT_EQ(read(body), (Texts{"-"})) << body;
  }
}

}  // namespace
}  // namespace argwright::protocol
