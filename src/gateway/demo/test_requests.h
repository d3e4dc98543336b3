// For tests: requests in every protocol with the same meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "gateway/demo/demo_model.h"
#include "protocol/request_codec.h"

namespace argwright::gateway::demo::testing {

using protocol::Protocol;

struct TestTool {
  std::string_view name, description, schema;
};

inline constexpr TestTool kWeather = {
    "get_weather", "The weather of the next days",
    R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"},)"
    R"("hours":{"type":"array","items":{"type":"integer"}},"metric":{"type":"boolean"}},)"
    R"("required":["city","days","hours","metric"]})"};
inline constexpr TestTool kRead = {
    "read_file", "Reads a text file",
    R"({"type":"object","properties":{"path":{"type":"string"}},"required":["path"]})"};
inline constexpr TestTool kTime = {"now", "The time", R"({"type":"object","properties":{}})"};

inline std::string json_string(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

inline std::string tool_text(Protocol protocol, const TestTool& tool) {
  const std::string words =
      R"("name":)" + json_string(tool.name) + R"(,"description":)" + json_string(tool.description);
  const std::string schema(tool.schema);
  switch (protocol) {
    case Protocol::kChat:
      return R"({"type":"function","function":{)" + words + R"(,"parameters":)" + schema + "}}";
    case Protocol::kResponses: return R"({"type":"function",)" + words + R"(,"parameters":)" + schema + "}";
    case Protocol::kMessages: return "{" + words + R"(,"input_schema":)" + schema + "}";
  }
  return {};
}

struct Ask {
  std::string model = "demo";
  std::string message = "What is the weather in Paris for 3 days?";
  bool stream = false;
  std::vector<TestTool> tools = {kWeather, kRead};
  std::string more;  // members, with a comma before each
};

inline std::string request_text(Protocol protocol, const Ask& ask) {
  std::string text =
      R"({"model":)" + json_string(ask.model) + R"(,"stream":)" + (ask.stream ? "true" : "false");
  if (protocol == Protocol::kMessages) text += R"(,"max_tokens":100)";
  text += protocol == Protocol::kResponses ? R"(,"input":)" : R"(,"messages":)";
  text += R"([{"role":"user","content":)" + json_string(ask.message) + "}]";
  if (!ask.tools.empty()) {
    text += R"(,"tools":[)";
    for (const TestTool& tool : ask.tools) {
      if (&tool != &ask.tools.front()) text += ',';
      text += tool_text(protocol, tool);
    }
    text += ']';
  }
  return text + ask.more + "}";
}

inline protocol::Request decoded(Protocol protocol, std::string_view text) {
  return *protocol::request_codec(protocol).decode(*json::parse(text));
}

inline std::string bytes(const Answer& answer) {
  std::string all;
  for (const Piece& piece : answer.pieces) all += piece.bytes;
  return all;
}

}  // namespace argwright::gateway::demo::testing
