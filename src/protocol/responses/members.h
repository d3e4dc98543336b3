// Members of objects, beyond what protocol/fields.h has.
#pragma once

#include <span>
#include <string_view>

#include "argwright/json.h"
#include "protocol/fields.h"

namespace argwright::protocol::responses {

// The array at `key`; an empty one where it is absent or no array.
const json::Array& array_of(const json::Value& object, std::string_view key);
// The members of `object` whose keys are not in `known`; the object keeps them.
json::Object members_except(const json::Value& object, std::span<const std::string_view> known);
const json::Value* find_member(const json::Object& object, std::string_view key);

}  // namespace argwright::protocol::responses
