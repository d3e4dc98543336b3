// write() for callers who have a place for the text.
#pragma once

#include <string>

#include "argwright/json.h"

namespace argwright::json {

void append(std::string& out, const Value& value, const WriteOptions& options = {});

}  // namespace argwright::json
