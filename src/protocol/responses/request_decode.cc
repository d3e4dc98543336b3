// Tested by request_codec_test.cc and request_round_trip_test.cc, one folder up.
#include "protocol/responses/request_decode.h"

#include <utility>

#include "protocol/media.h"
#include "protocol/object_reader.h"

namespace argwright::protocol::responses {
namespace {

std::string type_of(const ObjectReader& reader) {
  const json::Value* const type = reader.peek("type");
  return type != nullptr && type->is_string() ? type->string() : "";
}

// `text_type` is what a text part is called here; another spelling stays in the extras.
Content read_part(const json::Value& value, std::string_view text_type, const Place& place, Faults& faults) {
  ObjectReader part(value, place, faults);
  const std::string type = type_of(part);
  if (type == "input_text" || type == "output_text" || type == "text") {
    if (type == text_type) part.take("type");
    TextPart text{part.required_text("text"), {}};
    text.extras = part.rest();
    return text;
  }
  if (type == "refusal") {
    part.take("type");
    RefusalPart refusal{part.required_text("refusal"), false, {}};
    refusal.extras = part.rest();
    return refusal;
  }
  if (type == "input_image") {
    part.take("type");
    ImagePart image;
    const std::string url = part.text_or_empty("image_url");
    if (!url.empty()) image.source = source_from_url(url);
    image.source.file_id = part.text_or_empty("file_id");
    image.detail = part.text_or_empty("detail");
    if (url.empty() && image.source.file_id.empty()) {
      faults.add(place.member("image_url"), "is required where there is no file_id");
    }
    image.extras = part.rest();
    return image;
  }
  if (type == "input_file") {
    part.take("type");
    FilePart file;
    if (const std::string data = part.text_or_empty("file_data"); !data.empty()) {
      file.source = source_from_url(data);
      if (!file.source.url.empty())
        std::swap(file.source.url, file.source.data);  // base64 without a data URL
    }
    if (std::string url = part.text_or_empty("file_url"); !url.empty()) file.source.url = std::move(url);
    file.source.file_id = part.text_or_empty("file_id");
    file.filename = part.text_or_empty("filename");
    file.extras = part.rest();
    return file;
  }
  if (type.empty() && !faults.any()) faults.add(place.member("type"), "is required");
  return OpaquePart{value};
}

std::pair<std::vector<Content>, ContentForm> read_content(ObjectReader& item, std::string_view key,
                                                          std::string_view text_type) {
  std::vector<Content> content;
  const json::Value* const value = item.take(key);
  if (value == nullptr) {
    return {{}, item.peek(key) != nullptr ? ContentForm::kNull : ContentForm::kAbsent};
  }
  if (value->is_string()) {
    content.emplace_back(TextPart{value->string(), {}});
    return {std::move(content), ContentForm::kString};
  }
  const Place place = item.place().member(key);
  if (!value->is_array()) {
    item.faults().expected(place, "a string or an array", *value);
    return {{}, ContentForm::kList};
  }
  for (std::size_t i = 0; i < value->items().size() && !item.faults().any(); ++i) {
    content.push_back(read_part(value->items()[i], text_type, place.item(i), item.faults()));
  }
  return {std::move(content), ContentForm::kList};
}

Turn opaque_turn(const json::Value& value) {
  Turn turn;
  turn.role = Role::kOpaque;
  turn.parts.emplace_back(OpaquePart{value});
  return turn;
}

std::optional<Role> role_by_name(std::string_view name) {
  if (name == "user") return Role::kUser;
  if (name == "assistant") return Role::kAssistant;
  if (name == "system") return Role::kSystem;
  if (name == "developer") return Role::kDeveloper;
  return std::nullopt;
}

Turn read_message(const json::Value& value, ObjectReader& item) {
  const std::string name = item.required_text("role");
  const std::optional<Role> role = role_by_name(name);
  if (!role) return opaque_turn(value);
  Turn turn;
  turn.role = *role;
  auto [content, form] =
      read_content(item, "content", *role == Role::kAssistant ? "output_text" : "input_text");
  for (Content& part : content) turn.parts.push_back(to_part(std::move(part)));
  turn.form = form;
  turn.extras = item.rest();
  return turn;
}

Turn read_call(ObjectReader& item, bool custom) {
  CallPart call;
  item.take("type");
  call.custom = custom;
  call.id = item.required_text("call_id");
  call.name = item.required_text("name");
  const json::Value* const arguments = item.take_or_forget(custom ? "input" : "arguments");
  if (arguments != nullptr)
    call.arguments = arguments->is_string() ? arguments->string() : json::write(*arguments);
  call.item_id = item.text_or_empty("id");
  Turn turn;
  turn.role = Role::kAssistant;
  turn.parts.emplace_back(std::move(call));
  turn.extras = item.rest();
  return turn;
}

Turn read_result(ObjectReader& item, bool custom) {
  ResultPart result;
  item.take("type");
  result.custom = custom;
  result.call_id = item.required_text("call_id");
  auto [content, form] = read_content(item, "output", "input_text");
  result.content = std::move(content);
  result.form = form;
  Turn turn;
  turn.role = Role::kTool;
  turn.parts.emplace_back(std::move(result));
  turn.extras = item.rest();
  return turn;
}

// False: an element is not what it has to be.
bool read_reasoning_texts(ObjectReader& item, std::string_view key, std::string_view type, ReasoningForm form,
                          Turn& turn) {
  const json::Value* const list = item.take(key);
  if (list == nullptr) return true;
  if (!list->is_array()) return false;
  const Place place = item.place().member(key);
  for (std::size_t i = 0; i < list->items().size(); ++i) {
    const json::Value& element = list->items()[i];
    const json::Value* const text = element.find("text");
    const json::Value* const told = element.find("type");
    if (text == nullptr || !text->is_string() || told == nullptr || *told != json::Value(type)) return false;
    const Place element_place = place.item(i);
    ObjectReader reader(element, element_place, item.faults());
    reader.take("text");
    reader.take("type");
    turn.parts.emplace_back(ReasoningPart{text->string(), form, {}, std::string(key), reader.rest()});
  }
  return true;
}

Turn read_reasoning(const json::Value& value, ObjectReader& item) {
  Turn turn;
  turn.role = Role::kAssistant;
  item.take("type");
  turn.form = item.peek("summary") != nullptr ? ContentForm::kList : ContentForm::kAbsent;
  if (!read_reasoning_texts(item, "summary", "summary_text", ReasoningForm::kSummary, turn))
    return opaque_turn(value);
  const std::size_t summaries = turn.parts.size();
  if (!read_reasoning_texts(item, "content", "reasoning_text", ReasoningForm::kText, turn))
    return opaque_turn(value);
  if (turn.parts.size() == summaries) item.leave("content");
  if (turn.parts.empty()) turn.parts.emplace_back(ReasoningPart{});
  std::get<ReasoningPart>(turn.parts.front()).proof.encrypted = item.text_or_empty("encrypted_content");
  turn.extras = item.rest();
  return turn;
}

Turn read_item(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader item(value, place, faults);
  const std::string type = type_of(item);
  if (type.empty() || type == "message") return read_message(value, item);
  if (type == "function_call") return read_call(item, false);
  if (type == "custom_tool_call") return read_call(item, true);
  if (type == "function_call_output") return read_result(item, false);
  if (type == "custom_tool_call_output") return read_result(item, true);
  if (type == "reasoning") return read_reasoning(value, item);
  return opaque_turn(value);
}

void read_input(ObjectReader& reader, Request& request) {
  const json::Value* const input = reader.take("input");
  const Place place = reader.place().member("input");
  if (input == nullptr) {  // a stored prompt or conversation may be all there is
    request.input_form = ContentForm::kAbsent;
    return;
  }
  if (input->is_string()) {
    Turn turn;
    turn.form = ContentForm::kString;
    turn.parts.emplace_back(TextPart{input->string(), {}});
    request.turns.push_back(std::move(turn));
    request.input_form = ContentForm::kString;
    return;
  }
  if (!input->is_array()) return reader.faults().expected(place, "a string or an array", *input);
  request.turns.reserve(request.turns.size() + input->items().size());
  for (std::size_t i = 0; i < input->items().size() && !reader.faults().any(); ++i) {
    request.turns.push_back(read_item(input->items()[i], place.item(i), reader.faults()));
  }
}

ToolSpec read_tool(const json::Value& value, const Place& place, Faults& faults) {
  ObjectReader reader(value, place, faults);
  ToolSpec tool;
  const std::string type = type_of(reader);
  if (type != "function" && type != "custom") {
    tool.kind = ToolKind::kHosted;
    tool.hosted = value;
    return tool;
  }
  reader.take("type");
  const json::Value* const inner = reader.peek("function");
  if (type == "function" && reader.peek("parameters") == nullptr && inner != nullptr && inner->is_object()) {
    // The shape of Chat: read for those who need the schema, kept as it came in the extras.
    const Place inner_place = place.member("function");
    ObjectReader body(*inner, inner_place, faults);
    tool.nested = true;
    tool.name = body.required_text("name");
    tool.description = body.text("description");
    if (const json::Value* const parameters = body.take("parameters")) tool.parameters = *parameters;
    tool.strict = body.flag("strict");
    tool.inner_extras = body.rest();
    tool.extras = reader.rest();
    return tool;
  }
  tool.name = reader.required_text("name");
  tool.description = reader.text("description");
  if (type == "custom") {
    tool.kind = ToolKind::kCustom;
    if (const json::Value* const format = reader.take("format")) tool.format = *format;
  } else {
    if (const json::Value* const parameters = reader.take("parameters")) tool.parameters = *parameters;
    tool.strict = reader.flag("strict");
  }
  tool.extras = reader.rest();
  return tool;
}

ToolChoice read_tool_choice(const json::Value& value, const Place& place, Faults& faults) {
  ToolChoice choice;
  choice.mode = ToolChoiceMode::kHosted;
  choice.hosted = value;
  if (value.is_string()) {
    if (value.string() == "auto") choice.mode = ToolChoiceMode::kAuto;
    if (value.string() == "none") choice.mode = ToolChoiceMode::kNone;
    if (value.string() == "required") choice.mode = ToolChoiceMode::kRequired;
    if (choice.mode != ToolChoiceMode::kHosted) choice.hosted = {};
    return choice;
  }
  ObjectReader reader(value, place, faults);
  const std::string type = reader.required_text("type");
  if (type == "allowed_tools") {
    const std::string mode = reader.required_text("mode");
    if (mode != "auto" && mode != "required") return choice;
    choice.mode = mode == "required" ? ToolChoiceMode::kRequired : ToolChoiceMode::kAuto;
    choice.allowed.emplace();
    if (const json::Value* const tools = reader.list("tools")) {
      choice.allowed = tools->items();
    } else {
      faults.add(place.member("tools"), "is required");
    }
  } else if (type == "function" || type == "custom") {
    choice.mode = ToolChoiceMode::kTool;
    choice.custom = type == "custom";
    choice.name = reader.required_text("name");
  } else {
    return choice;
  }
  choice.hosted = {};
  choice.extras = reader.rest();
  return choice;
}

// False: a format that is not known.
bool read_format(ObjectReader& reader, Request& request) {
  const json::Value* const value = reader.object("format");
  if (value == nullptr) return true;
  const Place place = reader.place().member("format");
  ObjectReader format(*value, place, reader.faults());
  const std::string type = format.required_text("type");
  ResponseFormat read;
  if (type == "json_schema") {
    read.kind = FormatKind::kJsonSchema;
    read.name = format.text_or_empty("name");
    read.description = format.text("description");
    if (const json::Value* const schema = format.take("schema")) read.schema = *schema;
    read.strict = format.flag("strict");
  } else if (type == "json_object") {
    read.kind = FormatKind::kJsonObject;
  } else if (type != "text") {
    return false;
  }
  read.extras = format.rest();
  request.response_format = std::move(read);
  return true;
}

}  // namespace

Result<Request> decode_request(const json::Value& body) {
  Faults faults;
  const Place root;
  ObjectReader reader(body, root, faults);
  Request request;
  request.origin = Protocol::kResponses;
  request.model = reader.text("model");
  if (std::optional<std::string> instructions = reader.text("instructions")) {
    Turn turn;
    turn.role = Role::kSystem;
    turn.top_level = true;
    turn.form = ContentForm::kString;
    turn.parts.emplace_back(TextPart{*std::move(instructions), {}});
    request.turns.push_back(std::move(turn));
  }
  read_input(reader, request);
  if (const json::Value* const tools = reader.list("tools")) {
    const Place place = root.member("tools");
    request.tools.emplace();
    for (std::size_t i = 0; i < tools->items().size() && !faults.any(); ++i) {
      request.tools->push_back(read_tool(tools->items()[i], place.item(i), faults));
    }
  }
  if (const json::Value* const choice = reader.take("tool_choice")) {
    request.tool_choice = read_tool_choice(*choice, root.member("tool_choice"), faults);
  }
  request.parallel = reader.flag("parallel_tool_calls");
  request.max_output_tokens = reader.number("max_output_tokens");
  request.temperature = reader.number("temperature");
  request.top_p = reader.number("top_p");
  request.stream = reader.flag("stream");
  request.user = reader.text("user");
  if (const json::Value* const metadata = reader.object("metadata")) request.metadata = metadata->members();
  request.previous_response_id = reader.text("previous_response_id");
  for (const std::string_view key : shared_members()) {
    if (const json::Value* const value = reader.take(key))
      request.shared.push_back({std::string(key), *value});
  }
  const json::Value* const text = reader.object("text");
  const json::Value* const reasoning = reader.object("reasoning");
  request.extras = reader.rest();
  if (text != nullptr) {
    const Place place = root.member("text");
    ObjectReader nested(*text, place, faults);
    if (!read_format(nested, request)) nested.leave("format");
    request.verbosity = nested.text("verbosity");
    keep_rest(request.extras, "text", nested);
  }
  if (reasoning != nullptr) {
    const Place place = root.member("reasoning");
    ObjectReader nested(*reasoning, place, faults);
    request.reasoning.effort = nested.text("effort");
    request.reasoning.summary = nested.text("summary");
    keep_rest(request.extras, "reasoning", nested);
  }
  if (faults.any()) return faults.error();
  return request;
}

}  // namespace argwright::protocol::responses
