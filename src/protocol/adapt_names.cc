// Tool names and call ids that the target's grammar allows.
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/adapt.h"
#include "protocol/wire_id.h"

namespace argwright::protocol {
namespace {

// `use` gets every call and every result of the history, in order.
template <typename UseCall, typename UseResult>
void for_each_call(Request& request, const UseCall& use_call, const UseResult& use_result) {
  for (Turn& turn : request.turns) {
    for (Part& part : turn.parts) {
      if (auto* const call = std::get_if<CallPart>(&part)) use_call(*call);
      if (auto* const result = std::get_if<ResultPart>(&part)) use_result(*result);
    }
  }
}

void add_name(json::Value& object, std::vector<std::string*>& all) {
  json::Value* const name = object.find("name");
  if (name != nullptr && name->is_string()) all.push_back(&name->string());
}

}  // namespace

void adapt_names(const Adaptation& a) {
  NameAliases names(a.target == Protocol::kMessages ? 128 : 64);
  Request& request = a.request;
  std::vector<std::string*> all;
  if (request.tools) {
    for (ToolSpec& tool : *request.tools) {
      if (tool.kind == ToolKind::kHosted) continue;
      all.push_back(&tool.name);
      if (!tool.nested) continue;
      for (json::Member& extra : tool.extras) {
        if (extra.key == "function") add_name(extra.value, all);
      }
    }
  }
  if (request.tool_choice) {
    if (request.tool_choice->mode == ToolChoiceMode::kTool) {
      all.push_back(&request.tool_choice->name);
      add_name(request.tool_choice->hosted, all);
    }
    if (request.tool_choice->allowed) {
      for (json::Value& reference : *request.tool_choice->allowed) add_name(reference, all);
    }
  }
  for_each_call(request, [&](CallPart& call) { all.push_back(&call.name); }, [](ResultPart&) {});
  for (const std::string* const name : all) names.reserve(*name);
  for (std::string* const name : all) *name = names.alias(*name);
  for (const auto& [alias, original] : names.originals()) {
    std::string message = "the tool '";
    message += original;
    message += "' is called '";
    message += alias;
    message += "' upstream";
    a.warnings.add("renamed_tool", std::move(message));
  }
  a.encoded.aliases = std::move(names);
}

void adapt_ids(const Adaptation& a) {
  RequestIds ids(a.target);
  for_each_call(
      a.request, [&](CallPart& call) { ids.reserve(call.id); },
      [&](ResultPart& result) { ids.reserve(result.call_id); });
  for_each_call(
      a.request, [&](CallPart& call) { call.id = ids.for_call(call.id); },
      [&](ResultPart& result) { result.call_id = ids.for_result(result.call_id); });
}

}  // namespace argwright::protocol
