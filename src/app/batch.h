// `argwright repair --batch`: one line of JSONL in, one line out. No input or output here: fuzz targets call
// it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/declaration.h"
#include "argwright/repair.h"

namespace argwright::app {

// What holds for lines that do not say otherwise.
struct BatchDefaults {
  // `tool_name` and `declared_keys` of this are not used: `tool` and `declared` stand for them.
  RepairOptions options = {};
  std::string tool = {};                       // --tool; empty: none
  std::optional<DeclaredTools> declared = {};  // --schema; a line's tool chooses out of it
};

// Where a line came from, for the answer to one that cannot be read.
struct LinePlace {
  std::size_t number = 1;
  std::string_view file;  // empty for standard input
};

// Answers {"id","raw" or "raw_b64","tool"?,"schema"?,"complete"?} with
// {"id","outcome","arguments","text","parse_warning","parse_error","fixes","rejection","unquote_depth",
//  "diagnostics"}, "partial" after "arguments" for a misfit, and any other line with {"id","error","line"}
// (and "file"), id null where it cannot be read. Nothing for a blank line. The answer is one line of valid
// UTF-8 JSON without its end.
//
// "schema" is what DeclaredTools::read() takes: the arguments are coerced and checked by it. One that cannot
// be used is a warning, and the tool is then undeclared, as it is without the key: S3's promotions apply. An
// explicit null asks for what the text alone allows: no promotion, whatever the defaults say.
//
// `cache` keeps compiled schemas between lines.
std::optional<std::string> answer_line(std::string_view line, const LinePlace& place,
                                       const BatchDefaults& defaults, SchemaCache& cache);

// The answer to a line that cannot be taken in at all.
std::string error_line(std::string_view id_json, const LinePlace& place, std::string_view words);

}  // namespace argwright::app
