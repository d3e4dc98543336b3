#include "protocol/responses/members.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace argwright::protocol::responses {

const std::string& text_of(const json::Value& object, std::string_view key) {
  static const std::string none;
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string() ? value->string() : none;
}

std::optional<std::int64_t> integer_of(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  if (const auto integer = value->as_int64()) return integer;
  constexpr double kBound = 9.0e18;
  const auto number = value->as_double();
  if (!number || std::abs(*number) > kBound) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

const json::Array& array_of(const json::Value& object, std::string_view key) {
  static const json::Array none;
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_array() ? value->items() : none;
}

const json::Value* object_of(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_object() ? value : nullptr;
}

bool is_truthy(const json::Value* value) {
  if (value == nullptr || value->is_null()) return false;
  if (value->is_boolean()) return value->boolean();
  if (value->is_string()) return !value->string().empty();
  if (value->is_number()) return value->as_double() != 0.0;
  return true;
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

void set_member(json::Object& object, std::string_view key, json::Value value) {
  const auto found = std::ranges::find(object, key, &json::Member::key);
  if (found != object.end()) {
    found->value = std::move(value);
  } else {
    object.push_back({std::string(key), std::move(value)});
  }
}

}  // namespace argwright::protocol::responses
