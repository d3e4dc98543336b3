// Corpus files: JSON Lines, one case per line. What the fields mean is said by README.md here; this reads
// lines and the fields that every corpus of arguments shares.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/repair.h"

namespace argwright::corpus {

struct Line {
  std::string where;  // "file.jsonl:12"
  json::Value value;  // an object

  // The member, where it is there and not null.
  const json::Value* find(std::string_view key) const;
  // Its text; empty when absent or no string.
  std::string text(std::string_view key) const;
  bool flag(std::string_view key, bool otherwise) const;
};

struct File {
  std::vector<Line> lines;
  std::vector<std::string> faults;  // lines that are no JSON object, each with its place
};
// Nothing when the file cannot be opened.
std::optional<File> read_file(const std::string& path);

// The argument text of a case: `raw`, or `raw_b64` for bytes that are no text. Nothing when neither is there.
std::optional<std::string> raw_text(const Line& line);

// Strict: nothing when `text` is not base64.
std::optional<std::string> decode_base64(std::string_view text);

// The folder with the source tree, and the one with what is shared beside it: ARGWRIGHT_SOURCE_DIR and
// ARGWRIGHT_SHARED of the environment.
std::string source_folder();
std::string shared_folder();

}  // namespace argwright::corpus
