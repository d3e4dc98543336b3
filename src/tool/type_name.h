// The names that JSON Schema has for types.
#pragma once

#include <string_view>

#include "tool/schema_node.h"

namespace argwright::tool {

// 0 for a name that is none.
inline Types type_named(std::string_view name) {
  if (name == "null") return kNull;
  if (name == "boolean") return kBoolean;
  if (name == "integer") return kInteger;
  if (name == "number") return kNumber;
  if (name == "string") return kString;
  if (name == "array") return kArray;
  return name == "object" ? kObject : Types{0};
}

}  // namespace argwright::tool
