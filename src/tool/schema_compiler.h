// From the value of a JSON Schema to nodes.
#pragma once

#include "argwright/json.h"
#include "argwright/result.h"
#include "tool/schema_node.h"

namespace argwright::tool {

// The node of `schema`; it and what it leads to are added to `nodes`. The error names the place in the schema
// (JSON pointer) and what is wrong there.
Result<const SchemaNode*> compile_schema(const json::Value& schema, SchemaNodes& nodes);

}  // namespace argwright::tool
