// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/responses/request_encode.h"

#include <span>
#include <utility>

#include "protocol/adapt.h"
#include "protocol/media.h"
#include "protocol/object_writer.h"

namespace argwright::protocol::responses {
namespace {

struct ContentWriter {
  std::string_view text_type;

  json::Value operator()(const TextPart& part) const {
    json::Object out{{"type", text_type}, {"text", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const RefusalPart& part) const {
    json::Object out{{"type", "refusal"}, {"refusal", part.text}};
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const ImagePart& part) const {
    json::Object out{{"type", "input_image"}};
    put_text(out, "image_url", url_of(part.source));
    put_text(out, "file_id", part.source.file_id);
    put_text(out, "detail", part.detail);
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const FilePart& part) const {
    json::Object out{{"type", "input_file"}};
    put_text(out, "filename", part.filename);
    put_text(out, "file_data", part.source.media_type.empty() ? part.source.data : url_of(part.source));
    put_text(out, "file_url", part.source.url);
    put_text(out, "file_id", part.source.file_id);
    merge_extras(out, part.extras);
    return out;
  }
  json::Value operator()(const OpaquePart& part) const { return part.value; }
  // These are items of their own.
  json::Value operator()(const ReasoningPart&) const { return {}; }
  json::Value operator()(const CallPart&) const { return {}; }
  json::Value operator()(const ResultPart&) const { return {}; }
};

// The text, where content may be written as a string.
template <typename Parts>
const std::string* as_string(const Parts& parts, ContentForm form) {
  if (form != ContentForm::kString || parts.size() != 1) return nullptr;
  const auto* const text = std::get_if<TextPart>(&parts.front());
  return text != nullptr && text->extras.empty() ? &text->text : nullptr;
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kSystem: return "system";
    case Role::kDeveloper: return "developer";
    case Role::kAssistant: return "assistant";
    default: return "user";
  }
}

json::Object write_call(const CallPart& call) {
  json::Object out{{"type", call.custom ? "custom_tool_call" : "function_call"}};
  put_text(out, "id", call.item_id);
  put(out, "call_id", call.id);
  put(out, "name", call.name);
  put(out, call.custom ? "input" : "arguments", call.arguments);
  merge_extras(out, call.extras);
  return out;
}

json::Object write_result(const ResultPart& result) {
  json::Object out{{"type", result.custom ? "custom_tool_call_output" : "function_call_output"},
                   {"call_id", result.call_id}};
  if (const std::string* const text = as_string(result.content, result.form)) {
    put(out, "output", *text);
  } else if (result.content.empty() && result.form != ContentForm::kList) {
    put(out, "output", "");
  } else {
    json::Array list;
    for (const Content& part : result.content) list.push_back(std::visit(ContentWriter{"input_text"}, part));
    put(out, "output", std::move(list));
  }
  merge_extras(out, result.extras);
  return out;
}

// A run of reasoning parts is one item; restored parts tell which item they are of.
json::Object write_reasoning(const std::vector<Part>& parts, std::size_t& i, ContentForm form) {
  json::Array summary;
  json::Array content;
  std::string encrypted;
  const std::string& id = std::get<ReasoningPart>(parts[i]).item_id;
  const std::size_t first = i;
  for (; i < parts.size(); ++i) {
    const auto* const part = std::get_if<ReasoningPart>(&parts[i]);
    if (part == nullptr || part->item_id != id) break;
    // One item has one proof.
    if (i != first && !part->proof.encrypted.empty() && !encrypted.empty()) break;
    if (encrypted.empty()) encrypted = part->proof.encrypted;
    const bool is_summary = part->member == "summary";
    if (!is_summary && part->member != "content") continue;
    json::Object text{{"type", is_summary ? "summary_text" : "reasoning_text"}, {"text", part->text}};
    merge_extras(text, part->extras);
    (is_summary ? summary : content).emplace_back(std::move(text));
  }
  json::Object out{{"type", "reasoning"}};
  put_text(out, "id", id);
  if (form != ContentForm::kAbsent || !summary.empty()) put(out, "summary", std::move(summary));
  if (!content.empty()) put(out, "content", std::move(content));
  put_text(out, "encrypted_content", encrypted);
  return out;
}

bool is_item(const Part& part) {
  return std::holds_alternative<ReasoningPart>(part) || std::holds_alternative<CallPart>(part) ||
         std::holds_alternative<ResultPart>(part);
}

json::Object write_message(const Turn& turn, std::span<const Part> parts) {
  json::Object out{{"role", role_name(turn.role)}};
  if (const std::string* const text = as_string(parts, turn.form)) {
    put(out, "content", *text);
  } else if (!parts.empty() || turn.form == ContentForm::kList) {
    const ContentWriter writer{turn.role == Role::kAssistant ? "output_text" : "input_text"};
    json::Array list;
    for (const Part& part : parts) list.push_back(std::visit(writer, part));
    put(out, "content", std::move(list));
  } else if (turn.form != ContentForm::kAbsent) {
    put(out, "content", "");
  }
  return out;
}

void write_turn(const Turn& turn, json::Array& items) {
  if (turn.role == Role::kOpaque) {
    for (const Part& part : turn.parts) items.push_back(std::visit(ContentWriter{"input_text"}, part));
    return;
  }
  const std::size_t first = items.size();
  const std::span<const Part> parts(turn.parts);
  for (std::size_t i = 0; i < parts.size();) {
    if (std::holds_alternative<ReasoningPart>(parts[i])) {
      items.emplace_back(write_reasoning(turn.parts, i, turn.form));
    } else if (const auto* const call = std::get_if<CallPart>(&parts[i])) {
      items.emplace_back(write_call(*call));
      ++i;
    } else if (const auto* const result = std::get_if<ResultPart>(&parts[i])) {
      items.emplace_back(write_result(*result));
      ++i;
    } else {
      const std::size_t begin = i;
      while (i < parts.size() && !is_item(parts[i])) ++i;
      items.emplace_back(write_message(turn, parts.subspan(begin, i - begin)));
    }
  }
  if (parts.empty()) items.emplace_back(write_message(turn, parts));
  if (first < items.size()) merge_extras(items[first].members(), turn.extras);
}

json::Value write_tool(const ToolSpec& tool) {
  if (tool.kind == ToolKind::kHosted) return tool.hosted;
  json::Object out{{"type", tool.kind == ToolKind::kCustom ? "custom" : "function"}};
  if (!tool.nested) {
    put(out, "name", tool.name);
    put_if(out, "description", tool.description);
    put_if(out, "parameters", tool.parameters);
    put_if(out, "strict", tool.strict);
    put_if(out, "format", tool.format);
  }
  merge_extras(out, tool.extras);
  return out;
}

json::Value write_tool_choice(const ToolChoice& choice) {
  const bool required = choice.mode == ToolChoiceMode::kRequired;
  json::Object out;
  if (choice.mode == ToolChoiceMode::kHosted) return choice.hosted;
  if (choice.mode == ToolChoiceMode::kTool) {
    put(out, "type", choice.custom ? "custom" : "function");
    put(out, "name", choice.name);
  } else if (choice.allowed) {
    put(out, "type", "allowed_tools");
    put(out, "mode", required ? "required" : "auto");
    put(out, "tools", *choice.allowed);
  } else {
    return choice.mode == ToolChoiceMode::kNone ? "none" : required ? "required" : "auto";
  }
  merge_extras(out, choice.extras);
  return out;
}

json::Value write_format(const ResponseFormat& format) {
  json::Object out;
  if (format.kind == FormatKind::kJsonSchema) {
    put(out, "type", "json_schema");
    put_text(out, "name", format.name);
    put_if(out, "description", format.description);
    put_if(out, "schema", format.schema);
    put_if(out, "strict", format.strict);
  } else {
    put(out, "type", format.kind == FormatKind::kText ? "text" : "json_object");
  }
  merge_extras(out, format.extras);
  return out;
}

json::Value write(const Request& request) {
  json::Object out;
  put_if(out, "model", request.model);
  json::Array items;
  for (const Turn& turn : request.turns) {
    if (!turn.top_level) {
      write_turn(turn, items);
    } else if (const std::string* const text = as_string(turn.parts, turn.form)) {
      put(out, "instructions", *text);
    }
  }
  const json::Value* const only = request.input_form == ContentForm::kString && items.size() == 1
                                      ? items.front().find("content")
                                      : nullptr;
  if (only != nullptr && only->is_string()) {
    put(out, "input", *only);
  } else if (!items.empty() || request.input_form != ContentForm::kAbsent) {
    put(out, "input", std::move(items));
  }
  if (request.tools) {
    json::Array tools;
    for (const ToolSpec& tool : *request.tools) tools.push_back(write_tool(tool));
    put(out, "tools", std::move(tools));
  }
  if (request.tool_choice) put(out, "tool_choice", write_tool_choice(*request.tool_choice));
  put_if(out, "parallel_tool_calls", request.parallel);
  put_if(out, "max_output_tokens", request.max_output_tokens);
  put_if(out, "temperature", request.temperature);
  put_if(out, "top_p", request.top_p);
  put_if(out, "stream", request.stream);
  put_if(out, "user", request.user);
  put_if(out, "metadata", request.metadata);
  put_if(out, "previous_response_id", request.previous_response_id);
  json::Object text;
  if (request.response_format) put(text, "format", write_format(*request.response_format));
  put_if(text, "verbosity", request.verbosity);
  if (!text.empty()) put(out, "text", std::move(text));
  json::Object reasoning;
  put_if(reasoning, "effort", request.reasoning.effort);
  put_if(reasoning, "summary", request.reasoning.summary);
  if (!reasoning.empty()) put(out, "reasoning", std::move(reasoning));
  merge_extras(out, request.shared);
  merge_extras(out, request.extras);
  replace_members(out, request.target_members);
  return out;
}

}  // namespace

Result<EncodedRequest> encode_request(const Request& request, const RequestEncodeOptions& options) {
  return encode_adapted(request, Protocol::kResponses, options, write);
}

}  // namespace argwright::protocol::responses
