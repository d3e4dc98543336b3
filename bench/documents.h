// The documents of the repair benchmark, made from the project's own text (LICENSE): calls that edit a file
// line by line, whole and with faults.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace argwright::bench {

struct Document {
  std::string name;  // "trailing commas, 2 KB"
  std::string text;
  bool valid = false;
  bool close = false;  // read with TruncatedPolicy::kClose, as jsonrepair reads everything
};

// `source_folder` is the root of the project. Empty when it is not.
std::vector<Document> make_documents(const std::string& source_folder);

}  // namespace argwright::bench
