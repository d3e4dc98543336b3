// The members of an object that count, sorted: what comparisons of objects walk over in n log n.
#pragma once

#include <vector>

#include "argwright/json.h"

namespace argwright::json {

using Members = std::vector<const Member*>;

// By key, each key once: of members with the same key, the last one. They point into `object`.
Members effective_members(const Object& object);

}  // namespace argwright::json
