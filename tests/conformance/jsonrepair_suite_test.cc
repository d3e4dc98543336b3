// The tests of jsonrepair, the peer that most clients use, against the whole engine.
//
// Argwright answers with an object or not at all, so only cases whose expected root is an object count. Where
// the two part, docs/peer-differences.md says why: a difference that is not listed there fails, and so does a
// listed one that is none (any more).
//
// The suite is not part of this project: it is looked for in the folder ARGWRIGHT_SHARED (default: ../shared
// beside the source tree) and skipped where that is absent.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "argwright/repair.h"
#include "tests/corpus/case_file.h"

namespace argwright {
namespace {

using corpus::Line;

// Equality by value: numbers as doubles, since the suite's expected values went through JavaScript.
bool reads_alike(const json::Value& a, const json::Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_number()) return a.as_double() == b.as_double();
  if (a.is_array()) {
    if (a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      if (!reads_alike(a.items()[i], b.items()[i])) return false;
    }
    return true;
  }
  if (a.is_object()) {
    if (a.members().size() != b.members().size()) return false;
    for (const json::Member& member : a.members()) {
      const json::Value* other = b.find(member.key);
      if (other == nullptr || !reads_alike(member.value, *other)) return false;
    }
    return true;
  }
  return a == b;
}

// One row of the table: | `"input as a JSON string"` | `expected` | `what Argwright says` | law |
struct Difference {
  std::string jsonrepair;
  std::string argwright;
  bool met = false;
};

// The texts in backticks of a table row, without them; the table writes a backtick or bar in them as \u0060,
// \u007c.
std::vector<std::string> code_cells(std::string_view row) {
  std::vector<std::string> cells;
  for (std::size_t open = row.find('`'); open != std::string_view::npos; open = row.find('`', open)) {
    const std::size_t close = row.find('`', open + 1);
    if (close == std::string_view::npos) break;
    cells.emplace_back(row.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return cells;
}

std::map<std::string, Difference> listed_differences() {
  std::map<std::string, Difference> rows;
  const std::string path = corpus::source_folder() + "/docs/peer-differences.md";
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << "cannot read " << path;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `\"")) continue;
    const std::vector<std::string> cells = code_cells(line);
    const Result<json::Value> input =
        cells.size() >= 3 ? json::parse(cells[0]) : Result<json::Value>(json::Value());
    const bool readable = input && input->is_string();
    EXPECT_TRUE(readable) << "not a row of the table: " << line;
    if (!readable) continue;
    EXPECT_TRUE(rows.emplace(input->string(), Difference{cells[1], cells[2]}).second)
        << "listed twice: " << line;
  }
  return rows;
}

std::string what_we_say(const RepairResult& result) {
  if (result.accepted()) return result.text;
  if (result.outcome == Outcome::kSplit) return "split";
  return "rejected: " + std::string(rejection_name(result.rejection));
}

TEST(JsonrepairSuite, ObjectsAreReadAlikeOrTheDifferenceIsDocumented) {
  const std::string path = corpus::shared_folder() + "/corpus/peer_jsonrepair.jsonl";
  const std::optional<corpus::File> file = corpus::read_file(path);
  if (!file) GTEST_SKIP() << "the suite of jsonrepair is not here: " << path;
  for (const std::string& fault : file->faults) ADD_FAILURE() << fault;

  std::map<std::string, Difference> listed = listed_differences();
  std::size_t alike = 0;
  std::size_t different = 0;
  std::size_t truncated = 0;
  for (const Line& line : file->lines) {
    const json::Value* const expected = line.find("expected");
    if (line.flag("expect_error", false) || expected == nullptr || !expected->is_object()) continue;
    const std::string input = line.text("input");
    SCOPED_TRACE(line.text("id") + " " + input);

    const RepairResult result = repair_arguments(input);
    const Result<json::Value> value = json::parse(result.accepted() ? result.text : "null");
    ASSERT_TRUE(value) << result.text;
    if (reads_alike(*value, *expected)) {
      ++alike;
      EXPECT_FALSE(listed.contains(input)) << "listed in docs/peer-differences.md, but read alike";
      continue;
    }
    // A text that was cut off ends before its brackets do; L8 forbids to guess the rest, as jsonrepair must.
    const std::size_t last = input.find_last_not_of(" \t\r\n");
    const bool ends_open = last == std::string::npos || (input[last] != '}' && input[last] != ']');
    const bool cut_off = ends_open && result.rejection == Rejection::kTruncated;
    ++(cut_off ? truncated : different);
    const auto row = listed.find(input);
    if (row == listed.end()) {
      ADD_FAILURE() << "not listed in docs/peer-differences.md: jsonrepair says " << json::write(*expected)
                    << ", Argwright " << what_we_say(result) << " (" << result.error.describe() << ")";
      continue;
    }
    row->second.met = true;
    EXPECT_EQ(row->second.argwright, what_we_say(result));
    const Result<json::Value> documented = json::parse(row->second.jsonrepair);
    EXPECT_TRUE(documented && reads_alike(*documented, *expected))
        << "documented: " << row->second.jsonrepair;
  }
  for (const auto& [input, difference] : listed) {
    EXPECT_TRUE(difference.met) << "listed in docs/peer-differences.md, but no difference: " << input;
  }
  ASSERT_GT(alike, 0U);
  const double percent = 100.0 * static_cast<double>(alike) / static_cast<double>(alike + different);
  EXPECT_GE(percent, 90.0) << alike << " of " << alike + different;
  std::cout << "jsonrepair's suite, object roots: " << alike << " of " << alike + different
            << " whole texts read alike, " << truncated << " truncated ones refused\n";
}

}  // namespace
}  // namespace argwright
