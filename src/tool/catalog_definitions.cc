// Tool definitions as the providers' requests carry them. Tested by catalog_definitions_test.cc.
#include <optional>
#include <utility>

#include "argwright/catalog.h"

namespace argwright {
namespace {

ToolDeclaration declared(std::string name, std::string description, Result<Schema> schema) {
  ToolDeclaration declaration{std::move(name), std::move(description), nullptr, {}};
  if (schema) {
    declaration.schema = std::make_shared<const Schema>(*std::move(schema));
  } else {
    declaration.schema_error = schema.error().describe();
  }
  return declaration;
}

std::string take_text(json::Value& holder, std::string_view key) {
  json::Value* const value = holder.find(key);
  return value != nullptr && value->is_string() ? std::move(value->string()) : std::string();
}

bool is_function(const json::Value& definition) {
  const json::Value* const type = definition.find("type");
  return type != nullptr && type->is_string() && type->string() == "function";
}

// Where the JSON Schema of the arguments stands, by who wrote the definition.
json::Value* schema_in(json::Value& holder) {
  for (const std::string_view key : {"parameters", "input_schema", "inputSchema"}) {
    if (json::Value* schema = holder.find(key); schema != nullptr && !schema->is_null()) return schema;
  }
  return nullptr;
}

// Takes what it needs out of the definition.
std::optional<ToolDeclaration> read_definition(json::Value& definition) {
  json::Value* holder = &definition;
  if (json::Value* function = definition.find("function"); function != nullptr && function->is_object()) {
    holder = function;
  }
  std::string name = take_text(*holder, "name");
  if (name.empty()) return std::nullopt;
  json::Value* const schema = schema_in(*holder);
  if (schema == nullptr && holder == &definition && !is_function(definition)) return std::nullopt;
  std::string description = take_text(*holder, "description");
  if (schema != nullptr)
    return ToolDeclaration::from_schema(std::move(name), std::move(description), std::move(*schema));
  // A function without a schema takes no arguments.
  return declared(std::move(name), std::move(description), Schema::from_parameters({}));
}

}  // namespace

ToolDeclaration ToolDeclaration::from_schema(std::string name, std::string description, json::Value schema) {
  return declared(std::move(name), std::move(description), Schema::compile(std::move(schema)));
}

ToolDeclaration ToolDeclaration::from_schema_text(std::string name, std::string description,
                                                  std::string_view schema_text) {
  return declared(std::move(name), std::move(description), Schema::compile_text(schema_text));
}

Result<std::vector<ToolDeclaration>> read_declarations(json::Value definitions) {
  json::Value* const tools = definitions.find("tools");
  json::Value& list = tools != nullptr ? *tools : definitions;
  if (!list.is_array()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected a list of tool definitions, found " + std::string(json::kind_name(list.kind())),
                 Where{Where::kNowhere, tools != nullptr ? "/tools" : ""}};
  }
  std::vector<ToolDeclaration> declarations;
  declarations.reserve(list.items().size());
  for (json::Value& definition : list.items()) {
    if (std::optional<ToolDeclaration> declaration = read_definition(definition)) {
      declarations.push_back(*std::move(declaration));
    }
  }
  return declarations;
}

}  // namespace argwright
