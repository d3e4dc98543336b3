// parse() for callers who have a place for the value and no use for the words of an error.
#pragma once

#include <string_view>

#include "argwright/json.h"

namespace argwright::json {

// True when the text is one JSON value and nothing else, which is then in `value`. Otherwise `value` holds an
// unspecified part of it. Precondition: `value` is null.
bool read(std::string_view text, const Limits& limits, Value& value);

}  // namespace argwright::json
