// A schema read through its layers: itself, the target of its $ref, the parts of its allOf, the one branch of
// an anyOf that is not null. The first layer that has a keyword counts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"

namespace argwright::tool {

struct Layers {
  std::vector<const json::Value*> list;      // objects inside the root
  std::vector<const json::Value*> branches;  // of an anyOf with several that are not null
  bool nullable = false;

  const json::Value* find(std::string_view key) const;
};

// `schema` is inside `root`, to which references lead; both must outlive the layers.
Layers layers_of(const json::Value& schema, const json::Value& root);

// The text, or "" for anything else.
std::string text_of(const json::Value* value);

}  // namespace argwright::tool
