// ToolParameter lists: to compiled nodes for coercion, and to JSON Schema for export.
#pragma once

#include <vector>

#include "argwright/tool.h"
#include "tool/schema_node.h"

namespace argwright::tool {

// The object schema (2020-12 keywords) that a list of parameters stands for.
json::Value schema_of(const std::vector<ToolParameter>& parameters);

// The node of the arguments object; nodes are added to `nodes`.
const SchemaNode* compile_parameters(const std::vector<ToolParameter>& parameters, SchemaNodes& nodes);

}  // namespace argwright::tool
