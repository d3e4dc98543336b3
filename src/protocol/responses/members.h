// Reading members of objects that may lack them or hold something else there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "argwright/json.h"

namespace argwright::protocol::responses {

// The string at `key`; empty where it is absent or no string.
const std::string& text_of(const json::Value& object, std::string_view key);
// The number at `key`, its fraction cut off; none where it is absent, no number or beyond 64 bits.
std::optional<std::int64_t> integer_of(const json::Value& object, std::string_view key);
// The array at `key`; an empty one where it is absent or no array.
const json::Array& array_of(const json::Value& object, std::string_view key);
// The object at `key`; nullptr where it is absent or no object.
const json::Value* object_of(const json::Value& object, std::string_view key);
// What JavaScript takes for true: not absent, null, false, 0 or "".
bool is_truthy(const json::Value* value);

// The members of `object` whose keys are not in `known`.
json::Object members_except(const json::Value& object, std::span<const std::string_view> known);
// Writes the member over, or adds it at the end.
void set_member(json::Object& object, std::string_view key, json::Value value);
const json::Value* find_member(const json::Object& object, std::string_view key);

}  // namespace argwright::protocol::responses
