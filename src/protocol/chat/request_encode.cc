// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/chat/request_encode.h"

#include <iterator>
#include <utility>

#include "protocol/adapt.h"
#include "protocol/media.h"
#include "protocol/object_writer.h"

namespace argwright::protocol::chat {
namespace {

struct ContentWriter {
  json::Value operator()(const TextPart& part) const {
    json::Object out{{"type", "text"}, {"text", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const RefusalPart& part) const {
    json::Object out{{"type", "refusal"}, {"refusal", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const ImagePart& part) const {
    json::Object url{{"url", url_of(part.source)}};
    put_text(url, "detail", part.detail);
    json::Object out{{"type", "image_url"}, {"image_url", std::move(url)}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const FilePart& part) const {
    json::Object file;
    put_text(file, "filename", part.filename);
    put_text(file, "file_data", part.source.media_type.empty() ? part.source.data : url_of(part.source));
    put_text(file, "file_id", part.source.file_id);
    json::Object out{{"type", "file"}, {"file", std::move(file)}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const OpaquePart& part) const { return part.value; }
  // These stand beside the content.
  json::Value operator()(const ReasoningPart&) const { return {}; }
  json::Value operator()(const CallPart&) const { return {}; }
  json::Value operator()(const ResultPart&) const { return {}; }
};

template <typename Parts>
void put_content(json::Object& message, const Parts& parts, const std::vector<std::size_t>& which,
                 ContentForm form) {
  if (form == ContentForm::kString && which.size() == 1) {
    if (const auto* const text = std::get_if<TextPart>(&parts[which.front()]); text && text->extras.empty()) {
      return put(message, "content", text->text);
    }
  }
  if (which.empty() && form == ContentForm::kNull) return put(message, "content", nullptr);
  if (which.empty() && form == ContentForm::kAbsent) return;
  if (which.empty() && form == ContentForm::kString) return put(message, "content", "");
  json::Array list;
  for (const std::size_t index : which) list.push_back(std::visit(ContentWriter{}, parts[index]));
  put(message, "content", std::move(list));
}

json::Value write_call(const CallPart& call) {
  const std::string_view type = call.custom ? "custom" : "function";
  json::Object body{{"name", call.name}, {call.custom ? "input" : "arguments", call.arguments}};
  json::Object out;
  put_text(out, "id", call.id);
  put(out, "type", type);
  put(out, type, std::move(body));
  merge_extras(out, call.extras);
  merge_extras(out, call.native);
  return out;
}

json::Object write_result(const ResultPart& result) {
  json::Object message{{"role", "tool"}};
  put_text(message, "tool_call_id", result.call_id);
  std::vector<std::size_t> all(result.content.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  put_content(message, result.content, all, result.form);
  merge_extras(message, result.extras);
  return message;
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kSystem: return "system";
    case Role::kDeveloper: return "developer";
    case Role::kAssistant: return "assistant";
    default: return "user";
  }
}

struct Beside {
  std::string reasoning;
  std::string_view reasoning_member;
  json::Array details;
  json::Array calls;
  std::optional<std::string> refusal;
};

void add_reasoning(Beside& beside, const ReasoningPart& part) {
  beside.details.insert(beside.details.end(), part.proof.details.begin(), part.proof.details.end());
  if (part.member == "reasoning_details") return;
  // What the upstream itself said goes back as it came, without a byte between.
  if (!part.native && !beside.reasoning.empty() && !part.text.empty()) beside.reasoning += "\n\n";
  beside.reasoning += part.text;
  beside.reasoning_member = part.member.empty() ? std::string_view("reasoning_content") : part.member;
}

// A message has one refusal; joined turns may have had several.
void add_refusal(Beside& beside, const RefusalPart& part) {
  if (beside.refusal && !beside.refusal->empty() && !part.text.empty()) *beside.refusal += "\n\n";
  beside.refusal = std::move(beside.refusal).value_or("") + part.text;
}

// One turn is one message, and one more for each result in it; results go first.
void write_turn(const Turn& turn, json::Array& messages) {
  if (turn.role == Role::kOpaque) {
    for (const Part& part : turn.parts) messages.push_back(std::visit(ContentWriter{}, part));
    return;
  }
  Beside beside;
  std::vector<std::size_t> content;
  const std::size_t first = messages.size();
  for (std::size_t i = 0; i < turn.parts.size(); ++i) {
    const Part& part = turn.parts[i];
    if (const auto* const reasoning = std::get_if<ReasoningPart>(&part)) {
      add_reasoning(beside, *reasoning);
    } else if (const auto* const call = std::get_if<CallPart>(&part)) {
      beside.calls.push_back(write_call(*call));
    } else if (const auto* const result = std::get_if<ResultPart>(&part)) {
      messages.emplace_back(write_result(*result));
    } else if (const auto* const refusal = std::get_if<RefusalPart>(&part);
               refusal != nullptr && refusal->member) {
      add_refusal(beside, *refusal);
    } else {
      content.push_back(i);
    }
  }
  const bool results_only = messages.size() > first && content.empty();
  if (!results_only) {
    json::Object message{{"role", role_name(turn.role)}};
    put_content(message, turn.parts, content, turn.form);
    put_if(message, "refusal", beside.refusal);
    if (!beside.reasoning_member.empty()) put(message, beside.reasoning_member, std::move(beside.reasoning));
    if (!beside.details.empty()) put(message, "reasoning_details", std::move(beside.details));
    if (!beside.calls.empty()) put(message, "tool_calls", std::move(beside.calls));
    messages.emplace_back(std::move(message));
  }
  if (first < messages.size()) {
    merge_extras(messages[first].members(), turn.extras);
    merge_extras(messages[first].members(), turn.native);
  }
}

// The other way of the decoder's flat_format().
json::Value nested_format(const json::Value& format) {
  const json::Value* const type = format.find("type");
  if (type == nullptr || *type != json::Value("grammar") || format.find("definition") == nullptr)
    return format;
  json::Object grammar;
  json::Object out;
  for (const json::Member& member : format.members()) {
    (member.key == "type" ? out : grammar).push_back(member);
  }
  put(out, "grammar", std::move(grammar));
  return out;
}

json::Value write_tool(const ToolSpec& tool) {
  if (tool.kind == ToolKind::kHosted) return tool.hosted;
  const std::string_view type = tool.kind == ToolKind::kCustom ? "custom" : "function";
  json::Object body{{"name", tool.name}};
  put_if(body, "description", tool.description);
  put_if(body, "parameters", tool.parameters);
  put_if(body, "strict", tool.strict);
  if (tool.format) put(body, "format", nested_format(*tool.format));
  merge_extras(body, tool.inner_extras);
  json::Object out{{"type", type}};
  put(out, type, std::move(body));
  merge_extras(out, tool.extras);
  return out;
}

json::Value nested_reference(const json::Value& tool) {
  const json::Value* const type = tool.find("type");
  if (type == nullptr || (*type != json::Value("function") && *type != json::Value("custom"))) return tool;
  json::Object body;
  for (const json::Member& member : tool.members()) {
    if (member.key != "type") body.push_back(member);
  }
  json::Object out{{"type", *type}};
  put(out, type->string(), std::move(body));
  return out;
}

json::Value write_tool_choice(const ToolChoice& choice) {
  const bool required = choice.mode == ToolChoiceMode::kRequired;
  json::Object out;
  if (!choice.hosted.is_null()) return choice.hosted;
  if (choice.mode == ToolChoiceMode::kTool) {
    const std::string_view type = choice.custom ? "custom" : "function";
    put(out, "type", type);
    put(out, type, json::Object{{"name", choice.name}});
  } else if (choice.allowed) {
    json::Array tools;
    for (const json::Value& tool : *choice.allowed) tools.push_back(nested_reference(tool));
    put(out, "type", "allowed_tools");
    put(out, "allowed_tools",
        json::Object{{"mode", required ? "required" : "auto"}, {"tools", std::move(tools)}});
  } else {
    return choice.mode == ToolChoiceMode::kNone ? "none" : required ? "required" : "auto";
  }
  merge_extras(out, choice.extras);
  return out;
}

json::Value write_response_format(const ResponseFormat& format) {
  json::Object out;
  if (format.kind == FormatKind::kJsonSchema) {
    json::Object body;
    put_text(body, "name", format.name);
    put_if(body, "description", format.description);
    put_if(body, "schema", format.schema);
    put_if(body, "strict", format.strict);
    merge_extras(body, format.inner_extras);
    put(out, "type", "json_schema");
    put(out, "json_schema", std::move(body));
  } else {
    put(out, "type", format.kind == FormatKind::kText ? "text" : "json_object");
  }
  merge_extras(out, format.extras);
  return out;
}

json::Value write(const Request& request) {
  json::Object out;
  put_if(out, "model", request.model);
  json::Array messages;
  for (const Turn& turn : request.turns) write_turn(turn, messages);
  put(out, "messages", std::move(messages));
  if (request.tools) {
    json::Array tools;
    for (const ToolSpec& tool : *request.tools) tools.push_back(write_tool(tool));
    put(out, "tools", std::move(tools));
  }
  if (request.tool_choice) put(out, "tool_choice", write_tool_choice(*request.tool_choice));
  put_if(out, "parallel_tool_calls", request.parallel);
  put_if(out, request.legacy_max_tokens ? "max_tokens" : "max_completion_tokens", request.max_output_tokens);
  put_if(out, "temperature", request.temperature);
  put_if(out, "top_p", request.top_p);
  put_if(out, "top_k", request.top_k);
  if (request.stop) {
    if (request.stop_is_string && request.stop->size() == 1) {
      put(out, "stop", request.stop->front());
    } else {
      put(out, "stop", json::Array(request.stop->begin(), request.stop->end()));
    }
  }
  put_if(out, "stream", request.stream);
  if (request.include_usage)
    put(out, "stream_options", json::Object{{"include_usage", *request.include_usage}});
  if (request.response_format) put(out, "response_format", write_response_format(*request.response_format));
  put_if(out, "verbosity", request.verbosity);
  put_if(out, "reasoning_effort", request.reasoning.effort);
  put_if(out, "seed", request.seed);
  put_if(out, "n", request.n);
  put_if(out, "user", request.user);
  put_if(out, "metadata", request.metadata);
  merge_extras(out, request.shared);
  merge_extras(out, request.extras);
  replace_members(out, request.target_members);
  return out;
}

}  // namespace

Result<EncodedRequest> encode_request(const Request& request, const RequestEncodeOptions& options) {
  return encode_adapted(request, Protocol::kChat, options, write);
}

}  // namespace argwright::protocol::chat
