#include "protocol/request.h"

#include "protocol/custom_call.h"
#include "protocol/wire_id.h"

namespace argwright::protocol {

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
