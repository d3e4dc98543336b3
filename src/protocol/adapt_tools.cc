// Tools, and which of them may or must be called.
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

#include "protocol/adapt.h"
#include "protocol/custom_call.h"

namespace argwright::protocol {
namespace {

std::string text_member(const json::Value& object, std::string_view key) {
  const json::Value* const value = object.find(key);
  return value != nullptr && value->is_string() ? value->string() : std::string();
}

Error refusal(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "tool_choice: " + std::move(message), Where::at("/tool_choice")};
}

void wrap(const Adaptation& a, ToolSpec& tool) {
  a.encoded.wrapped_tools.push_back(tool.name);
  const std::string definition = tool.format ? text_member(*tool.format, "definition") : std::string();
  if (!definition.empty()) {
    const std::string syntax = text_member(*tool.format, "syntax");
    std::string description = tool.description.value_or("");
    if (!description.empty()) description += "\n\n";
    tool.description = description + "`input` follows this grammar (" +
                       (syntax.empty() ? "grammar" : syntax) + "):\n" + definition;
  }
  tool.kind = ToolKind::kFunction;
  tool.parameters = custom_tool_schema();
  tool.format.reset();
}

void complete_function(const Adaptation& a, ToolSpec& tool) {
  if (!tool.parameters) tool.parameters = json::Object{{"type", "object"}, {"properties", json::Object{}}};
  if (a.target == Protocol::kMessages && tool.parameters->is_object() &&
      tool.parameters->find("type") == nullptr) {
    json::Object& members = tool.parameters->members();
    members.insert(members.begin(), {"type", "object"});
  }
  // Responses takes a missing one for true, as far as the schema allows.
  if (a.target == Protocol::kResponses && !tool.strict) tool.strict = false;
}

// Which tool a reference of allowed_tools names.
bool keep_reference(const Adaptation& a, json::Value& reference) {
  const std::string type = text_member(reference, "type");
  if (type == "custom" && a.wraps_custom_tools()) *reference.find("type") = "function";
  if (type == "function" || type == "custom") return true;
  a.warnings.add("dropped_tool", "tool_choice.allowed_tools: a " + type + " tool has no counterpart");
  return false;
}

void restrict_tools(const Adaptation& a, ToolChoice& choice) {
  json::Array kept;
  for (json::Value& reference : *choice.allowed) {
    if (keep_reference(a, reference)) kept.push_back(std::move(reference));
  }
  choice.allowed = std::move(kept);
  if (a.target != Protocol::kMessages) return;
  std::unordered_set<std::string> names;
  for (const json::Value& reference : *choice.allowed) names.insert(text_member(reference, "name"));
  std::erase_if(*a.request.tools, [&](const ToolSpec& tool) { return !names.contains(tool.name); });
  choice.allowed.reset();
}

}  // namespace

std::optional<Error> adapt_tools(const Adaptation& a) {
  Request& request = a.request;
  std::optional<ToolChoice>& choice = request.tool_choice;
  if (choice && choice->mode == ToolChoiceMode::kHosted) {
    return refusal("it forces a tool that " + std::string(display_name(a.target)) + " does not have");
  }
  bool any_dropped = false;
  if (request.tools) {
    for (ToolSpec& tool : *request.tools) {
      if (tool.kind == ToolKind::kHosted) {
        const std::string name = text_member(tool.hosted, "name");
        if (choice && choice->mode == ToolChoiceMode::kTool && choice->name == name) {
          return refusal("it forces the tool '" + name + "', which only " +
                         std::string(display_name(request.origin)) + " has");
        }
        any_dropped = true;
        a.warnings.add("dropped_tool", "tools[]: a tool of type '" + text_member(tool.hosted, "type") +
                                           "' has no counterpart in " + std::string(display_name(a.target)));
        continue;
      }
      if (tool.nested) tool.extras.clear();
      tool.nested = false;
      a.drop_extras(tool.extras, "tools[]");
      a.drop_extras(tool.inner_extras, "tools[]");
      std::move(tool.inner_extras.begin(), tool.inner_extras.end(), std::back_inserter(tool.extras));
      tool.inner_extras.clear();
      if (tool.kind == ToolKind::kCustom && a.wraps_custom_tools()) wrap(a, tool);
      if (tool.kind == ToolKind::kFunction) complete_function(a, tool);
    }
    std::erase_if(*request.tools, [](const ToolSpec& tool) { return tool.kind == ToolKind::kHosted; });
  }
  if (choice) {
    choice->hosted = {};
    a.drop_extras(choice->extras, "tool_choice");
    if (a.wraps_custom_tools()) choice->custom = false;
    if (choice->allowed && request.tools) restrict_tools(a, *choice);
  }
  if (!request.tools || request.tools->empty()) {
    if (any_dropped && choice && choice->mode == ToolChoiceMode::kRequired) {
      return refusal("it requires a call, and none of the tools has a counterpart in " +
                     std::string(display_name(a.target)));
    }
    request.tools.reset();
    choice.reset();
    request.parallel.reset();
  }
  if (a.target == Protocol::kMessages) {
    if (request.parallel && !choice) choice.emplace();
    if (choice && choice->mode == ToolChoiceMode::kNone) request.parallel.reset();
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
