#include "protocol/responses/item_shape.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

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
  if (array_at(item, "summary") != nullptr || is_text(item, "encrypted_content")) return "reasoning";
  return member(item, "content") != nullptr ? "message" : std::string_view();
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

bool is_odd_part(const json::Value& part, const PartForm& form) {
  if (part.is_string()) return true;
  if (form.item == ItemKind::kMessage && is_refusal_as_text(part)) return true;
  const std::string_view type = text_at(part, "type");
  if (type.empty()) return is_text(part, "text") || is_text(part, "refusal");
  const PartForm* told = form_of_part(type);
  return told != nullptr && told->item != form.item && is_text(part, "text");
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
    case ItemKind::kMessage: return is_odd_list(item, kOutputText);
    case ItemKind::kReasoning: return is_odd_list(item, kSummaryText) || is_odd_list(item, kReasoningText);
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
    for (const std::string_view name : {"name", "arguments"}) {
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

}  // namespace

std::optional<json::Value> in_shape(const json::Value& item) {
  if (item.is_string()) return message_of(item.string());
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
