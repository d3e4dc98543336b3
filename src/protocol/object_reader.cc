#include "protocol/object_reader.h"

#include <utility>

namespace argwright::protocol {
namespace {

const json::Object& members_of(const json::Value& value) {
  static const json::Object none;
  return value.is_object() ? value.members() : none;
}

std::string a_kind(const json::Value& value) {
  switch (value.kind()) {
    case json::Kind::kNull: return "null";
    case json::Kind::kArray: return "an array";
    case json::Kind::kObject: return "an object";
    default: return "a " + std::string(json::kind_name(value.kind()));
  }
}

}  // namespace

std::string Place::text() const {
  std::vector<const Place*> way;
  for (const Place* place = this; place->parent != nullptr; place = place->parent) way.push_back(place);
  std::string text;
  for (auto step = way.rbegin(); step != way.rend(); ++step) {
    if ((*step)->index != kNoIndex) {
      text += "[" + std::to_string((*step)->index) + "]";
    } else {
      if (!text.empty()) text += ".";
      text += (*step)->key;
    }
  }
  return text.empty() ? "request" : text;
}

std::string Place::pointer() const {
  std::string text;
  std::vector<const Place*> way;
  for (const Place* place = this; place->parent != nullptr; place = place->parent) way.push_back(place);
  for (auto step = way.rbegin(); step != way.rend(); ++step) {
    text += "/";
    text += (*step)->index != kNoIndex ? std::to_string((*step)->index) : std::string((*step)->key);
  }
  return text;
}

void Faults::add(const Place& place, std::string message) {
  if (error_) return;
  error_ = Error{ErrorCode::kInvalidArgument, place.text() + ": " + std::move(message),
                 Where::at(place.pointer())};
}

void Faults::expected(const Place& place, std::string_view what, const json::Value& found) {
  if (!error_) add(place, "expected " + std::string(what) + ", found " + a_kind(found));
}

ObjectReader::ObjectReader(const json::Value& object, const Place& place, Faults& faults)
    : object_(object), place_(place), faults_(faults), taken_(members_of(object).size(), false) {
  if (!object.is_object()) faults_.expected(place_, "an object", object);
}

const json::Value* ObjectReader::peek(std::string_view key) const {
  const json::Object& members = members_of(object_);
  for (std::size_t i = members.size(); i-- > 0;) {
    if (members[i].key == key) return &members[i].value;
  }
  return nullptr;
}

const json::Value* ObjectReader::take(std::string_view key) {
  const json::Value* const value = peek(key);
  if (value == nullptr || value->is_null()) return nullptr;
  set_taken(key, true);
  return value;
}

const json::Value* ObjectReader::take_or_forget(std::string_view key) {
  set_taken(key, true);
  return take(key);
}

void ObjectReader::leave(std::string_view key) { set_taken(key, false); }

void ObjectReader::set_taken(std::string_view key, bool taken) {
  const json::Object& members = members_of(object_);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].key == key) taken_[i] = taken;
  }
}

const json::Value* ObjectReader::take_kind(std::string_view key, json::Kind kind, std::string_view words) {
  const json::Value* const value = take(key);
  if (value == nullptr || value->kind() == kind) return value;
  faults_.expected(place_.member(key), words, *value);
  return nullptr;
}

std::optional<std::string> ObjectReader::text(std::string_view key) {
  const json::Value* const value = take_kind(key, json::Kind::kString, "a string");
  return value == nullptr ? std::nullopt : std::optional(value->string());
}

std::optional<bool> ObjectReader::flag(std::string_view key) {
  const json::Value* const value = take_kind(key, json::Kind::kBoolean, "true or false");
  return value == nullptr ? std::nullopt : std::optional(value->boolean());
}

std::optional<json::Number> ObjectReader::number(std::string_view key) {
  const json::Value* const value = take_kind(key, json::Kind::kNumber, "a number");
  return value == nullptr ? std::nullopt : std::optional(json::Number{value->number_text()});
}

const json::Value* ObjectReader::list(std::string_view key) {
  return take_kind(key, json::Kind::kArray, "an array");
}

const json::Value* ObjectReader::object(std::string_view key) {
  return take_kind(key, json::Kind::kObject, "an object");
}

std::string ObjectReader::required_text(std::string_view key) {
  std::optional<std::string> value = text(key);
  if (!value && !faults_.any()) faults_.add(place_.member(key), "is required");
  return std::move(value).value_or("");
}

std::string ObjectReader::filled_text(std::string_view key) {
  std::string value = required_text(key);
  if (value.empty() && !faults_.any()) faults_.add(place_.member(key), "must not be empty");
  return value;
}

std::string ObjectReader::text_or_empty(std::string_view key) {
  std::optional<std::string> value = text(key);
  if (value && value->empty()) leave(key);
  return std::move(value).value_or("");
}

Extras ObjectReader::rest() const {
  Extras extras;
  const json::Object& members = members_of(object_);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!taken_[i]) extras.push_back(members[i]);
  }
  return extras;
}

void keep_rest(Extras& extras, std::string_view key, const ObjectReader& nested) {
  Extras rest = nested.rest();
  if (!rest.empty() || nested.empty()) extras.push_back({std::string(key), std::move(rest)});
}

}  // namespace argwright::protocol
