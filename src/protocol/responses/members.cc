#include "protocol/responses/members.h"

#include <algorithm>

namespace argwright::protocol::responses {

const json::Array& array_of(const json::Value& object, std::string_view key) {
  static const json::Array none;
  const json::Array* array = array_at(object, key);
  return array == nullptr ? none : *array;
}

json::Object members_except(const json::Value& object, std::span<const std::string_view> known) {
  json::Object rest;
  if (!object.is_object()) return rest;
  for (const json::Member& member : object.members()) {
    if (std::ranges::find(known, member.key) == known.end()) rest.push_back(member);
  }
  return rest;
}

const json::Value* find_member(const json::Object& object, std::string_view key) {
  const auto found = std::ranges::find(object, key, &json::Member::key);
  return found == object.end() ? nullptr : &found->value;
}

}  // namespace argwright::protocol::responses
