#include "protocol/event_text.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::shown;
using testing::Texts;

// What is read of each, as JSON; "-" where it is none.
Texts read(const std::vector<std::string>& all, Events* told = nullptr) {
  EventText text{Limits()};
  Texts texts;
  Events events;
  for (const std::string& data : all) {
    const Result<json::Value> value = text.read(data, events);
    texts.push_back(value ? json::write(*value) : "-");
  }
  if (told != nullptr) *told = events;
  return texts;
}

TEST(EventText, ReadsStrictJsonWithoutAWord) {
  Events events;
  EXPECT_EQ(read({R"({"a":"x\u00e9\ud83d\ude00"})"}, &events), (Texts{"{\"a\":\"x\u00e9\U0001F600\"}"}));
  EXPECT_TRUE(events.empty());
}

TEST(EventText, JoinsACharacterThatWasCutBetweenTwoEvents) {
  Events events;
  EXPECT_EQ(read({R"({"a":"x\ud83d"})", R"({"a":"\ude00y"})"}, &events),
            (Texts{R"({"a":"x"})", "{\"a\":\"\U0001F600y\"}"}));
  EXPECT_EQ(shown(events), (Texts{"mended event_text", "mended event_text"}));
  EXPECT_EQ(read({R"({"a":"x\ud83d"})", R"(data: {"a":"\ude00"})", R"({"a":"\ude00y"})"}),
            (Texts{R"({"a":"x"})", "-", "{\"a\":\"\U0001F600y\"}"}))
      << "a text that is read in another way then";
  EXPECT_EQ(read({"{\"a\":\"x\xC3\"}", "{\"a\":\"\xA9y\"}"}),
            (Texts{R"({"a":"x"})", "{\"a\":\"\xC3\xA9y\"}"}));
  EXPECT_EQ(read({"{\"a\":\"\xF0\x9F\"}", R"({"b":1})", "{\"a\":\"\x98\x80\"}"}),
            (Texts{R"({"a":""})", R"({"b":1})", "{\"a\":\"\xF0\x9F\x98\x80\"}"}));
}

TEST(EventText, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(read({"{\"a\":\"x\xFFy\xC3z\"}"}), (Texts{"{\"a\":\"x\xEF\xBF\xBDy\xEF\xBF\xBDz\"}"}));
  EXPECT_EQ(read({R"({"a":"x\ud83dy\ude00"})"}), (Texts{"{\"a\":\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"}"}));
  EXPECT_EQ(read({"{\"a\":\"\xA9\"}"}), (Texts{"{\"a\":\"\xEF\xBF\xBD\"}"}))
      << "the end of a character that never began";
}

TEST(EventText, TakesControlCharactersAndNumbersThatAreNone) {
  EXPECT_EQ(read({"{\"a\":\"x\ty\",\"b\":NaN,\"c\":[-Infinity,Infinity],\"d\":\"NaN\"}"}),
            (Texts{R"({"a":"x\ty","b":null,"c":[null,null],"d":"NaN"})"}));
}

TEST(EventText, LeavesWhatIsNoJsonAtAll) {
  Events events;
  EXPECT_EQ(read({"<html>", "{\"a\":", "{\"a\":\"x", "\"\\", "\"\\u12", ""}, &events),
            (Texts{"-", "-", "-", "-", "-", "-"}));
  EXPECT_TRUE(events.empty());
}

TEST(EventText, KnowsTheMarkOfTheEndInEverySpelling) {
  for (const char* mark : {"[DONE]", "[done]", " [DONE] ", "\"[DONE]\"", "DONE", "[DONE] and more"}) {
    EXPECT_TRUE(is_done_mark(mark)) << mark;
  }
  for (const char* other : {"", "{\"done\":true}", "[1]", "null", "\"x\"", "not done"}) {
    EXPECT_FALSE(is_done_mark(other)) << other;
  }
}

}  // namespace
}  // namespace argwright::protocol
