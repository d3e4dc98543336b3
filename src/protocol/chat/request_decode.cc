// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/chat/request_decode.h"

#include <utility>

#include "protocol/media.h"
#include "protocol/object_reader.h"

namespace argwright::protocol::chat {
namespace {

Content read_image(ObjectReader& part) {
  ImagePart image;
  const json::Value* const value = part.take("image_url");
  if (value == nullptr) {
    part.faults().add(part.place().member("image_url"), "is required");
  } else if (value->is_string() && !value->string().empty()) {  // some clients send the URL itself
    image.source = source_from_url(value->string());
    image.extras = part.rest();
  } else {
    const Place place = part.place().member("image_url");
    ObjectReader url(*value, place, part.faults());
    image.source = source_from_url(url.filled_text("url"));
    image.detail = url.text_or_empty("detail");
    image.extras = part.rest();
    keep_rest(image.extras, "image_url", url);
  }
  return image;
}

Content read_file(ObjectReader& part) {
  FilePart file;
  const json::Value* const value = part.object("file");
  if (value == nullptr) {
    part.faults().add(part.place().member("file"), "is required");
    return file;
  }
  const Place place = part.place().member("file");
  ObjectReader inner(*value, place, part.faults());
  if (const std::string data = inner.text_or_empty("file_data"); !data.empty()) {
    file.source = source_from_url(data);
    if (!file.source.url.empty()) std::swap(file.source.url, file.source.data);  // base64 without a data URL
  }
  file.source.file_id = inner.text_or_empty("file_id");
  file.filename = inner.text_or_empty("filename");
  file.extras = part.rest();
  keep_rest(file.extras, "file", inner);
  return file;
}

Content read_part(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader part(value, place, faults);
  const std::string type = part.required_text("type");
  const bool of_responses = type == "input_text" || type == "output_text";
  if (type == "text" || of_responses) {
    if (of_responses) part.leave("type");  // the spelling stays in the extras
    TextPart text{part.required_text("text"), {}};
    text.extras = part.rest();
    return text;
  }
  if (type == "refusal") {
    RefusalPart refusal{part.required_text("refusal"), false, {}};
    refusal.extras = part.rest();
    return refusal;
  }
  if (type == "image_url") return read_image(part);
  if (type == "file") return read_file(part);
  return OpaquePart{value};
}

// `content` of any message.
std::pair<std::vector<Content>, ContentForm> read_content(ObjectReader& message) {
  const json::Value* const value = message.take("content");
  if (value == nullptr) {
    const bool null = message.peek("content") != nullptr;
    return {{}, null ? ContentForm::kNull : ContentForm::kAbsent};
  }
  std::vector<Content> content;
  if (value->is_string()) {
    content.emplace_back(TextPart{value->string(), {}});
    return {std::move(content), ContentForm::kString};
  }
  const Place place = message.place().member("content");
  if (!value->is_array()) {
    message.faults().expected(place, "a string or an array", *value);
    return {{}, ContentForm::kList};
  }
  content.reserve(value->items().size());
  for (std::size_t i = 0; i < value->items().size() && !message.faults().any(); ++i) {
    content.push_back(read_part(value->items()[i], place.item(i), message.faults()));
  }
  return {std::move(content), ContentForm::kList};
}

void append(std::vector<Part>& parts, std::vector<Content> content) {
  for (Content& part : content) parts.push_back(to_part(std::move(part)));
}

CallPart read_call(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader reader(value, place, faults);
  CallPart call;
  call.id = reader.text_or_empty("id");
  call.custom = reader.text("type").value_or("function") == "custom";
  const std::string_view key = call.custom ? "custom" : "function";
  const json::Value* const body = reader.object(key);
  if (body == nullptr) {
    faults.add(place.member(key), "is required");
    return call;
  }
  const Place inner_place = place.member(key);
  ObjectReader inner(*body, inner_place, faults);
  call.name = inner.required_text("name");
  // Some clients send the object itself, some nothing at all for a call without arguments.
  const json::Value* const arguments = inner.take_or_forget(call.custom ? "input" : "arguments");
  if (arguments != nullptr)
    call.arguments = arguments->is_string() ? arguments->string() : json::write(*arguments);
  call.extras = reader.rest();
  Extras inner_rest = inner.rest();
  if (!inner_rest.empty()) call.extras.push_back({std::string(key), std::move(inner_rest)});
  return call;
}

// The text of reasoning_details, for protocols that cannot carry the details.
std::string text_of(const json::Array& details) {
  std::string text;
  for (const json::Value& detail : details) {
    for (const std::string_view key : {"text", "summary"}) {
      const json::Value* const value = detail.find(key);
      if (value != nullptr && value->is_string()) text += value->string();
    }
  }
  return text;
}

void read_reasoning(ObjectReader& message, Turn& turn) {
  ReasoningPart reasoning;
  for (const std::string_view member : {"reasoning_content", "reasoning"}) {
    const json::Value* const value = message.take(member);
    if (value == nullptr) continue;
    if (value->is_string() && reasoning.member.empty()) {
      reasoning.text = value->string();
      reasoning.member = member;
    } else {
      message.leave(member);
    }
  }
  if (const json::Value* const details = message.take("reasoning_details")) {
    if (details->is_array() && !details->items().empty()) {
      reasoning.proof.details = details->items();
      if (reasoning.member.empty()) {
        reasoning.text = text_of(details->items());
        reasoning.member = "reasoning_details";
      }
    } else {
      message.leave("reasoning_details");
    }
  }
  if (!reasoning.member.empty()) turn.parts.emplace_back(std::move(reasoning));
}

void read_assistant(ObjectReader& message, Turn& turn) {
  read_reasoning(message, turn);
  auto [content, form] = read_content(message);
  append(turn.parts, std::move(content));
  turn.form = form;
  if (std::optional<std::string> refusal = message.text("refusal")) {
    turn.parts.emplace_back(RefusalPart{*std::move(refusal), true, {}});
  }
  const json::Value* const calls = message.list("tool_calls");
  if (calls == nullptr) return;
  if (calls->items().empty()) message.leave("tool_calls");
  const Place place = message.place().member("tool_calls");
  for (std::size_t i = 0; i < calls->items().size(); ++i) {
    turn.parts.emplace_back(read_call(calls->items()[i], place.item(i), message.faults()));
  }
}

void read_tool(ObjectReader& message, Turn& turn) {
  ResultPart result;
  result.call_id = message.text_or_empty("tool_call_id");
  auto [content, form] = read_content(message);
  result.content = std::move(content);
  result.form = form;
  turn.parts.emplace_back(std::move(result));
}

Turn read_message(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader message(value, place, faults);
  const std::string role = message.required_text("role");
  Turn turn;
  if (role == "assistant") {
    turn.role = Role::kAssistant;
    read_assistant(message, turn);
  } else if (role == "tool") {
    turn.role = Role::kTool;
    read_tool(message, turn);
  } else if (role == "system" || role == "developer" || role == "user") {
    turn.role = role == "system" ? Role::kSystem : role == "user" ? Role::kUser : Role::kDeveloper;
    auto [content, form] = read_content(message);
    append(turn.parts, std::move(content));
    turn.form = form;
  } else {
    turn.role = Role::kOpaque;
    turn.parts.emplace_back(OpaquePart{value});
    return turn;
  }
  turn.extras = message.rest();
  return turn;
}

// {"type":"grammar","grammar":{..}} is {"type":"grammar",..} in Responses.
json::Value flat_format(const json::Value& format) {
  const json::Value* const type = format.find("type");
  const json::Value* const grammar = format.find("grammar");
  if (type == nullptr || *type != json::Value("grammar") || grammar == nullptr || !grammar->is_object() ||
      grammar->find("definition") == nullptr) {
    return format;
  }
  json::Object flat;
  for (const json::Member& member : format.members()) {
    if (member.key != "grammar") flat.push_back(member);
  }
  flat.insert(flat.end(), grammar->members().begin(), grammar->members().end());
  return flat;
}

ToolSpec read_tool_spec(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader reader(value, place, faults);
  ToolSpec tool;
  const std::string type = reader.text("type").value_or("function");
  if (type != "function" && type != "custom") {
    tool.kind = ToolKind::kHosted;
    tool.hosted = value;
    return tool;
  }
  const json::Value* const body = reader.object(type);
  if (body == nullptr) {
    faults.add(place.member(type), "is required");
    return tool;
  }
  const Place inner_place = place.member(type);
  ObjectReader inner(*body, inner_place, faults);
  tool.name = inner.required_text("name");
  tool.description = inner.text("description");
  if (type == "custom") {
    tool.kind = ToolKind::kCustom;
    if (const json::Value* const format = inner.take("format")) tool.format = flat_format(*format);
  } else {
    if (const json::Value* const parameters = inner.take("parameters")) tool.parameters = *parameters;
    tool.strict = inner.flag("strict");
  }
  tool.inner_extras = inner.rest();
  tool.extras = reader.rest();
  return tool;
}

// {"type":"function","function":{"name":..}} as {"type":"function","name":..}.
json::Value flat_reference(const json::Value& tool) {
  const json::Value* const type = tool.find("type");
  const json::Value* const body = type != nullptr && type->is_string() ? tool.find(type->string()) : nullptr;
  if (body == nullptr || !body->is_object()) return tool;
  json::Object flat{{"type", *type}};
  flat.insert(flat.end(), body->members().begin(), body->members().end());
  return flat;
}

std::optional<ToolChoiceMode> mode_by_name(std::string_view name) {
  if (name == "auto") return ToolChoiceMode::kAuto;
  if (name == "none") return ToolChoiceMode::kNone;
  if (name == "required" || name == "any") return ToolChoiceMode::kRequired;
  return std::nullopt;
}

ToolChoice read_tool_choice(const json::Value& value, const Place& place, Faults& faults) {
  ToolChoice choice;
  choice.mode = ToolChoiceMode::kHosted;
  choice.hosted = value;
  if (value.is_string()) {
    if (const std::optional<ToolChoiceMode> mode = mode_by_name(value.string())) {
      choice.mode = *mode;
      if (value.string() != "any") choice.hosted = {};
    }
    return choice;
  }
  ObjectReader reader(value, place, faults);
  const std::string type = reader.required_text("type");
  if (type == "tool" || (type == "function" && reader.peek("function") == nullptr)) {
    // Clients that know several protocols mix them up, and upstreams take it: it stays as it came.
    choice.mode = ToolChoiceMode::kTool;
    choice.name = reader.required_text("name");
    choice.extras = reader.rest();
    return choice;
  }
  if (const std::optional<ToolChoiceMode> mode = mode_by_name(type)) {
    choice.mode = *mode;
    choice.extras = reader.rest();
    return choice;
  }
  if (type != "function" && type != "custom" && type != "allowed_tools") return choice;
  const json::Value* const body = reader.object(type);
  if (body == nullptr) {
    faults.add(place.member(type), "is required");
    return choice;
  }
  const Place inner_place = place.member(type);
  ObjectReader inner(*body, inner_place, faults);
  if (type == "allowed_tools") {
    const std::string mode = inner.required_text("mode");
    if (mode != "auto" && mode != "required") return choice;
    choice.hosted = {};
    choice.mode = mode == "required" ? ToolChoiceMode::kRequired : ToolChoiceMode::kAuto;
    choice.allowed.emplace();
    if (const json::Value* const tools = inner.list("tools")) {
      for (const json::Value& tool : tools->items()) choice.allowed->push_back(flat_reference(tool));
    } else {
      faults.add(inner_place.member("tools"), "is required");
    }
  } else {
    choice.hosted = {};
    choice.mode = ToolChoiceMode::kTool;
    choice.custom = type == "custom";
    choice.name = inner.required_text("name");
  }
  choice.extras = reader.rest();
  Extras rest = inner.rest();
  if (!rest.empty()) choice.extras.push_back({type, std::move(rest)});
  return choice;
}

void read_response_format(ObjectReader& reader, Request& request) {
  const json::Value* const value = reader.object("response_format");
  if (value == nullptr) return;
  const Place place = reader.place().member("response_format");
  ObjectReader format(*value, place, reader.faults());
  const std::string type = format.required_text("type");
  ResponseFormat read;
  if (type == "json_schema") {
    read.kind = FormatKind::kJsonSchema;
    const json::Value* const body = format.object("json_schema");
    if (body == nullptr) {
      reader.faults().add(place.member("json_schema"), "is required");
      return;
    }
    const Place inner_place = place.member("json_schema");
    ObjectReader inner(*body, inner_place, reader.faults());
    read.name = inner.text_or_empty("name");
    read.description = inner.text("description");
    if (const json::Value* const schema = inner.take("schema")) read.schema = *schema;
    read.strict = inner.flag("strict");
    read.inner_extras = inner.rest();
  } else if (type == "json_object") {
    read.kind = FormatKind::kJsonObject;
  } else if (type != "text") {
    reader.leave("response_format");
    return;
  }
  read.extras = format.rest();
  request.response_format = std::move(read);
}

void read_stop(ObjectReader& reader, Request& request) {
  const json::Value* const value = reader.take("stop");
  if (value == nullptr) return;
  const Place place = reader.place().member("stop");
  if (value->is_string()) {
    request.stop = {value->string()};
    request.stop_is_string = true;
    return;
  }
  if (!value->is_array()) return reader.faults().expected(place, "a string or an array", *value);
  request.stop.emplace();
  for (std::size_t i = 0; i < value->items().size(); ++i) {
    const json::Value& item = value->items()[i];
    if (!item.is_string()) return reader.faults().expected(place.item(i), "a string", item);
    request.stop->push_back(item.string());
  }
}

}  // namespace

Result<Request> decode_request(const json::Value& body) {
  Faults faults;
  const Place root;
  ObjectReader reader(body, root, faults);
  Request request;
  request.origin = Protocol::kChat;
  request.model = reader.text("model");

  const json::Value* const messages = reader.list("messages");
  if (messages == nullptr) {
    faults.add(root.member("messages"), "is required");
  } else {
    const Place place = root.member("messages");
    request.turns.reserve(messages->items().size());
    for (std::size_t i = 0; i < messages->items().size() && !faults.any(); ++i) {
      request.turns.push_back(read_message(messages->items()[i], place.item(i), faults));
    }
  }
  if (const json::Value* const tools = reader.list("tools")) {
    const Place place = root.member("tools");
    request.tools.emplace();
    for (std::size_t i = 0; i < tools->items().size() && !faults.any(); ++i) {
      request.tools->push_back(read_tool_spec(tools->items()[i], place.item(i), faults));
    }
  }
  if (const json::Value* const choice = reader.take("tool_choice")) {
    request.tool_choice = read_tool_choice(*choice, root.member("tool_choice"), faults);
  }
  request.parallel = reader.flag("parallel_tool_calls");

  request.max_output_tokens = reader.number("max_completion_tokens");
  if (!request.max_output_tokens) {
    request.max_output_tokens = reader.number("max_tokens");
    request.legacy_max_tokens = request.max_output_tokens.has_value();
  }
  request.temperature = reader.number("temperature");
  request.top_p = reader.number("top_p");
  request.top_k = reader.number("top_k");
  read_stop(reader, request);
  request.stream = reader.flag("stream");
  read_response_format(reader, request);
  request.verbosity = reader.text("verbosity");
  request.reasoning.effort = reader.text("reasoning_effort");
  request.seed = reader.number("seed");
  request.n = reader.number("n");
  request.user = reader.text("user");
  if (const json::Value* const metadata = reader.object("metadata")) request.metadata = metadata->members();
  for (const std::string_view key : shared_members()) {
    if (const json::Value* const value = reader.take(key))
      request.shared.push_back({std::string(key), *value});
  }
  const json::Value* const stream_options = reader.object("stream_options");
  request.extras = reader.rest();
  if (stream_options != nullptr) {
    const Place place = root.member("stream_options");
    ObjectReader options(*stream_options, place, faults);
    request.include_usage = options.flag("include_usage");
    keep_rest(request.extras, "stream_options", options);
  }
  if (faults.any()) return faults.error();
  return request;
}

}  // namespace argwright::protocol::chat
