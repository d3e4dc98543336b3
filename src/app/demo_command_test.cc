#include "app/demo_command.h"

#include <gtest/gtest.h>

#include "app/visible_text.h"

namespace argwright::app {
namespace {

TEST(Demo, FitsAHundredColumnsWithNothingCut) {
  const std::string text = demo_text({});
  EXPECT_EQ(text.find("..."), std::string::npos) << text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(columns_of(text.substr(begin, end - begin)), 100) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(Demo, ShowsEveryKindOfOutcome) {
  const std::string text = demo_text({});
  for (const char* outcome : {"\n    decoded ", "\n    repaired ", "\n    split ", "\n    rejected "}) {
    EXPECT_NE(text.find(outcome), std::string::npos) << outcome;
  }
}

// What the titles promise is what the engine does.
TEST(Demo, TellsTheTruth) {
  const std::string text = demo_text({});
  for (const char* line : {
           R"(decoded   {"command":"git log | wc -l"})",
           R"(repaired  {"city": "Oslo", "days": 3})",
           R"(repaired  {"path":"notes.txt","append":true,"mode":null})",
           R"~(repaired  {"code":"print(\"hello, world\")","timeout":5})~",
           R"(repaired  {"path":"C:\\Users\\me\\new\\todo.txt"})",
           R"(repaired  {"query":{"tags":["a","b"]}})",
           R"(repaired  {"q":"fjord"})",
           R"(repaired  {"city":"Tromsø"})",
           R"(repaired  {"url":"http://a.b//c","mask":255})",
           R"(repaired  {"order":12345678901234567890,"price":1.10})",
           R"(split     {"city":"Oslo"})",
           R"(rejected  the text ends inside a string)",
           R"(rejected  NaN has no JSON value)",
       }) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

TEST(Demo, EndsWithWhatToTryNext) {
  const std::string text = demo_text({});
  EXPECT_NE(text.find("argwright repair --help"), std::string::npos);
  EXPECT_NE(text.find("README.md"), std::string::npos);
}

TEST(Demo, UsesColoursOnlyWhereAllowed) {
  EXPECT_EQ(demo_text({}).find('\x1b'), std::string::npos);
  EXPECT_NE(demo_text({.colours = true, .width = 100}).find("\x1b[32mdecoded"), std::string::npos);
}

}  // namespace
}  // namespace argwright::app
