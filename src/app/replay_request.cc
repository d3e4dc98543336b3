#include "app/replay_request.h"

#include <optional>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "protocol/fields.h"
#include "protocol/request_codec.h"

namespace argwright::app {
namespace {

using protocol::Protocol;

// Nothing where it looks the same in several.
std::optional<Protocol> protocol_of(const json::Value& tool) {
  if (protocol::member(tool, "input_schema") != nullptr) return Protocol::kMessages;
  if (protocol::object_at(tool, "function") != nullptr || protocol::object_at(tool, "custom") != nullptr)
    return Protocol::kChat;
  const std::string_view type = protocol::text_at(tool, "type");
  if (type == "function" || type == "custom") return Protocol::kResponses;
  return std::nullopt;
}

bool is_of(Protocol protocol, const json::Array& tools) {
  for (const json::Value& tool : tools) {
    if (const std::optional<Protocol> told = protocol_of(tool)) return *told == protocol;
  }
  return false;
}

// Of a request, nothing but its tools matters here: whatever else it holds must not refuse it.
json::Value with_tools_alone(Protocol protocol, json::Value tools) {
  const std::string_view turns = protocol == Protocol::kResponses ? "input" : "messages";
  json::Array conversation;
  conversation.emplace_back(json::Object{{"role", "user"}, {"content", "."}});
  return json::Object{{std::string(turns), std::move(conversation)}, {"tools", std::move(tools)}};
}

}  // namespace

Result<ReplayRequest> read_replay_request(const std::string& text, Protocol from, Protocol to) {
  Result<json::Value> request = json::parse(text);
  if (!request) return Error{request.error().code, "not a request: " + request.error().describe(), {}};
  ReplayRequest read;
  const json::Value* const list = request->find("tools");
  if (list == nullptr) return read;
  const json::Value tools = *list;
  Result<std::vector<ToolDeclaration>> declared = read_declarations(*std::move(request));
  if (!declared) return declared.error();
  Result<ToolCatalog> catalog = ToolCatalog::create_declared(*std::move(declared));
  if (!catalog) return catalog.error();
  read.tools = *std::move(catalog);
  if (from == to || !tools.is_array() || !is_of(to, tools.items())) return read;

  const Result<protocol::Request> theirs = protocol::request_codec(to).decode(with_tools_alone(to, tools));
  if (!theirs) return theirs.error();
  Result<protocol::EncodedRequest> sent = protocol::request_codec(from).encode(*theirs, {});
  if (!sent) return sent.error();
  read.aliases = std::move(sent->aliases);
  read.custom_tools.insert(sent->wrapped_tools.begin(), sent->wrapped_tools.end());
  return read;
}

}  // namespace argwright::app
