// What the program shows on a terminal, and only there.
#include <gtest/gtest.h>

#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Invocation explain(std::string input) {
  return Invocation{.arguments = {"repair", "--explain"}, .input = std::move(input), .out = Sink::kTerminal};
}

TEST(Terminal, ExplainsInColour) {
  const Ended ended = run(explain("{'city': 'Oslo',}"));
  EXPECT_EQ(ended.status, 0);
  EXPECT_TRUE(has(ended.out, "\x1b[33mrepaired\x1b[0m")) << ended.out;
}

TEST(Terminal, HonoursNoColor) {
  Invocation what = explain("{'city': 'Oslo',}");
  what.environment = {{"NO_COLOR", "1"}};
  EXPECT_FALSE(has(run(what).out, "\x1b"));
  what.environment = {{"NO_COLOR", ""}};  // empty does not count (no-color.org)
  EXPECT_TRUE(has(run(what).out, "\x1b"));
  what.arguments = {"demo"};
  what.environment = {{"NO_COLOR", "1"}};
  EXPECT_FALSE(has(run(what).out, "\x1b"));
}

TEST(Terminal, FitsTheInputIntoItsWidth) {
  Invocation what = explain("{\"a\": \"" + std::string(500, 'x') + "\",}");
  what.columns = 60;
  what.environment = {{"NO_COLOR", "1"}};
  const std::string out = run(what).out;
  const std::string picture = out.substr(0, out.find("trailing_comma"));
  for (std::size_t begin = 0; begin < picture.size();) {
    const std::size_t end = std::min(picture.find("\r\n", begin), picture.size());
    EXPECT_LE(end - begin, 60U) << picture.substr(begin, end - begin);
    begin = end + 2;
  }
}

TEST(Terminal, SaysARejectionOnce) {
  const Ended ended = run(explain("{\"a\": \"b"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "the text ends inside a string"));
  EXPECT_EQ(ended.err, "");
}

TEST(Terminal, ShowsAndErasesTheProgressOfALongBatch) {
  const std::string line = "{\"id\":1,\"raw\":\"{}\"}\n";
  Invocation what{.arguments = {"repair", "--batch"}, .input = line, .err = Sink::kTerminal};
  what.late_input = line + line;
  const Ended slow = run(what);
  EXPECT_EQ(slow.status, 0);
  EXPECT_EQ(count_lines(slow.out), 3U);
  EXPECT_TRUE(has(slow.err, "argwright: 2 lines, 0.0 MB")) << slow.err;
  EXPECT_TRUE(slow.err.ends_with("\r\x1b[K")) << slow.err;

  what.late_input.clear();
  EXPECT_EQ(run(what).err, "");
}

TEST(Terminal, ShowsNoProgressInALogFile) {
  Invocation what{.arguments = {"repair", "--batch"}, .input = "{\"id\":1,\"raw\":\"{}\"}\n"};
  what.late_input = what.input;
  EXPECT_EQ(run(what).err, "");
}

}  // namespace
}  // namespace argwright::cli
