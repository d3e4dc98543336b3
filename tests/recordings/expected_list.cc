#include "tests/recordings/expected_list.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/corpus/case_file.h"
#include "tests/recordings/recording.h"

namespace argwright::recordings {
namespace {

Lines read_list(const std::string& path) {
  const bool has_shared = !shared_recordings().empty();
  Lines lines;
  std::ifstream file(path);
  EXPECT_TRUE(file) << path << " cannot be read";
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      ADD_FAILURE() << path << ": no tab in: " << line;
      continue;
    }
    const std::string name = line.substr(0, tab);
    if (!has_shared && !name.starts_with("own/")) continue;
    EXPECT_TRUE(lines.emplace(name, line.substr(tab + 1)).second) << path << ": twice: " << name;
  }
  return lines;
}

}  // namespace

void expect_listed(const std::string& list, const Lines& found) {
  const Lines listed = read_list(corpus::source_folder() + "/tests/recordings/" + list);
  for (const auto& [name, what] : found) {
    const auto line = listed.find(name);
    if (line == listed.end() || line->second != what) {
      ADD_FAILURE() << "not in " << list << ", or otherwise:\n" << name << '\t' << what;
    }
  }
  for (const auto& [name, what] : listed) {
    EXPECT_TRUE(found.contains(name)) << "in " << list << ", but no longer so:\n" << name << '\t' << what;
  }
  std::printf("%s: %zu\n", list.c_str(), found.size());
}

}  // namespace argwright::recordings
