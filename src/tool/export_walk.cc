// Tested by export_walk_test.cc.
#include "tool/export_walk.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace argwright::tool {
namespace {

// Keywords (drafts 4 to 2020-12) whose value is a schema, or a list of schemas.
constexpr std::array<std::string_view, 16> kSchemas = {"items",
                                                       "prefixItems",
                                                       "additionalItems",
                                                       "unevaluatedItems",
                                                       "contains",
                                                       "anyOf",
                                                       "oneOf",
                                                       "allOf",
                                                       "not",
                                                       "if",
                                                       "then",
                                                       "else",
                                                       "propertyNames",
                                                       "additionalProperties",
                                                       "unevaluatedProperties",
                                                       "contentSchema"};
// Keywords whose value maps names to schemas.
constexpr std::array<std::string_view, 5> kNamedSchemas = {"properties", "patternProperties", "$defs",
                                                           "definitions", "dependentSchemas"};

template <std::size_t kSize>
bool contains(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void add_children(json::Value& schema, std::vector<json::Value*>& children) {
  for (json::Member& member : schema.members()) {
    if (contains(kNamedSchemas, member.key)) {
      if (!member.value.is_object()) continue;
      for (json::Member& named : member.value.members()) children.push_back(&named.value);
    } else if (contains(kSchemas, member.key)) {
      if (member.value.is_array()) {
        for (json::Value& item : member.value.items()) children.push_back(&item);
      } else {
        children.push_back(&member.value);
      }
    }
  }
}

const std::string* string_member(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string() ? &value->string() : nullptr;
}

}  // namespace

void for_each_schema(json::Value& schema, const std::function<void(json::Value&)>& visit) {
  std::vector<json::Value*> open = {&schema};
  std::vector<json::Value*> children;
  while (!open.empty()) {
    json::Value* current = open.back();
    open.pop_back();
    if (!current->is_object()) continue;
    visit(*current);
    children.clear();
    add_children(*current, children);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
}

std::optional<DefinitionParts> parts_of(json::Value& definition) {
  if (!definition.is_object()) return std::nullopt;
  const std::string* type = string_member(definition, "type");
  json::Value* nested = definition.find("function");
  const bool chat = nested != nullptr && nested->is_object();
  if (type != nullptr && *type != "function" && (chat || *type != "custom")) return std::nullopt;
  json::Value* holder = chat ? nested : &definition;
  const std::string* name = string_member(*holder, "name");
  if (name == nullptr) return std::nullopt;
  for (const char* key : {"parameters", "input_schema", "inputSchema"}) {
    json::Value* schema = holder->find(key);
    if (schema != nullptr && schema->is_object()) return DefinitionParts{holder, schema, *name};
  }
  // OpenAI's functions may do without parameters; Anthropic's "custom" has a schema, OpenAI's is free text.
  if (!chat && (type == nullptr || *type != "function")) return std::nullopt;
  return DefinitionParts{holder, nullptr, *name};
}

std::vector<json::Value*> definitions_in(json::Value& tools) {
  json::Value* list = &tools;
  if (tools.is_object()) {
    json::Value* inside = tools.find("tools");
    if (inside != nullptr && inside->is_array()) list = inside;
  }
  std::vector<json::Value*> definitions;
  if (list->is_array()) {
    for (json::Value& item : list->items()) definitions.push_back(&item);
  } else {
    definitions.push_back(list);
  }
  return definitions;
}

}  // namespace argwright::tool
