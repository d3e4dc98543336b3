// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/messages/request_decode.h"

#include <utility>

#include "protocol/object_reader.h"

namespace argwright::protocol::messages {
namespace {

// Nothing: a source that only Messages has.
std::optional<Source> read_source(ObjectReader& block, Extras& rest) {
  const json::Value* const value = block.object("source");
  const Place place = block.place().member("source");
  if (value == nullptr) {
    block.faults().add(place, "is required");
    return std::nullopt;
  }
  ObjectReader reader(*value, place, block.faults());
  const std::string type = reader.required_text("type");
  Source source;
  if (type == "base64" || type == "text") {
    source.media_type = reader.text_or_empty("media_type");
    source.data = reader.filled_text("data");
    source.plain = type == "text";
  } else if (type == "url") {
    source.url = reader.filled_text("url");
  } else if (type == "file") {
    source.file_id = reader.filled_text("file_id");
  } else {
    return std::nullopt;
  }
  rest = reader.rest();
  return source;
}

Content read_content_block(const json::Value& value, const std::string& type, ObjectReader& block) {
  if (type == "text") {
    TextPart text{block.required_text("text"), {}};
    text.extras = block.rest();
    return text;
  }
  if (type == "image" || type == "document") {
    Extras source_rest;
    std::optional<Source> source = read_source(block, source_rest);
    if (!source) return OpaquePart{value};
    std::string filename = type == "document" ? block.text_or_empty("title") : "";
    Extras extras = block.rest();
    if (!source_rest.empty()) extras.push_back({"source", std::move(source_rest)});
    if (type == "image") return ImagePart{*std::move(source), {}, std::move(extras)};
    return FilePart{*std::move(source), std::move(filename), std::move(extras)};
  }
  return OpaquePart{value};
}

ResultPart read_result(ObjectReader& block) {
  ResultPart result;
  result.call_id = block.required_text("tool_use_id");
  result.is_error = block.flag("is_error");
  const json::Value* const content = block.take("content");
  if (content == nullptr) {
    result.form = block.peek("content") != nullptr ? ContentForm::kNull : ContentForm::kAbsent;
  } else if (content->is_string()) {
    result.content.emplace_back(TextPart{content->string(), {}});
  } else if (content->is_array()) {
    result.form = ContentForm::kList;
    const Place place = block.place().member("content");
    for (std::size_t i = 0; i < content->items().size() && !block.faults().any(); ++i) {
      const Place item_place = place.item(i);
      ObjectReader item(content->items()[i], item_place, block.faults());
      const std::string type = item.required_text("type");
      result.content.push_back(read_content_block(content->items()[i], type, item));
    }
  } else {
    block.faults().expected(block.place().member("content"), "a string or an array", *content);
  }
  result.extras = block.rest();
  return result;
}

bool is_assistants(std::string_view type) {
  return type == "tool_use" || type == "thinking" || type == "redacted_thinking";
}

Part read_block(const json::Value& value, Role role, const Place& place, Faults& faults) {
  ObjectReader block(value, place, faults);
  const std::string type = block.required_text("type");
  if (role != Role::kAssistant && is_assistants(type)) {
    faults.add(place.member("type"), type + " belongs into a message of the assistant");
  }
  if (type == "tool_use") {
    CallPart call;
    call.id = block.required_text("id");
    call.name = block.required_text("name");
    const json::Value* const input = block.take_or_forget("input");
    call.arguments = input != nullptr ? json::write(*input) : "{}";
    call.extras = block.rest();
    return call;
  }
  if (type == "tool_result") return read_result(block);
  if (type == "thinking") {
    ReasoningPart reasoning;
    reasoning.text = block.required_text("thinking");
    reasoning.proof.signature = block.text_or_empty("signature");
    reasoning.extras = block.rest();
    return reasoning;
  }
  if (type == "redacted_thinking") {
    ReasoningPart reasoning;
    reasoning.proof.encrypted = block.filled_text("data");
    reasoning.extras = block.rest();
    return reasoning;
  }
  return to_part(read_content_block(value, type, block));
}

void read_content(const json::Value& value, const Place& place, Faults& faults, Turn& turn) {
  if (value.is_string()) {
    turn.form = ContentForm::kString;
    turn.parts.emplace_back(TextPart{value.string(), {}});
    return;
  }
  if (!value.is_array()) return faults.expected(place, "a string or an array", value);
  turn.parts.reserve(value.items().size());
  for (std::size_t i = 0; i < value.items().size() && !faults.any(); ++i) {
    turn.parts.push_back(read_block(value.items()[i], turn.role, place.item(i), faults));
  }
}

Turn read_message(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader message(value, place, faults);
  const std::string role = message.required_text("role");
  Turn turn;
  if (role != "user" && role != "assistant" && role != "system") {
    turn.role = Role::kOpaque;
    turn.parts.emplace_back(OpaquePart{value});
    return turn;
  }
  turn.role = role == "user" ? Role::kUser : role == "system" ? Role::kSystem : Role::kAssistant;
  if (const json::Value* const content = message.take("content")) {
    read_content(*content, place.member("content"), faults, turn);
  } else {
    faults.add(place.member("content"), "is required");
  }
  turn.extras = message.rest();
  return turn;
}

ToolSpec read_tool(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader reader(value, place, faults);
  ToolSpec tool;
  const json::Value* const type = reader.peek("type");
  if (type != nullptr && type->is_string() && type->string() != "custom") {
    tool.kind = ToolKind::kHosted;
    tool.hosted = value;
    return tool;
  }
  tool.name = reader.required_text("name");
  tool.description = reader.text("description");
  if (const json::Value* const schema = reader.take("input_schema")) tool.parameters = *schema;
  tool.strict = reader.flag("strict");
  tool.extras = reader.rest();
  return tool;
}

void read_tool_choice(ObjectReader& reader, Request& request) {
  const json::Value* const value = reader.object("tool_choice");
  if (value == nullptr) return;
  const Place place = reader.place().member("tool_choice");
  ObjectReader inner(*value, place, reader.faults());
  const std::string type = inner.required_text("type");
  ToolChoice choice;
  if (type == "tool") {
    choice.mode = ToolChoiceMode::kTool;
    choice.name = inner.required_text("name");
  } else if (type == "any") {
    choice.mode = ToolChoiceMode::kRequired;
  } else if (type == "none") {
    choice.mode = ToolChoiceMode::kNone;
  } else if (type != "auto") {
    choice.mode = ToolChoiceMode::kHosted;
    choice.hosted = *value;
    request.tool_choice = std::move(choice);
    return;
  }
  if (const std::optional<bool> disabled = inner.flag("disable_parallel_tool_use"))
    request.parallel = !*disabled;
  choice.extras = inner.rest();
  request.tool_choice = std::move(choice);
}

void read_thinking(ObjectReader& reader, Request& request, Extras& extras) {
  const json::Value* const value = reader.peek("thinking");
  if (value == nullptr || !value->is_object()) return;
  const Place place = reader.place().member("thinking");
  ObjectReader thinking(*value, place, reader.faults());
  const std::string type = thinking.text("type").value_or("");
  if (type == "enabled") {
    request.reasoning.thinking = ThinkingMode::kEnabled;
    request.reasoning.budget = thinking.number("budget_tokens");
  } else if (type == "adaptive") {
    request.reasoning.thinking = ThinkingMode::kAdaptive;
  } else if (type == "disabled") {
    request.reasoning.thinking = ThinkingMode::kDisabled;
  } else {
    return;  // it stays an extra
  }
  reader.take("thinking");
  keep_rest(extras, "thinking", thinking);
}

void read_output_config(ObjectReader& reader, Request& request, Extras& extras) {
  const json::Value* const value = reader.object("output_config");
  if (value == nullptr) return;
  const Place place = reader.place().member("output_config");
  ObjectReader config(*value, place, reader.faults());
  request.reasoning.effort = config.text("effort");
  if (const json::Value* const told = config.object("format")) {
    const Place format_place = place.member("format");
    ObjectReader format(*told, format_place, reader.faults());
    const json::Value* const schema = format.take("schema");
    if (format.text("type").value_or("") == "json_schema" && schema != nullptr) {
      ResponseFormat read;
      read.kind = FormatKind::kJsonSchema;
      read.schema = *schema;
      read.extras = format.rest();
      request.response_format = std::move(read);
    } else {
      config.leave("format");
    }
  }
  keep_rest(extras, "output_config", config);
}

}  // namespace

Result<Request> decode_request(const json::Value& body) {
  Faults faults;
  const Place root;
  ObjectReader reader(body, root, faults);
  Request request;
  request.origin = Protocol::kMessages;
  request.model = reader.text("model");
  if (const json::Value* const system = reader.take("system")) {
    Turn turn;
    turn.role = Role::kSystem;
    turn.top_level = true;
    read_content(*system, root.member("system"), faults, turn);
    request.turns.push_back(std::move(turn));
  }
  const json::Value* const messages = reader.list("messages");
  if (messages == nullptr) {
    faults.add(root.member("messages"), "is required");
  } else {
    const Place place = root.member("messages");
    request.turns.reserve(request.turns.size() + messages->items().size());
    for (std::size_t i = 0; i < messages->items().size() && !faults.any(); ++i) {
      request.turns.push_back(read_message(messages->items()[i], place.item(i), faults));
    }
  }
  if (const json::Value* const tools = reader.list("tools")) {
    const Place place = root.member("tools");
    request.tools.emplace();
    for (std::size_t i = 0; i < tools->items().size() && !faults.any(); ++i) {
      request.tools->push_back(read_tool(tools->items()[i], place.item(i), faults));
    }
  }
  read_tool_choice(reader, request);
  request.max_output_tokens = reader.number("max_tokens");
  request.temperature = reader.number("temperature");
  request.top_p = reader.number("top_p");
  request.top_k = reader.number("top_k");
  request.stream = reader.flag("stream");
  if (const json::Value* const stop = reader.list("stop_sequences")) {
    request.stop.emplace();
    const Place place = root.member("stop_sequences");
    for (std::size_t i = 0; i < stop->items().size(); ++i) {
      if (stop->items()[i].is_string()) {
        request.stop->push_back(stop->items()[i].string());
      } else {
        faults.expected(place.item(i), "a string", stop->items()[i]);
      }
    }
  }
  Extras nested;
  read_thinking(reader, request, nested);
  read_output_config(reader, request, nested);
  if (const json::Value* const metadata = reader.object("metadata")) {
    const Place place = root.member("metadata");
    ObjectReader inner(*metadata, place, faults);
    request.user = inner.text("user_id");
    keep_rest(nested, "metadata", inner);
  }
  request.extras = reader.rest();
  for (json::Member& member : nested) request.extras.push_back(std::move(member));
  if (faults.any()) return faults.error();
  return request;
}

}  // namespace argwright::protocol::messages
