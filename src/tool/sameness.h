// Equality as JSON Schema means it: 1 and 1.0 are the same number, the order of keys does not count.
#pragma once

#include <vector>

#include "argwright/json.h"

namespace argwright::tool {

bool equal(const json::Value& a, const json::Value& b);

// Does a value occur twice? In n log n.
bool has_repeats(const json::Array& items);

// For each member whether a later one has the same key and so counts instead; empty when none has.
std::vector<bool> shadowed(const json::Object& members);
// How many members there are, those with one key taken as one.
std::size_t counting_members(const json::Object& members);

}  // namespace argwright::tool
