// Tools, and which of them may or must be called.
#include <algorithm>
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
  if (definition.empty() && tool.format && text_member(*tool.format, "type") != "text") {
    a.dropped("tools[].format");
  }
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

// Where the schema of tools[index] stands in the protocol that the request came in.
Error schema_fault(const Adaptation& a, std::size_t index) {
  const std::string at = std::to_string(index);
  const Protocol origin = a.request.origin;
  const std::string_view member = origin == Protocol::kMessages ? "input_schema" : "parameters";
  const std::string_view inner = origin == Protocol::kChat ? "function" : "";
  std::string place = "tools[" + at + "].";
  std::string pointer = "/tools/" + at + "/";
  if (!inner.empty()) {
    place.append(inner).append(".");
    pointer.append(inner).append("/");
  }
  return Error{ErrorCode::kInvalidArgument, place.append(member) + ": expected a schema, which is an object",
               Where::at(pointer.append(member))};
}

// Messages wants to read "object", however the schema tells it.
void name_object(json::Value& schema) {
  json::Value* const type = schema.find("type");
  if (type == nullptr) {
    schema.members().insert(schema.members().begin(), {"type", "object"});
    return;
  }
  const bool among = type->is_array() && std::find(type->items().begin(), type->items().end(),
                                                   json::Value("object")) != type->items().end();
  if (type->is_null() || among) *type = "object";
}

std::optional<Error> complete_function(const Adaptation& a, ToolSpec& tool, std::size_t index) {
  // An empty list is what some languages make of an empty map; true is the schema of anything.
  const bool empty = !tool.parameters || *tool.parameters == json::Value(true) ||
                     *tool.parameters == json::Value(json::Array{});
  if (empty) tool.parameters = json::Object{{"type", "object"}, {"properties", json::Object{}}};
  if (!tool.parameters->is_object()) return schema_fault(a, index);
  if (a.target == Protocol::kMessages) name_object(*tool.parameters);
  // Responses takes a missing one for true, as far as the schema allows.
  if (a.target == Protocol::kResponses && !tool.strict) tool.strict = false;
  return std::nullopt;
}

// Which tool a reference of allowed_tools names.
bool keep_reference(const Adaptation& a, json::Value& reference) {
  const std::string type = text_member(reference, "type");
  if (type == "custom" && a.wraps_custom_tools()) *reference.find("type") = "function";
  if (type == "function" || type == "custom") return true;
  a.warnings.add("dropped_tool", "tool_choice.allowed_tools: a " + type + " tool has no counterpart");
  return false;
}

std::optional<Error> restrict_tools(const Adaptation& a, ToolChoice& choice) {
  json::Array kept;
  for (json::Value& reference : *choice.allowed) {
    if (keep_reference(a, reference)) kept.push_back(std::move(reference));
  }
  std::unordered_set<std::string> names;
  for (const json::Value& reference : kept) names.insert(text_member(reference, "name"));
  const auto is_allowed = [&](const ToolSpec& tool) { return names.contains(tool.name); };
  if (std::none_of(a.request.tools->begin(), a.request.tools->end(), is_allowed)) {
    if (choice.mode == ToolChoiceMode::kRequired) {
      return refusal("it requires a call, and none of the allowed tools is there for " +
                     std::string(display_name(a.target)));
    }
    choice.mode = ToolChoiceMode::kNone;
    choice.allowed.reset();
    return std::nullopt;
  }
  choice.allowed = std::move(kept);
  if (a.target != Protocol::kMessages) return std::nullopt;
  std::erase_if(*a.request.tools, [&](const ToolSpec& tool) { return !is_allowed(tool); });
  choice.allowed.reset();
  return std::nullopt;
}

void drop_tool_extras(const Adaptation& a, ToolSpec& tool) {
  if (tool.nested) {  // they hold the function itself, as it came
    std::erase_if(tool.extras, [](const json::Member& extra) { return extra.key == "function"; });
    tool.nested = false;
  }
  a.drop_extras(tool.extras, "tools[]");
  a.drop_extras(tool.inner_extras, "tools[]");
  std::move(tool.inner_extras.begin(), tool.inner_extras.end(), std::back_inserter(tool.extras));
  tool.inner_extras.clear();
}

// Leaves out what only the origin has, and makes the others fit.
std::optional<Error> adapt_declared(const Adaptation& a) {
  std::vector<ToolSpec>& tools = *a.request.tools;
  std::vector<ToolSpec> kept;
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    ToolSpec& tool = tools[i];
    if (tool.kind == ToolKind::kHosted) {
      a.warnings.add("dropped_tool", "tools[]: a tool of type '" + text_member(tool.hosted, "type") +
                                         "' has no counterpart in " + std::string(display_name(a.target)));
      continue;
    }
    if (!names.insert(tool.name).second) {  // nobody could tell which of them is called
      a.warnings.add("dropped_tool",
                     "tools[]: '" + tool.name + "' is declared more than once; the first stays");
      continue;
    }
    drop_tool_extras(a, tool);
    if (tool.kind == ToolKind::kCustom && a.wraps_custom_tools()) wrap(a, tool);
    if (tool.kind == ToolKind::kFunction) {
      if (std::optional<Error> error = complete_function(a, tool, i)) return error;
    }
    kept.push_back(std::move(tool));
  }
  tools = std::move(kept);
  return std::nullopt;
}

std::optional<Error> adapt_choice(const Adaptation& a, ToolChoice& choice, bool any_dropped) {
  choice.hosted = {};
  a.drop_extras(choice.extras, "tool_choice");
  if (a.wraps_custom_tools()) choice.custom = false;
  if (!a.request.tools) return std::nullopt;
  const std::vector<ToolSpec>& tools = *a.request.tools;
  if (choice.allowed && !tools.empty()) return restrict_tools(a, choice);
  if (!any_dropped) return std::nullopt;
  // What is forced was among those left out: by its name, or within a namespace.
  if (choice.mode == ToolChoiceMode::kTool &&
      std::none_of(tools.begin(), tools.end(), [&](const ToolSpec& t) { return t.name == choice.name; })) {
    return refusal("it forces the tool '" + choice.name + "', which only " +
                   std::string(display_name(a.request.origin)) + " has");
  }
  if (choice.mode == ToolChoiceMode::kRequired && tools.empty()) {
    return refusal("it requires a call, and none of the tools has a counterpart in " +
                   std::string(display_name(a.target)));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> adapt_tools(const Adaptation& a) {
  Request& request = a.request;
  std::optional<ToolChoice>& choice = request.tool_choice;
  if (choice && choice->mode == ToolChoiceMode::kHosted) {
    return refusal("it forces a tool that " + std::string(display_name(a.target)) + " does not have");
  }
  const std::size_t declared = request.tools ? request.tools->size() : 0;
  if (request.tools) {
    if (std::optional<Error> error = adapt_declared(a)) return error;
  }
  const bool any_dropped = request.tools && request.tools->size() < declared;
  if (choice) {
    if (std::optional<Error> error = adapt_choice(a, *choice, any_dropped)) return error;
  }
  if (!request.tools || request.tools->empty()) {
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
