// Tested by declaration_test.cc.
#include "app/declaration.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace argwright::app {
namespace {

constexpr std::size_t kMaxNames = 20;  // of a list, in an error

Error refuse(std::string words) { return Error{ErrorCode::kInvalidArgument, std::move(words), {}}; }

// Words of JSON Schema that an object schema may start from. Without any of them a non-empty object is some
// other JSON, and taking it for "declares nothing" would hide a wrong file name.
constexpr std::array<std::string_view, 22> kSchemaWords = {"type",
                                                           "properties",
                                                           "required",
                                                           "additionalProperties",
                                                           "patternProperties",
                                                           "minProperties",
                                                           "$ref",
                                                           "maxProperties",
                                                           "$schema",
                                                           "propertyNames",
                                                           "$defs",
                                                           "definitions",
                                                           "$id",
                                                           "description",
                                                           "title",
                                                           "$comment",
                                                           "allOf",
                                                           "anyOf",
                                                           "nullable",
                                                           "oneOf",
                                                           "examples",
                                                           "strict"};

bool names_object(const json::Value& type) {
  if (type.is_string()) return type.string() == "object";
  if (!type.is_array()) return false;
  return std::any_of(type.items().begin(), type.items().end(),
                     [](const json::Value& item) { return item.is_string() && item.string() == "object"; });
}

// What compiles, and yet is no schema of arguments.
std::optional<Error> fault_of(const json::Value& source) {
  if (!source.is_object()) return refuse("not a schema: " + std::string(json::kind_name(source.kind())));
  const auto& members = source.members();
  const bool known =
      members.empty() || std::any_of(members.begin(), members.end(), [](const json::Member& member) {
        return std::find(kSchemaWords.begin(), kSchemaWords.end(), member.key) != kSchemaWords.end();
      });
  if (!known) return refuse("not a schema: neither a JSON Schema nor a tool definition");
  if (const json::Value* type = source.find("type"); type != nullptr && !names_object(*type)) {
    return refuse("not a schema of arguments: its type is not object");
  }
  return std::nullopt;
}

bool is_list(const json::Value& value) {
  if (value.is_array()) return true;
  const json::Value* const tools = value.find("tools");
  return tools != nullptr && tools->is_array();
}

Result<Declaration> declaration_of(const ToolDeclaration& tool) {
  if (tool.schema == nullptr) return refuse("not a schema: " + tool.schema_error);
  if (std::optional<Error> fault = fault_of(tool.schema->source())) return *std::move(fault);
  return Declaration{.tool_name = tool.name, .schema = tool.schema};
}

}  // namespace

Result<DeclaredTools> DeclaredTools::read(const json::Value& value, SchemaCache& cache) {
  const std::string text = json::write(value);
  const bool list = is_list(value);
  Result<ToolCatalog> tools = cache.tools(list ? text : "[" + text + "]");
  if (!tools) return tools.error();
  DeclaredTools declared;
  declared.tools_ = *std::move(tools);
  if (!declared.tools_.all().empty()) return declared;
  if (list) return refuse("not a schema: a list without a tool definition");

  const Result<std::shared_ptr<const Schema>> schema = cache.schema(text);
  if (!schema) return refuse("not a schema: " + schema.error().describe());
  if (std::optional<Error> fault = fault_of((*schema)->source())) return *std::move(fault);
  declared.bare_ = *schema;
  return declared;
}

Result<Declaration> DeclaredTools::choose(std::string_view tool) const {
  if (bare_ != nullptr) return Declaration{.tool_name = std::string(tool), .schema = bare_};
  if (const CatalogEntry* entry = tools_.get(tool)) return declaration_of(entry->declaration);
  const auto& all = tools_.all();
  if (tool.empty() && all.size() == 1) return declaration_of(all.front()->declaration);
  std::string names;
  for (std::size_t i = 0; i < std::min(all.size(), kMaxNames); ++i) {
    names += (i == 0 ? "" : ", ") + all[i]->declaration.name;
  }
  if (all.size() > kMaxNames) names += ", ...";
  if (!tool.empty()) return refuse("holds no tool named " + std::string(tool) + ", only " + names);
  return refuse("holds " + std::to_string(all.size()) + " tools; choose one with --tool: " + names);
}

}  // namespace argwright::app
