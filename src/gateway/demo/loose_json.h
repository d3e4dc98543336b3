// JSON as models write it when they do not write JSON.
#pragma once

#include <string>
#include <string_view>

#include "argwright/json.h"

namespace argwright::gateway::demo {

struct LooseStyle {
  char quote = '"';
  bool python_words = false;     // True, False, None
  bool bare_keys = false;        // where a key is a name; others keep their quotes
  bool raw_line_breaks = false;  // inside strings
  bool trailing_comma = false;   // in the root
  bool closed = true;            // false: the last brace of the root is missing
  std::string_view comment;      // stands behind the first brace
};

// With the default style: JSON, with a space behind every colon and comma, as models write it.
std::string write_loosely(const json::Value& value, const LooseStyle& style = {});

}  // namespace argwright::gateway::demo
