#include "tool/catalog_entry.h"

#include <algorithm>
#include <utility>

namespace argwright::tool {
namespace {

Error refuse(std::string words) { return Error{ErrorCode::kInvalidArgument, std::move(words), {}}; }

// Collects what is doubtful in the parameters of one tool.
class ParameterCheck {
 public:
  explicit ParameterCheck(CatalogEntry& entry) : entry_(entry) {}

  void check(const std::vector<ToolParameter>& parameters, const std::string& prefix) {
    for (auto it = parameters.begin(); it != parameters.end(); ++it) {
      check_one(*it, prefix + it->name);
      const auto same = [&](const ToolParameter& other) { return other.name == it->name; };
      if (std::any_of(parameters.begin(), it, same)) {
        warn(prefix + it->name, "duplicate_parameter", "is declared more than once");
      }
      check(it->nested, prefix + it->name + ".");
    }
  }

 private:
  // C13: required is what is_required says; a cardinality that says something else is a slip of the author.
  void check_one(const ToolParameter& parameter, const std::string& path) {
    if (parameter.cardinality == Cardinality::kSingle && !parameter.is_required) {
      warn(path, "single_not_required",
           "has the cardinality Single but is not required; it is taken as optional");
    }
    if (parameter.cardinality == Cardinality::kOptional && parameter.is_required) {
      warn(path, "optional_required",
           "has the cardinality Optional but is required; it is taken as required");
    }
    const bool no_values = !parameter.enum_constraint || parameter.enum_constraint->allowed_values.empty();
    if (parameter.value_kind == ValueKind::kEnumToken && no_values) {
      warn(path, "enum_without_values", "is an EnumToken without allowed values");
    }
  }

  void warn(const std::string& path, std::string code, std::string_view words) {
    entry_.warnings.push_back(
        {entry_.declaration.name, path, std::move(code),
         "parameter '" + path + "' of tool '" + entry_.declaration.name + "' " + std::string(words)});
  }

  CatalogEntry& entry_;
};

}  // namespace

Result<std::shared_ptr<const CatalogEntry>> make_entry(std::shared_ptr<Tool> tool) {
  if (tool == nullptr) return refuse("a tool is missing (nullptr)");
  if (tool->name().empty()) return refuse("a tool has no name (\"" + tool->description() + "\")");
  auto entry = std::make_shared<CatalogEntry>();
  entry->declaration.name = tool->name();
  entry->declaration.description = tool->description();
  entry->declaration.schema = std::make_shared<const Schema>(Schema::from_parameters(tool->parameters()));
  ParameterCheck(*entry).check(tool->parameters(), {});
  entry->tool = std::move(tool);
  return std::shared_ptr<const CatalogEntry>(std::move(entry));
}

Result<std::shared_ptr<const CatalogEntry>> make_entry(ToolDeclaration declaration) {
  if (declaration.name.empty()) return refuse("a tool has no name (\"" + declaration.description + "\")");
  auto entry = std::make_shared<CatalogEntry>();
  entry->declaration = std::move(declaration);
  ToolDeclaration& kept = entry->declaration;
  if (kept.schema == nullptr) {
    if (kept.schema_error.empty()) kept.schema_error = "no schema was given";
    entry->warnings.push_back(
        {kept.name,
         {},
         "broken_schema",
         "the schema of tool '" + kept.name + "' cannot be used: " + kept.schema_error});
  }
  return std::shared_ptr<const CatalogEntry>(std::move(entry));
}

Error taken_twice(std::string_view name, std::string_view first_description,
                  std::string_view second_description) {
  std::string words = "two tools are named '";
  words.append(name)
      .append("': \"")
      .append(first_description)
      .append("\" and \"")
      .append(second_description)
      .append("\"");
  return refuse(std::move(words));
}

}  // namespace argwright::tool
