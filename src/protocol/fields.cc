#include "protocol/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace argwright::protocol {

const json::Value* object_at(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_object() ? value : nullptr;
}

json::Value* object_at(json::Value& object, std::string_view key) {
  json::Value* value = object.find(key);
  return value != nullptr && value->is_object() ? value : nullptr;
}

const json::Array* array_at(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_array() ? &value->items() : nullptr;
}

json::Array* array_at(json::Value& object, std::string_view key) {
  json::Value* value = object.find(key);
  return value != nullptr && value->is_array() ? &value->items() : nullptr;
}

std::string_view text_at(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string() ? std::string_view(value->string()) : std::string_view();
}

std::string take_text(json::Value& object, std::string_view key) {
  json::Value* value = object.find(key);
  return value != nullptr && value->is_string() ? std::exchange(value->string(), {}) : std::string();
}

std::optional<std::int64_t> integer_at(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  if (const std::optional<std::int64_t> exact = value->as_int64()) return exact;
  constexpr double kExact = 9007199254740992.0;  // 2^53: every integer up to here is one
  const double number = value->as_double().value_or(0.5);
  if (number != std::trunc(number) || std::abs(number) > kExact) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> index_at(const json::Value& object, std::string_view key) {
  const std::string_view text = text_at(object, key);
  if (text.empty()) return integer_at(object, key);
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  return fault == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

bool has_number_at(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_number();
}

bool is_truthy(const json::Value* value) {
  if (value == nullptr) return false;
  switch (value->kind()) {
    case json::Kind::kNull: return false;
    case json::Kind::kBoolean: return value->boolean();
    case json::Kind::kNumber: return value->as_double() != 0.0;
    case json::Kind::kString: return !value->string().empty();
    case json::Kind::kArray:
    case json::Kind::kObject: return true;
  }
  return false;
}

bool is_told_error(const json::Value* error) {
  if (!is_truthy(error)) return false;
  if (!error->is_object()) return true;
  return std::ranges::any_of(error->members(), [](const json::Member& member) {
    const json::Value& value = member.value;
    if (value.is_object()) return !value.members().empty();
    if (value.is_array()) return !value.items().empty();
    return is_truthy(&value);
  });
}

Extras take_extras(json::Value& object, std::initializer_list<std::string_view> known) {
  Extras extras;
  if (!object.is_object()) return extras;
  for (json::Member& member : object.members()) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    extras.push_back({member.key, std::move(member.value)});
    member.value = nullptr;
  }
  return extras;
}

Extras without_blanks(Extras extras) {
  std::erase_if(extras, [](const json::Member& member) {
    const json::Value& value = member.value;
    return value.is_null() || (value.is_string() && value.string().empty()) ||
           (value.is_array() && value.items().empty());
  });
  return extras;
}

}  // namespace argwright::protocol
