// A schema as a person sees it: fields with a kind, a default, choices. What documentation and forms are made
// of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "argwright/json.h"
#include "argwright/tool.h"

namespace argwright::tool {

struct Field {
  std::string name;
  std::string title;
  std::string description;
  bool required = false;
  bool nullable = false;

  // For a list or map: of what is in it. None: any value, or one of several kinds.
  std::optional<ValueKind> kind;
  std::vector<ValueKind> alternatives;  // where several kinds are allowed
  Cardinality cardinality = Cardinality::kSingle;
  bool date_only = false;  // a Timestamp without the time

  json::Array options;  // the values that are allowed; empty: not limited
  std::optional<json::Value> default_value;
  std::optional<json::Value> example;
  // Keywords of the value, or of each value of a list or map: minimum, maxLength, pattern ...
  json::Object bounds;
  // Of a list: minItems, maxItems.
  json::Object list_bounds;

  std::vector<Field> members;  // of the object, or of each object of a list or map
};

// The members of the arguments object. Where `parameters` declare a field too, their kinds are used.
// Schemas that contain themselves end after a few levels.
std::vector<Field> fields_of(const json::Value& schema, const std::vector<ToolParameter>& parameters);

// "Integer", "list of String", "String or Integer", "any"; " or null" where null is allowed.
std::string kind_words(const Field& field);

}  // namespace argwright::tool
