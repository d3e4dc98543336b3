// Writes the objects of a request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "argwright/json.h"
#include "protocol/event.h"

namespace argwright::protocol {

inline void put(json::Object& object, std::string_view key, json::Value value) {
  object.push_back({std::string(key), std::move(value)});
}

template <typename T>
void put_if(json::Object& object, std::string_view key, const std::optional<T>& value) {
  if (value) put(object, key, json::Value(*value));
}

inline void put_text(json::Object& object, std::string_view key, std::string_view text) {
  if (!text.empty()) put(object, key, text);
}

// Adds the members of `extras`. Where one is there already, two objects are joined (what keep_rest() took
// apart), anything else is replaced.
void merge_extras(json::Object& object, const Extras& extras);

// Adds `members`, each in place of all of the same name.
void replace_members(json::Object& object, const json::Object& members);

}  // namespace argwright::protocol
