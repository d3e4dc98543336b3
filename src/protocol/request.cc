#include "protocol/request.h"

#include <algorithm>

#include "protocol/custom_call.h"
#include "protocol/wire_id.h"

namespace argwright::protocol {
namespace {

const json::Value* extra_of(const Request& request, std::string_view key) {
  for (const json::Member& extra : request.extras) {
    if (extra.key == key && !extra.value.is_null()) return &extra.value;
  }
  return nullptr;
}

bool is_of_type(const json::Value& value, std::string_view type) {
  const json::Value* const told = value.find("type");
  return told != nullptr && *told == json::Value(type);
}

}  // namespace

Part to_part(Content content) {
  return std::visit([](auto&& part) -> Part { return std::forward<decltype(part)>(part); },
                    std::move(content));
}

const std::vector<std::string_view>& shared_members() {
  static const std::vector<std::string_view> members = {
      "store",       "service_tier", "prompt_cache_key", "prompt_cache_retention", "safety_identifier",
      "top_logprobs"};
  return members;
}

bool continues_stored(const Request& request) {
  if (request.previous_response_id && !request.previous_response_id->empty()) return true;
  if (request.origin == Protocol::kResponses && extra_of(request, "conversation") != nullptr) return true;
  const json::Value* const thread =
      request.origin == Protocol::kMessages ? extra_of(request, "thread") : nullptr;
  if (thread != nullptr && !is_of_type(*thread, "create")) return true;
  return std::any_of(request.turns.begin(), request.turns.end(), [](const Turn& turn) {
    const auto* const item = turn.role == Role::kOpaque && !turn.parts.empty()
                                 ? std::get_if<OpaquePart>(&turn.parts.front())
                                 : nullptr;
    return item != nullptr && is_of_type(item->value, "item_reference");
  });
}

void restore_upstream_ids(Request& request) {
  for (Turn& turn : request.turns) {
    for (Part& part : turn.parts) {
      if (auto* const call = std::get_if<CallPart>(&part)) call->id = upstream_id(call->id);
      if (auto* const result = std::get_if<ResultPart>(&part)) result->call_id = upstream_id(result->call_id);
    }
  }
}

std::vector<ToolDeclaration> declarations(const Request& request) {
  std::vector<ToolDeclaration> list;
  if (!request.tools) return list;
  for (const ToolSpec& tool : *request.tools) {
    if (tool.kind == ToolKind::kHosted) continue;
    json::Value schema = tool.kind == ToolKind::kCustom ? custom_tool_schema()
                         : tool.parameters              ? *tool.parameters
                                                        : json::Value(json::Object{{"type", "object"}});
    list.push_back(ToolDeclaration::from_schema(tool.name, tool.description.value_or(""), std::move(schema)));
  }
  return list;
}

}  // namespace argwright::protocol
