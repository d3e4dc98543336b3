// Flags, help, version, demo.
#include <gtest/gtest.h>

#include "tests/cli/process.h"

namespace argwright::cli {
namespace {

Ended argwright(std::vector<std::string> arguments) {
  return run(Invocation{.arguments = std::move(arguments)});
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Usage, PrintsTheVersionOfTheProject) {
  const Ended ended = argwright({"--version"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out, "argwright " ARGWRIGHT_PROJECT_VERSION "\n");
  EXPECT_EQ(ended.err, "");
}

TEST(Usage, HelpsWithExamplesForEveryCommand) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"repair", "--help"},
                                                {"replay", "--help"},
                                                {"providers", "--help"},
                                                {"demo", "--help"}}) {
    const Ended ended = argwright(words);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_TRUE(has(ended.out, "Examples:\n  argwright") || has(ended.out, "Examples:\n  echo")) << ended.out;
  }
}

TEST(Usage, RefusesAnUnknownFlagInOneLineThatNamesIt) {
  const Ended ended = argwright({"repair", "--quick"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "argwright: unknown option --quick (see argwright repair --help)\n");
}

TEST(Usage, RefusesWhatMakesNoSense) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"mend"},
                                                {"repair", "--explain", "--batch"},
                                                {"repair", "--report", "json", "--explain"},
                                                {"repair", "--report", "xml"},
                                                {"repair", "--truncated", "perhaps"},
                                                {"repair", "--max-bytes", "many"},
                                                {"repair", "--max-bytes"},
                                                {"demo", "x"}}) {
    const Ended ended = argwright(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(count_lines(ended.err), 1U) << ended.err;
    EXPECT_TRUE(ended.err.starts_with("argwright: ")) << ended.err;
  }
}

TEST(Demo, RunsWithoutATerminal) {
  const Ended ended = argwright({"demo"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_FALSE(has(ended.out, "\x1b"));
  EXPECT_TRUE(has(ended.out, "argwright repair --help"));
}

TEST(Demo, EndsQuietlyWhenNobodyReads) {
  const Ended ended = run(Invocation{.arguments = {"demo"}, .leave_after_line = true});
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.err, "");
}

}  // namespace
}  // namespace argwright::cli
