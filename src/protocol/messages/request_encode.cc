// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/messages/request_encode.h"

#include <utility>

#include "protocol/adapt.h"
#include "protocol/object_writer.h"

namespace argwright::protocol::messages {
namespace {

json::Object write_source(const Source& source) {
  if (!source.url.empty()) return {{"type", "url"}, {"url", source.url}};
  if (!source.file_id.empty()) return {{"type", "file"}, {"file_id", source.file_id}};
  json::Object out{{"type", source.plain ? "text" : "base64"}};
  put_text(out, "media_type", source.media_type);
  put(out, "data", source.data);
  return out;
}

struct BlockWriter {
  json::Value operator()(const TextPart& part) const {
    json::Object out{{"type", "text"}, {"text", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const RefusalPart& part) const {
    json::Object out{{"type", "text"}, {"text", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const ImagePart& part) const {
    json::Object out{{"type", "image"}, {"source", write_source(part.source)}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const FilePart& part) const {
    json::Object out{{"type", "document"}, {"source", write_source(part.source)}};
    put_text(out, "title", part.filename);
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const OpaquePart& part) const { return part.value; }
  json::Value operator()(const ReasoningPart& part) const {
    json::Object out;
    if (!part.proof.encrypted.empty()) {
      out = {{"type", "redacted_thinking"}, {"data", part.proof.encrypted}};
    } else {
      out = {{"type", "thinking"}, {"thinking", part.text}};
      if (part.native) {
        put(out, "signature", part.proof.signature);  // told even where it is empty, as it was
      } else {
        put_text(out, "signature", part.proof.signature);
      }
    }
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const CallPart& call) const {
    // Adaptation has made it JSON; what the same protocol sent was.
    Result<json::Value> input = json::parse(call.arguments);
    json::Object out{{"type", "tool_use"}, {"id", call.id}, {"name", call.name}};
    put(out, "input", input ? *std::move(input) : json::Value(json::Object{}));
    merge_extras(out, call.extras);
    return out;
  }
  json::Value operator()(const ResultPart& result) const {
    json::Object out{{"type", "tool_result"}, {"tool_use_id", result.call_id}};
    const auto* const text =
        result.content.size() == 1 ? std::get_if<TextPart>(&result.content.front()) : nullptr;
    if (result.form == ContentForm::kString && text != nullptr && text->extras.empty()) {
      put(out, "content", text->text);
    } else if (!result.content.empty() || result.form == ContentForm::kList) {
      json::Array list;
      for (const Content& part : result.content) list.push_back(std::visit(BlockWriter{}, part));
      put(out, "content", std::move(list));
    }
    put_if(out, "is_error", result.is_error);
    merge_extras(out, result.extras);
    return out;
  }
};

json::Value write_content(const Turn& turn) {
  if (turn.form == ContentForm::kString && turn.parts.size() == 1) {
    const auto* const text = std::get_if<TextPart>(&turn.parts.front());
    if (text != nullptr && text->extras.empty()) return text->text;
  }
  json::Array list;
  list.reserve(turn.parts.size());
  for (const Part& part : turn.parts) list.push_back(std::visit(BlockWriter{}, part));
  return list;
}

json::Value write_message(const Turn& turn) {
  if (turn.role == Role::kOpaque && !turn.parts.empty()) return std::visit(BlockWriter{}, turn.parts.front());
  const std::string_view role = turn.role == Role::kAssistant ? "assistant"
                                : turn.role == Role::kSystem  ? "system"
                                                              : "user";
  json::Object out{{"role", role}, {"content", write_content(turn)}};
  merge_extras(out, turn.extras);
  return out;
}

json::Value write_tool(const ToolSpec& tool) {
  if (tool.kind == ToolKind::kHosted) return tool.hosted;
  json::Object out{{"name", tool.name}};
  put_if(out, "description", tool.description);
  put_if(out, "input_schema", tool.parameters);
  put_if(out, "strict", tool.strict);
  merge_extras(out, tool.extras);
  return out;
}

json::Value write_tool_choice(const ToolChoice& choice, const std::optional<bool>& parallel) {
  json::Object out;
  switch (choice.mode) {
    case ToolChoiceMode::kHosted: return choice.hosted;
    case ToolChoiceMode::kAuto: put(out, "type", "auto"); break;
    case ToolChoiceMode::kNone: put(out, "type", "none"); break;
    case ToolChoiceMode::kRequired: put(out, "type", "any"); break;
    case ToolChoiceMode::kTool:
      put(out, "type", "tool");
      put(out, "name", choice.name);
      break;
  }
  if (parallel) put(out, "disable_parallel_tool_use", !*parallel);
  merge_extras(out, choice.extras);
  return out;
}

json::Object write_thinking(ThinkingMode mode, const std::optional<json::Number>& budget) {
  switch (mode) {
    case ThinkingMode::kAdaptive: return {{"type", "adaptive"}};
    case ThinkingMode::kDisabled: return {{"type", "disabled"}};
    case ThinkingMode::kEnabled: break;
  }
  json::Object out{{"type", "enabled"}};
  put_if(out, "budget_tokens", budget);
  return out;
}

json::Value write(const Request& request) {
  json::Object out;
  put_if(out, "model", request.model);
  put_if(out, "max_tokens", request.max_output_tokens);
  json::Array messages;
  for (const Turn& turn : request.turns) {
    if (turn.top_level) {
      put(out, "system", write_content(turn));
    } else {
      messages.push_back(write_message(turn));
    }
  }
  put(out, "messages", std::move(messages));
  if (request.tools) {
    json::Array tools;
    for (const ToolSpec& tool : *request.tools) tools.push_back(write_tool(tool));
    put(out, "tools", std::move(tools));
  }
  if (request.tool_choice) put(out, "tool_choice", write_tool_choice(*request.tool_choice, request.parallel));
  put_if(out, "temperature", request.temperature);
  put_if(out, "top_p", request.top_p);
  put_if(out, "top_k", request.top_k);
  if (request.stop) put(out, "stop_sequences", json::Array(request.stop->begin(), request.stop->end()));
  put_if(out, "stream", request.stream);
  if (request.reasoning.thinking) {
    put(out, "thinking", write_thinking(*request.reasoning.thinking, request.reasoning.budget));
  }
  json::Object config;
  put_if(config, "effort", request.reasoning.effort);
  if (request.response_format) {
    json::Object format{{"type", "json_schema"}};
    put_if(format, "schema", request.response_format->schema);
    merge_extras(format, request.response_format->extras);
    put(config, "format", std::move(format));
  }
  if (!config.empty()) put(out, "output_config", std::move(config));
  if (request.user) put(out, "metadata", json::Object{{"user_id", *request.user}});
  merge_extras(out, request.extras);
  replace_members(out, request.target_members);
  return out;
}

}  // namespace

Result<EncodedRequest> encode_request(const Request& request, const RequestEncodeOptions& options) {
  return encode_adapted(request, Protocol::kMessages, options, write);
}

}  // namespace argwright::protocol::messages
