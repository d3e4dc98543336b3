#include "gateway/demo/arguments.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "gateway/demo/named_text.h"
#include "gateway/demo/text_pieces.h"
#include "protocol/fields.h"

namespace argwright::gateway::demo {
namespace {

using protocol::array_at;
using protocol::object_at;
using protocol::text_at;

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxItems = 16;
constexpr std::size_t kMaxLength = 1000;
constexpr std::size_t kMostOptional = 3;
constexpr int kMaxValues = 500;  // a schema that refers to itself could ask for any number

const json::Value kAnything;

// Fills by one schema; references in it are looked up in `root`.
class Filler {
 public:
  Filler(const json::Value& root, const ArgumentWish& wish) : root_(root), wish_(wish) {}

  json::Value object(const json::Value& declared, Wish wish, int depth);
  // Through references and alternatives to a schema that says something.
  const json::Value& resolved(const json::Value& schema) const;
  std::string type(const json::Value& schema) const;

 private:
  json::Value value(std::string_view name, const json::Value& declared, int depth);
  json::Value list(std::string_view name, const json::Value& schema, int depth);
  json::Value number(const json::Value& schema, bool is_integer) const;
  std::string text(std::string_view name, const json::Value& schema) const;
  bool grants(const json::Value& schema, Wish wish) const;

  const json::Value& root_;
  const ArgumentWish wish_;
  int values_ = 0;
};

const json::Value& Filler::resolved(const json::Value& schema) const {
  const json::Value* here = &schema;
  for (int i = 0; i < kMaxDepth; ++i) {
    if (std::string_view pointer = text_at(*here, "$ref"); pointer.starts_with("#/")) {
      pointer.remove_prefix(2);
      const json::Value* target = &root_;
      while (target != nullptr && !pointer.empty()) {
        const std::string_view key = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(std::min(pointer.size(), key.size() + 1));
        target = target->find(key);
      }
      if (target == nullptr) return kAnything;
      here = target;
      continue;
    }
    if (here->find("type") != nullptr || here->find("properties") != nullptr) return *here;
    const json::Value* next = nullptr;
    for (const std::string_view key : {"anyOf", "oneOf", "allOf"}) {
      const json::Array* branches = array_at(*here, key);
      if (branches == nullptr || next != nullptr) continue;
      const auto found = std::ranges::find_if(
          *branches, [](const json::Value& branch) { return text_at(branch, "type") != "null"; });
      if (found != branches->end()) next = &*found;
    }
    if (next == nullptr) return *here;
    here = next;
  }
  return kAnything;
}

std::string Filler::type(const json::Value& schema) const {
  if (const std::string_view told = text_at(schema, "type"); !told.empty()) return std::string(told);
  if (const json::Array* types = array_at(schema, "type")) {
    for (const json::Value& one : *types) {
      if (one.is_string() && one.string() != "null") return one.string();
    }
  }
  if (schema.find("properties") != nullptr) return "object";
  if (schema.find("items") != nullptr) return "array";
  return "string";
}

bool Filler::grants(const json::Value& schema, Wish wish) const {
  const json::Value& told = resolved(schema);
  const std::string_view only = text_at(told, "type");
  switch (wish) {
    case Wish::kNumber: return (only == "integer" || only == "number") && told.find("enum") == nullptr;
    case Wish::kList: return only == "array";
    case Wish::kFlag: return only == "boolean";
    case Wish::kLines:
      return only == "string" &&
             std::ranges::none_of(
                 std::initializer_list<std::string_view>{"enum", "const", "format", "pattern"},
                 [&](std::string_view key) { return told.find(key) != nullptr; });
    case Wish::kNone:
    case Wish::kNothing: return false;
  }
  return false;
}

json::Value Filler::object(const json::Value& declared, Wish wish, int depth) {
  json::Object filled;
  const json::Value& schema = resolved(declared);
  const json::Value* properties = object_at(schema, "properties");
  if (properties == nullptr || wish == Wish::kNothing || depth > kMaxDepth || values_ > kMaxValues)
    return filled;
  const json::Array* required = array_at(schema, "required");
  const bool all_optional = required == nullptr || required->empty();
  bool granted = false;
  const auto add = [&](const json::Member& property) {
    granted = granted || grants(property.value, wish);
    filled.push_back({property.key, value(property.key, property.value, depth + 1)});
  };
  for (const json::Member& property : properties->members()) {
    const bool demanded = !all_optional && std::ranges::any_of(*required, [&](const json::Value& name) {
      return name.is_string() && name.string() == property.key;
    });
    if (demanded || (all_optional && depth == 0 && filled.size() < kMostOptional)) add(property);
  }
  if (wish != Wish::kNone && !granted) {
    const auto found = std::ranges::find_if(
        properties->members(), [&](const json::Member& property) { return grants(property.value, wish); });
    if (found != properties->members().end()) add(*found);
  }
  if (wish == Wish::kLines) {
    for (json::Member& member : filled) {
      const json::Value* property = properties->find(member.key);
      if (!member.value.is_string() || property == nullptr || !grants(*property, wish)) continue;
      std::string& text = member.value.string();
      const std::size_t space = text.find(' ', text.size() / 2);
      if (space != std::string::npos) {
        text[space] = '\n';
      } else {
        text += '\n';
      }
      break;
    }
  }
  return filled;
}

json::Value Filler::value(std::string_view name, const json::Value& declared, int depth) {
  ++values_;
  const json::Value& schema = resolved(declared);
  if (const json::Value* fixed = schema.find("const")) return *fixed;
  if (const json::Array* tokens = array_at(schema, "enum"); tokens != nullptr && !tokens->empty()) {
    // The one that the message names, else the first.
    const std::vector<std::string> words = words_of(wish_.message);
    const auto found = std::ranges::find_if(*tokens, [&](const json::Value& token) {
      return token.is_string() && words_of(token.string()).size() == 1 &&
             std::ranges::find(words, words_of(token.string()).front()) != words.end();
    });
    return found != tokens->end() ? *found : tokens->front();
  }
  const std::string kind = type(schema);
  if (kind == "object") return object(schema, Wish::kNone, depth);
  if (kind == "array") return list(name, schema, depth);
  if (kind == "integer" || kind == "number") return number(schema, kind == "integer");
  if (kind == "boolean") return true;
  if (kind == "null") return nullptr;
  if (const json::Array* examples = array_at(schema, "examples"); examples != nullptr && !examples->empty() &&
                                                                  examples->front().is_string() &&
                                                                  schema.find("pattern") != nullptr) {
    return examples->front();
  }
  return text(name, schema);
}

json::Value Filler::list(std::string_view name, const json::Value& schema, int depth) {
  json::Array items;
  if (depth > kMaxDepth || values_ > kMaxValues) return items;
  const json::Value* item = object_at(schema, "items");
  std::size_t count = 1;
  if (const json::Value* least = schema.find("minItems"); least != nullptr && least->is_number()) {
    count = static_cast<std::size_t>(
        std::clamp<std::int64_t>(least->as_int64().value_or(1), 1, static_cast<std::int64_t>(kMaxItems)));
  }
  for (std::size_t i = 0; i < count; ++i)
    items.push_back(value(name, item != nullptr ? *item : kAnything, depth + 1));
  return items;
}

json::Value Filler::number(const json::Value& schema, bool is_integer) const {
  for (const std::string_view key : {"default", "example"}) {
    if (const json::Value* given = schema.find(key); given != nullptr && given->is_number()) return *given;
  }
  const std::string told = number_in(wish_.message);
  json::Value chosen = json::Number{told.empty() ? (is_integer ? "3" : "1.5") : told};
  const auto bound = [&](std::string_view key, int sign, std::int64_t step) {
    const json::Value* limit = schema.find(key);
    if (limit == nullptr || !limit->is_number()) return;
    const double difference = chosen.as_double().value_or(0) - limit->as_double().value_or(0);
    if (difference * sign > 0 || (difference == 0 && step == 0)) return;
    const std::optional<std::int64_t> whole = limit->as_int64();
    chosen = step != 0 && whole ? json::Value::integer(*whole + step) : *limit;
  };
  bound("minimum", 1, 0);
  bound("maximum", -1, 0);
  bound("exclusiveMinimum", 1, 1);
  bound("exclusiveMaximum", -1, -1);
  return chosen;
}

std::string Filler::text(std::string_view name, const json::Value& schema) const {
  const std::string_view format = text_at(schema, "format");
  if (format == "date-time") return "2026-01-15T09:30:00Z";
  if (format == "date") return "2026-01-15";
  if (format == "time") return "09:30:00Z";
  if (format == "uuid") return "5f0c1f0e-8d3c-4f5e-9a55-0f3f6d1c2b7a";
  if (format == "email") return text_for("email", wish_.message, wish_.number);
  if (format == "uri" || format == "url") return text_for("url", wish_.message, wish_.number);
  std::string made = text_for(name, wish_.message, wish_.number);
  const auto length = [&](std::string_view key) {
    const json::Value* told = schema.find(key);
    const auto number = told != nullptr && told->is_number() ? told->as_int64() : std::nullopt;
    return number && *number >= 0 ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
  };
  if (const auto most = length("maxLength")) made = clipped(made, *most);
  if (const auto least = length("minLength")) {
    // Characters count, not bytes.
    const auto characters = static_cast<std::size_t>(
        std::ranges::count_if(made, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
    if (characters < *least) made.append(std::min(*least - characters, kMaxLength), 'x');
  }
  return made;
}

}  // namespace

json::Value fill_arguments(const json::Value& schema, const ArgumentWish& wish) {
  return Filler(schema, wish).object(schema, wish.wish, 0);
}

bool requires_arguments(const json::Value& schema) {
  const json::Array* required = array_at(Filler(schema, {}).resolved(schema), "required");
  return required != nullptr && !required->empty();
}

bool is_declared(const json::Value& schema, std::string_view parameter, std::string_view type) {
  const Filler filler(schema, {});
  const json::Value* properties = object_at(filler.resolved(schema), "properties");
  const json::Value* declared = properties != nullptr ? properties->find(parameter) : nullptr;
  return declared != nullptr && text_at(filler.resolved(*declared), "type") == type;
}

}  // namespace argwright::gateway::demo
