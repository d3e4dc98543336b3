// A value that fits a schema, made from the schema alone. Tested by model_message_test.cc.
//
// The idea: flatten a node with its allOf parts and one branch of each alternative into one list of demands,
// choose the first of a few candidates that meets them, and believe none of it until validates() has agreed.
#pragma once

#include <optional>

#include "argwright/json.h"
#include "tool/coercer.h"
#include "tool/schema_node.h"

namespace argwright::tool {

class ExampleMaker {
 public:
  explicit ExampleMaker(Budget& budget) : budget_(budget) {}

  // `source` is the JSON of the same schema where that is known, for its examples and defaults; may be
  // nullptr.
  std::optional<json::Value> make(const SchemaNode& node, const json::Value* source);

 private:
  using Parts = std::vector<const SchemaNode*>;

  bool flatten(const SchemaNode& node, std::size_t choice, Parts& parts) const;
  bool fits(const json::Value& value, const Parts& parts);
  std::optional<json::Value> given(const SchemaNode& node, const json::Value* source);
  std::optional<json::Value> from_parts(const Parts& parts, const json::Value* source);
  std::optional<json::Value> enumerated(const Parts& parts);
  std::optional<json::Value> number(const Parts& parts);
  std::optional<json::Value> string(const Parts& parts);
  std::optional<json::Value> list(const Parts& parts, const json::Value* source);
  std::optional<json::Value> object(const Parts& parts, const json::Value* source);

  Budget& budget_;
  int depth_ = 0;
};

}  // namespace argwright::tool
