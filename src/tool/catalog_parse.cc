// Calls parsed by the catalog's declarations. Tested by catalog_parse_test.cc.
#include <utility>

#include "argwright/catalog.h"

namespace argwright {
namespace {

constexpr std::string_view kCategory = "ToolParse";

void add_warning(ToolCallRequest& request, std::string code, std::string message) {
  if (!request.parse_warning.empty()) request.parse_warning += "; ";
  request.parse_warning += message;
  request.diagnostics.push_back({Severity::kWarning, {}, std::move(code), std::move(message)});
}

}  // namespace

void MissingDefinitions::report(std::string_view tool_name, std::string message) {
  {
    const std::lock_guard lock(mutex_);
    if (names_.size() >= max_names_ || !names_.emplace(tool_name).second) return;
  }
  if (callback_) callback_({kCategory, std::string(tool_name), std::move(message)});
}

ToolCallRequest ToolCatalog::parse_call(const CallInput& input, const ParseOptions& options) const {
  const CatalogEntry* const entry = get(input.tool_name);
  const Schema* const schema = entry != nullptr ? entry->declaration.schema.get() : nullptr;
  ToolCallRequest request = argwright::parse_call(input, schema, options.repair, options.coerce);
  if (schema != nullptr || input.tool_name.empty()) return request;

  std::string message = "tool '" + std::string(input.tool_name) + "' was called but is not declared";
  if (entry != nullptr) {
    message = "the schema of tool '" + std::string(input.tool_name) +
              "' cannot be used: " + entry->declaration.schema_error;
    if (request.accepted()) add_warning(request, "tool_definition_broken", message);
  }
  if (options.missing != nullptr) options.missing->report(input.tool_name, std::move(message));
  return request;
}

}  // namespace argwright
