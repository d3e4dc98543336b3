#include "gateway/observe/call_story.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "gateway/observe/test_reports.h"
#include "json/visible_text.h"

namespace argwright::gateway {
namespace {

using protocol::Fate;

std::string story(protocol::CallReport call, const Terminal& terminal = {}) {
  protocol::Report report;
  report.calls.push_back(std::move(call));
  return call_story(report, 0, terminal);
}

std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b') {
      plain += text[i];
    } else {
      while (text[i] != 'm') ++i;
    }
  }
  return plain;
}

TEST(CallStory, ACallThatWasFineTakesOneLine) {
  EXPECT_EQ(story(call_of("{\"city\": \"Oslo\"}")), "+ get_weather  ok  call_1\n");
  EXPECT_EQ(story(free_text_call()), "+ apply_patch  text  call_2\n");
}

TEST(CallStory, TellsWhatWasSentWhatWentOutAndWhy) {
  EXPECT_EQ(story(call_of("{\"a\": 1,\n}")),
            "~ get_weather  repaired, 1 fix  call_1\n"
            "    raw   {\"a\": 1,␊}\n"
            "    sent  {\"a\":1}\n"
            "    fix   trailing_comma  dropped a trailing comma\n");
}

TEST(CallStory, CountsARuleThatWasAppliedOften) {
  const std::string text = story(call_of("{'a': 'b', 'c': 'd'}"));
  EXPECT_NE(text.find("(4x)\n"), std::string::npos) << text;
}

TEST(CallStory, ColoursChangeNothingElse) {
  const protocol::CallReport call = call_of("{'city': 'Oslo',}");
  const std::string coloured = story(call, {.colours = true});
  EXPECT_NE(coloured.find("\x1b[33mrepaired\x1b[0m"), std::string::npos);
  EXPECT_EQ(without_colours(coloured), story(call));
}

TEST(CallStory, KeepsToTheWidth) {
  std::string raw = "{'text': '";
  for (int i = 0; i < 300; ++i) raw += "東京 ";
  raw += "',}";
  for (const int width : {40, 61, 120}) {
    std::istringstream lines(story(call_of(raw), {.width = width}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(json::columns_of(line), width) << line;
    }
  }
  EXPECT_NE(story(call_of(raw)).find("more bytes"), std::string::npos);
}

TEST(CallStory, ACallThatNeverWentOut) {
  const std::string text = story(call_of("{\"path\": \"/tmp", Fate::kWithheld));
  EXPECT_TRUE(text.starts_with("! get_weather  withheld (truncated)")) << text;
  EXPECT_NE(text.find("    sent  nothing\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    why   "), std::string::npos) << text;
}

TEST(CallStory, AnEmptiedCall) {
  const std::string text = story(call_of("nothing here", Fate::kEmptied));
  EXPECT_TRUE(text.starts_with("! get_weather  emptied (unreadable)")) << text;
  EXPECT_NE(text.find("    sent  {}\n"), std::string::npos) << text;
}

TEST(CallStory, PartsOfOneTextTellTheRawTextOnce) {
  protocol::Report report;
  report.calls.push_back(call_of("{\"a\":1}{\"b\":2}", Fate::kSplit));
  report.calls.push_back(report.calls[0]);
  EXPECT_NE(call_story(report, 0, {}).find("    raw   "), std::string::npos);
  EXPECT_EQ(call_story(report, 1, {}), "~ get_weather  split  call_1\n    sent  {\"b\":2}\n");
}

TEST(CallStory, ShowsNothingThatMovesTheCursorAndNoSecret) {
  const std::string text = story(call_of("{'a': '\x1b[2J', 'key': 'sk-abcdefghijkl', 'b': '\xE2\x80\xAE'}"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_EQ(text.find("abcdefghijkl"), std::string::npos) << text;
}

TEST(CallStory, ANamelessCall) {
  protocol::CallReport call = call_of("{}", Fate::kWithheld);
  call.name.clear();
  EXPECT_TRUE(story(call).starts_with("! (no name)  withheld"));
}

}  // namespace
}  // namespace argwright::gateway
