// Stage 3: JSON5 (json5.org), read strictly and written as JSON. Numbers that JSON can write keep
// their text. NaN and Infinity are errors (kUnrepresentable): JSON has no such value.
#pragma once

#include <string>
#include <string_view>

#include "argwright/limits.h"
#include "argwright/result.h"
#include "repair/fix_log.h"

namespace argwright::repair {

struct Json5Document {
  std::string json;  // strict JSON, compact
  bool is_object = false;
  // A string held an escape that JSON does not have (\d, \x41, \v, \0, a line continuation): JSON5
  // drops or converts such text, while a model may have meant a path, a pattern or a shell line.
  // The pipeline leaves those to stage 4, which looks at the whole string (L7).
  bool has_foreign_escape = false;
  // No key stands twice in its object. False: one may.
  bool keys_are_unique = false;
};

// On error nothing is left in `fixes` that this call added.
Result<Json5Document> read_json5(std::string_view text, const Limits& limits, FixLog& fixes);

}  // namespace argwright::repair
