// Tested by export_test.cc.
#include "argwright/tool_export.h"
#include "tool/export_prepared.h"
#include "tool/parameters.h"

namespace argwright {

ExportSubject ExportSubject::of(const Tool& tool) {
  return {tool.name(), tool.description(), tool::schema_of(tool.parameters()), tool.parameters(),
          tool.runs_shell()};
}

ExportSubject ExportSubject::of(std::string name, std::string description,
                                std::vector<ToolParameter> parameters) {
  const bool shell = is_shell_tool_name(name);
  json::Value schema = tool::schema_of(parameters);
  return {std::move(name), std::move(description), std::move(schema), std::move(parameters), shell};
}

ExportSubject ExportSubject::of(std::string name, std::string description, const Schema& schema) {
  const bool shell = is_shell_tool_name(name);
  return {std::move(name), std::move(description), schema.source(), {}, shell};
}

namespace tool {

ExportSubject prepared(const ExportSubject& tool, const ExportOptions& options) {
  ExportSubject out = tool;
  if (options.description_budget) {
    // One budget for the tool and its parameters: trimmed together, as a definition.
    json::Value definition(json::Object{{"name", out.name}, {"description", std::move(out.description)}});
    definition.members().push_back({"parameters", std::move(out.schema)});
    trim_descriptions(definition, *options.description_budget);
    out.description = std::move(definition.members()[1].value.string());
    out.schema = std::move(definition.members()[2].value);
  }
  if (options.shell_hints && out.runs_shell) out.description = with_shell_hints(out.description);
  return out;
}

}  // namespace tool
}  // namespace argwright
