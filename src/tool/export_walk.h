// Finding one's way in JSON that declares tools: the schemas in a schema, the definitions in a list, the
// parts of a definition.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "argwright/json.h"

namespace argwright::tool {

// Calls `visit` with the schema and with every schema inside it, in document order. What is data (enum,
// default, examples) or an unknown keyword is not entered. `visit` may change strings, not structure.
void for_each_schema(json::Value& schema, const std::function<void(json::Value&)>& visit);

// A function as OpenAI (Chat, Responses), Anthropic or MCP declare it. The pointers lead into the definition.
struct DefinitionParts {
  json::Value* holder = nullptr;  // the object with "name" and perhaps "description"
  json::Value* schema = nullptr;  // of the arguments; nullptr where there is none
  std::string name;
};
// Nothing for anything else, tools that a provider has built in among them.
std::optional<DefinitionParts> parts_of(json::Value& definition);

// The items of a list, of {"tools": [...]}, or the value itself.
std::vector<json::Value*> definitions_in(json::Value& tools);

}  // namespace argwright::tool
