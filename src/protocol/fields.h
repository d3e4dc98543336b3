// Reading members of the JSON objects of a protocol: whatever is absent, null or of another kind than
// expected counts as not there.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol {

// The member where it is there and not null.
inline const json::Value* member(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}
inline json::Value* member(json::Value& object, std::string_view key) {
  json::Value* value = object.find(key);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

// Of the kind, else nullptr.
const json::Value* object_at(const json::Value& object, std::string_view key);
json::Value* object_at(json::Value& object, std::string_view key);
const json::Array* array_at(const json::Value& object, std::string_view key);
json::Array* array_at(json::Value& object, std::string_view key);

// Empty where there is no such string. Lives as long as the object.
std::string_view text_at(const json::Value& object, std::string_view key);
// Moved out of the object, which keeps an empty string.
std::string take_text(json::Value& object, std::string_view key);
// 7, and 7.0, which some servers write.
std::optional<std::int64_t> integer_at(const json::Value& object, std::string_view key);
// The same, and "7". Clients want a number: has_number_at().
std::optional<std::int64_t> index_at(const json::Value& object, std::string_view key);
bool has_number_at(const json::Value& object, std::string_view key);

// Absent, null, false, 0 and "" are not truthy, as for JavaScript clients.
bool is_truthy(const json::Value* value);

// Does this member `error` tell of one? Not where it is not truthy, and not where it is an object whose
// members say nothing (null, "", 0, false, {}, []): there are servers that write an empty one into every
// reply.
bool is_told_error(const json::Value* error);

// The members whose keys are not among `known`, moved out of the object, whose other members stay.
Extras take_extras(json::Value& object, std::initializer_list<std::string_view> known);
// Without those that say nothing: null, "" and empty lists.
Extras without_blanks(Extras extras);

}  // namespace argwright::protocol
