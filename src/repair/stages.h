// Stages 3 and 4 for one text: an ordered list of readings, each tried only when the one before fails. Adding
// a reading = adding a row to the list in stages.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/repair.h"
#include "repair/fix_log.h"

namespace argwright::repair {

struct Reading {
  std::string json;                // strict JSON object, or
  std::vector<std::string> parts;  // several different ones
  int more_layers = 0;             // quoting layers taken off here
  bool in_call_tag = false;
  bool keys_are_unique = false;  // in `json`; false: not known
};

// `text` is what stages 1 and 2 left. Fixes go to `fixes`, whose origin map must fit `text`.
Result<Reading> read_leniently(std::string_view text, const OriginMap& origin, const RepairOptions& options,
                               FixLog& fixes);

// "the root is an array, not an object"
std::string root_is_no_object(json::Kind kind);

}  // namespace argwright::repair
