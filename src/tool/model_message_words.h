// A schema node in a few words, for messages. Tested by model_message_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/model_message.h"
#include "tool/schema_node.h"

namespace argwright::tool {

// "integer >= 1", "one of red, green", "array of string", "string or null"; empty where anything is allowed.
std::string describe(const SchemaNode& node, Language language);

// What is declared for a member or an item of `node`, through $ref, allOf and alternatives; nullptr where
// nothing is.
const SchemaNode* inside(const SchemaNode& node, std::string_view step);
// The same for a JSON pointer.
const SchemaNode* node_at(const SchemaNode& root, std::string_view pointer);
bool requires_member(const SchemaNode& node, std::string_view name);

// The steps of a JSON pointer, unescaped.
std::vector<std::string> steps_of(std::string_view pointer);
// nullptr where the value has no such place.
const json::Value* value_at(const json::Value& root, std::string_view pointer);

// At most `bytes` of the text, cut between characters, "..." where it was cut.
std::string shortened(std::string_view text, std::size_t bytes);

}  // namespace argwright::tool
