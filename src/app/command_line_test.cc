#include "app/command_line.h"

#include <gtest/gtest.h>

namespace argwright::app {
namespace {

std::variant<CommandLine, Stop> read(std::vector<const char*> words) {
  words.insert(words.begin(), "argwright");
  return read_command_line(static_cast<int>(words.size()), words.data());
}

RepairSettings repair(std::vector<const char*> words) {
  words.insert(words.begin(), "repair");
  const auto line = read(std::move(words));
  const CommandLine* const wanted = std::get_if<CommandLine>(&line);
  EXPECT_NE(wanted, nullptr) << (wanted == nullptr ? std::get_if<Stop>(&line)->error : "");
  return wanted != nullptr ? wanted->repair : RepairSettings{};
}

Stop stop(std::vector<const char*> words) {
  const auto line = read(std::move(words));
  const Stop* const reason = std::get_if<Stop>(&line);
  EXPECT_NE(reason, nullptr);
  return reason != nullptr ? *reason : Stop{};
}

TEST(CommandLine, HasTheDefaultsOfTheDesign) {
  const RepairSettings settings = repair({});
  EXPECT_TRUE(settings.files.empty());
  EXPECT_FALSE(settings.incomplete);
  EXPECT_EQ(settings.truncated, TruncatedPolicy::kReject);
  EXPECT_EQ(settings.output, RepairOutput::kText);
  EXPECT_EQ(settings.max_bytes, std::size_t{64} << 20);
}

TEST(CommandLine, ReadsEveryFlagOfRepair) {
  const RepairSettings settings = repair({"a", "-", "--schema", "s.json", "--tool", "t", "--incomplete",
                                          "--truncated", "close", "--explain", "--max-bytes", "7", "b"});
  EXPECT_EQ(settings.files, (std::vector<std::string>{"a", "-", "b"}));
  EXPECT_EQ(settings.schema_file, "s.json");
  EXPECT_EQ(settings.tool, "t");
  EXPECT_TRUE(settings.incomplete);
  EXPECT_EQ(settings.truncated, TruncatedPolicy::kClose);
  EXPECT_EQ(settings.output, RepairOutput::kExplain);
  EXPECT_EQ(settings.max_bytes, 7U);
  EXPECT_EQ(repair({"--batch"}).output, RepairOutput::kBatch);
  EXPECT_EQ(repair({"--report", "json"}).output, RepairOutput::kReport);
  EXPECT_EQ(repair({"--", "--batch"}).files, (std::vector<std::string>{"--batch"}));
}

TEST(CommandLine, NamesWhatItDoesNotKnow) {
  const auto error = [](std::vector<const char*> words) {
    const Stop reason = stop(std::move(words));
    EXPECT_EQ(reason.status, kExitError);
    EXPECT_EQ(reason.output, "");
    EXPECT_EQ(reason.error.find('\n'), std::string::npos);
    return reason.error;
  };
  EXPECT_EQ(error({}), "no command given (see argwright --help)");
  EXPECT_EQ(error({"mend"}), "unknown command mend (see argwright --help)");
  EXPECT_EQ(error({"--fast"}), "unknown option --fast (see argwright --help)");
  EXPECT_EQ(error({"repair", "--fast"}), "unknown option --fast (see argwright repair --help)");
  EXPECT_EQ(error({"repair", "--explain", "--batch"}),
            "--explain, --report and --batch exclude each other (see argwright repair --help)");
  EXPECT_EQ(error({"repair", "--truncated", "maybe"}),
            "--truncated: maybe not in {reject,close} (see argwright repair --help)");
  EXPECT_EQ(error({"repair", "--report", "xml"}),
            "--report: xml not in {json} (see argwright repair --help)");
  for (const char* bytes : {"0", "-1", "5x", "", "4294967296"}) {
    EXPECT_EQ(error({"repair", "--max-bytes", bytes}),
              "--max-bytes: " + std::string(bytes) +
                  " is not a number of bytes from 1 to 4294967295 (see argwright repair --help)");
  }
  EXPECT_NE(error({"repair", "--schema"}).find("--schema"), std::string::npos);
  EXPECT_EQ(error({"demo", "now"}), "unknown argument now (see argwright demo --help)");
}

TEST(CommandLine, HelpsWithExamples) {
  for (const std::vector<const char*>& words : {std::vector<const char*>{"--help"},
                                                {"repair", "--help"},
                                                {"replay", "--help"},
                                                {"demo", "--help"},
                                                {"repair", "-h"}}) {
    const Stop reason = stop(words);
    EXPECT_EQ(reason.status, kExitOk);
    EXPECT_EQ(reason.error, "");
    EXPECT_NE(reason.output.find("Usage: argwright"), std::string::npos);
    EXPECT_NE(reason.output.find("Examples:\n  "), std::string::npos);
    for (std::size_t begin = 0; begin < reason.output.size();) {
      const std::size_t end = reason.output.find('\n', begin);
      EXPECT_LE(end - begin, 102U) << reason.output.substr(begin, end - begin);
      begin = end + 1;
    }
  }
  // What a schema does, and what an explicit null for one means.
  const std::string repair_help = stop({"repair", "--help"}).output;
  EXPECT_NE(repair_help.find("--schema tools.json --tool search"), std::string::npos);
  EXPECT_NE(repair_help.find("Null asks for what the text alone allows"), std::string::npos);
}

}  // namespace
}  // namespace argwright::app
