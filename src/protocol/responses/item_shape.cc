#include "protocol/responses/item_shape.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/responses/item_words.h"
#include "protocol/responses/members.h"
#include "protocol/responses/part_form.h"

namespace argwright::protocol::responses {
namespace {

// What other protocols call a call.
constexpr std::string_view kCallWords[] = {"function", "tool_call", "tool_use"};
// Where a call's text may stand.
constexpr std::string_view kTextKeys[] = {"arguments", "input", "parameters"};

void set(json::Value& object, std::string_view key, json::Value value) {
  if (json::Value* known = object.find(key)) {
    *known = std::move(value);
  } else {
    object.members().push_back({std::string(key), std::move(value)});
  }
}

void remove(json::Value& object, std::string_view key) {
  std::erase_if(object.members(), [key](const json::Member& member) { return member.key == key; });
}

bool is_text(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string();
}

bool is_named(const json::Value& item) {
  return !text_at(item, "name").empty() || object_at(item, "function") != nullptr;
}

std::string_view type_of(const json::Value& item) {
  const std::string_view told = text_at(item, "type");
  const bool is_call_word = std::ranges::find(kCallWords, told) != std::end(kCallWords);
  if (!told.empty() && !is_call_word) return told;
  const bool is_free_text = told.empty() && is_text(item, "input") && member(item, "arguments") == nullptr;
  if (is_named(item)) return is_free_text ? "custom_tool_call" : "function_call";
  if (!told.empty()) return told;
  if (member(item, "summary") != nullptr || is_text(item, "encrypted_content")) return "reasoning";
  return member(item, "content") != nullptr || text_at(item, "role") == "assistant" ? "message"
                                                                                    : std::string_view();
}

// The form of a part that stands where an item belongs; null: it is none.
const PartForm* bare_part(const json::Value& item) {
  const PartForm* const form = form_of_part(text_at(item, "type"));
  return form != nullptr && is_text(item, form->text_key) ? form : nullptr;
}

// --- is there anything to mend? Nearly never, so that it is asked first.

bool is_odd_call(const json::Value& item, std::string_view key) {
  if (object_at(item, "function") != nullptr && !is_text(item, "name")) return true;
  return member(item, key) == nullptr && std::ranges::any_of(kTextKeys, [&item](std::string_view other) {
           return is_text(item, other) || object_at(item, other) != nullptr;
         });
}

bool is_refusal_as_text(const json::Value& part) {
  return text_at(part, "type") == kRefusalPart.type && is_text(part, "text") && !is_text(part, "refusal");
}

// Its text stands where a message has its parts.
bool has_text_as_content(const json::Value& part) {
  const PartForm* const form = form_of_part(text_at(part, "type"));
  return form != nullptr && is_text(part, "content") && !is_text(part, form->text_key);
}

bool is_odd_part(const json::Value& part, const PartForm& form) {
  if (part.is_string() || has_text_as_content(part)) return true;
  if (form.item == ItemKind::kMessage && is_refusal_as_text(part)) return true;
  const std::string_view type = text_at(part, "type");
  if (type.empty()) return is_text(part, "text") || is_text(part, "refusal");
  const PartForm* told = form_of_part(type);
  return told != nullptr && told->item != form.item && is_text(part, "text");
}

// Its text stands in no list.
bool is_without_list(const json::Value& item) {
  return is_text(item, "text") && array_of(item, "summary").empty() && member(item, "content") == nullptr;
}

bool is_odd_list(const json::Value& item, const PartForm& form) {
  const json::Value* list = item.find(words(form.list).item_key);
  if (list == nullptr || list->is_null()) return false;
  if (list->is_array())
    return std::ranges::any_of(list->items(), [&form](const auto& part) { return is_odd_part(part, form); });
  return list->is_object() || (list->is_string() && form.item == ItemKind::kReasoning);
}

bool is_odd(const json::Value& item) {
  const std::string_view type = type_of(item);
  if (type != text_at(item, "type")) return true;
  switch (item_kind(type)) {
    case ItemKind::kMessage: return is_odd_list(item, kOutputText) || is_without_list(item);
    case ItemKind::kReasoning:
      return is_odd_list(item, kSummaryText) || is_odd_list(item, kReasoningText) || is_without_list(item);
    case ItemKind::kFunctionCall: return is_odd_call(item, "arguments");
    case ItemKind::kCustomCall: return is_odd_call(item, "input");
    case ItemKind::kOpaque: break;
  }
  return false;
}

// --- mending

void shape_call(json::Value& item, std::string_view key) {
  if (const json::Value* nested = object_at(item, "function"); nested != nullptr && !is_text(item, "name")) {
    const json::Value function = *nested;
    remove(item, "function");
    for (const std::string_view name : {"name", "arguments", "input", "parameters"}) {
      const json::Value* value = member(function, name);
      if (value != nullptr && member(item, name) == nullptr) set(item, name, *value);
    }
  }
  for (const std::string_view other : kTextKeys) {
    if (member(item, key) != nullptr) return;
    if (!is_text(item, other) && object_at(item, other) == nullptr) continue;
    json::Value text = *item.find(other);
    remove(item, other);
    set(item, key, std::move(text));
  }
}

void shape_part(json::Value& part, const PartForm& form) {
  if (!is_odd_part(part, form)) return;
  if (part.is_string()) {
    part = json::Object{{"type", form.type}, {std::string(form.text_key), part}};
  } else if (has_text_as_content(part)) {
    const json::Value text = *part.find("content");
    remove(part, "content");
    set(part, form_of_part(text_at(part, "type"))->text_key, text);
    shape_part(part, form);
  } else if (is_refusal_as_text(part)) {
    set(part, "refusal", text_at(part, "text"));
  } else {
    const bool is_refusal = form.item == ItemKind::kMessage && !is_text(part, "text");
    set(part, "type", is_refusal ? kRefusalPart.type : form.type);
  }
}

void shape_list(json::Value& item, const PartForm& form) {
  if (!is_odd_list(item, form)) return;
  json::Value& list = *item.find(words(form.list).item_key);
  if (!list.is_array()) {
    json::Value one = std::move(list);
    list = json::Array{std::move(one)};
  }
  for (json::Value& part : list.items()) shape_part(part, form);
}

void shape_members(json::Value& item, ItemKind kind) {
  const bool holds_parts = kind == ItemKind::kMessage || kind == ItemKind::kReasoning;
  if (holds_parts && is_without_list(item)) {
    const json::Value text = *item.find("text");
    remove(item, "text");
    set(item, "content", text);
  }
  switch (kind) {
    case ItemKind::kMessage: return shape_list(item, kOutputText);
    case ItemKind::kReasoning: shape_list(item, kSummaryText); return shape_list(item, kReasoningText);
    case ItemKind::kFunctionCall: return shape_call(item, "arguments");
    case ItemKind::kCustomCall: return shape_call(item, "input");
    case ItemKind::kOpaque: break;
  }
}

json::Value message_of(std::string_view text) {
  json::Object part{{"type", kOutputText.type}, {"text", text}};
  return json::Object{{"type", "message"}, {"content", json::Array{std::move(part)}}};
}

bool is_reasoning(const json::Value& item) { return type_of(item) == "reasoning"; }

bool is_any_call(const json::Value& item) { return is_call(item_kind(type_of(item))); }

bool has_text(const json::Value& item) {
  if (item.is_string() || bare_part(item) == &kOutputText) return true;
  if (type_of(item) != "message") return false;
  if (!text_at(item, "text").empty()) return true;
  const json::Value* content = member(item, "content");
  return content != nullptr && !(content->is_string() && content->string().empty()) &&
         !(content->is_array() && content->items().empty());
}

// The calls of a member `tool_calls`, as Chat has it.
void add_calls(const json::Value& holder, json::Array& items) {
  for (json::Value call : array_of(holder, "tool_calls")) {
    if (!call.is_object() || !is_named(call)) continue;
    set(call, "type", "function_call");
    items.push_back(std::move(call));
  }
}

}  // namespace

std::optional<json::Value> in_shape(const json::Value& item) {
  if (item.is_string()) return message_of(item.string());
  if (const PartForm* const form = bare_part(item)) {
    return json::Object{{"type", words_of(form->item).type},
                        {std::string(words(form->list).item_key), json::Array{item}}};
  }
  if (!item.is_object() || !is_odd(item)) return std::nullopt;
  json::Value mended = item;
  const std::string_view type = type_of(item);
  set(mended, "type", type);
  shape_members(mended, item_kind(type));
  return mended;
}

std::optional<json::Array> in_shape(const json::Array& output) {
  std::optional<json::Array> mended;
  for (std::size_t i = 0; i < output.size(); ++i) {
    std::optional<json::Value> item = in_shape(output[i]);
    if (!item) continue;
    if (!mended) mended = output;
    (*mended)[i] = *std::move(item);
  }
  return mended;
}

std::optional<json::Array> whole_output(const json::Value& response) {
  std::optional<json::Array> items = missing_output(response);
  const json::Array& told = items ? *items : array_of(response, "output");
  json::Array whole;
  const std::string_view thoughts = text_at(response, "reasoning_content");
  if (!thoughts.empty() && std::ranges::none_of(told, is_reasoning))
    whole.emplace_back(json::Object{{"type", "reasoning"}, {"content", thoughts}});
  const auto behind_thoughts = std::ranges::find_if_not(told, is_reasoning);
  whole.insert(whole.end(), told.begin(), behind_thoughts);
  const std::string_view text = text_at(response, "output_text");
  if (!text.empty() && std::ranges::none_of(told, has_text)) whole.push_back(message_of(text));
  whole.insert(whole.end(), behind_thoughts, told.end());
  if (std::ranges::none_of(told, is_any_call)) {
    for (const json::Value& item : told) add_calls(item, whole);
    add_calls(response, whole);
  }
  if (whole.size() == told.size()) return items;
  return whole;
}

std::optional<json::Array> missing_output(const json::Value& response) {
  const json::Value* output = response.find("output");
  if (output != nullptr && output->is_array() && !output->items().empty()) return std::nullopt;
  if (output != nullptr && output->is_object()) return json::Array{*output};
  const std::string_view text =
      text_at(response, output != nullptr && output->is_string() ? "output" : "output_text");
  if (text.empty()) return std::nullopt;
  return json::Array{message_of(text)};
}

}  // namespace argwright::protocol::responses
