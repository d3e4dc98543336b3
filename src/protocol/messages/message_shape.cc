#include "protocol/messages/message_shape.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol::messages {
namespace {

// What other protocols call a block.
struct Word {
  std::string_view foreign;
  std::string_view own;
};
constexpr Word kWords[] = {{"function", "tool_use"},      {"function_call", "tool_use"},
                           {"tool_call", "tool_use"},     {"output_text", "text"},
                           {"input_text", "text"},        {"reasoning", "thinking"},
                           {"reasoning_text", "thinking"}};
// Where the input of a call may stand, the own one first.
constexpr std::string_view kInputKeys[] = {"input", "arguments", "parameters"};
// Where the id of a call, the text of thinking and that of a text may stand, but for the own place.
constexpr std::string_view kIdKeys[] = {"call_id", "tool_call_id", "tool_use_id"};
constexpr std::string_view kThinkingKeys[] = {"text", "reasoning", "content"};
constexpr std::string_view kTextKeys[] = {"content", "output_text"};
// Where reasoning may stand beside the content.
constexpr std::string_view kReasoningKeys[] = {"reasoning_content", "reasoning"};

// How the text of a delta may be called, and what deltas of the kind are called elsewhere, both without the
// own words. The keys of the members that tell one kind from the others come first.
struct DeltaForm {
  std::string_view type;
  std::string_view key;
  std::span<const std::string_view> words;  // without "_delta"
  std::span<const std::string_view> keys;
  std::size_t telling;  // so many of the keys
};
constexpr std::string_view kTextWords[] = {"output_text", "input_text", "content"};
constexpr std::string_view kTextDeltaKeys[] = {"output_text", "content", "delta", "value"};
constexpr std::string_view kThinkingWords[] = {"reasoning",         "reasoning_content", "reasoning_text",
                                               "reasoning_summary", "summary_text",      "thought"};
constexpr std::string_view kThinkingDeltaKeys[] = {"reasoning_content", "reasoning", "reasoning_text",
                                                   "thought",           "summary",   "text",
                                                   "content",           "delta",     "value"};
constexpr std::string_view kInputWords[] = {
    "input",         "json",     "partial_json", "arguments",     "function_call_arguments",
    "partial_input", "tool_use", "tool_call",    "function_call", "function"};
constexpr std::string_view kInputDeltaKeys[] = {
    "input", "arguments", "parameters", "input_json", "json",    "partial_input", "partial_arguments",
    "args",  "function",  "delta",      "text",       "content", "value"};
constexpr DeltaForm kDeltaForms[] = {{"input_json_delta", "partial_json", kInputWords, kInputDeltaKeys, 9},
                                     {"thinking_delta", "thinking", kThinkingWords, kThinkingDeltaKeys, 5},
                                     {"text_delta", "text", kTextWords, kTextDeltaKeys, 2}};
// Of deltas that have no other words.
constexpr std::string_view kOtherDeltas[] = {"signature_delta", "citations_delta", "signature", "citations"};
// Members that hold nothing of an input.
constexpr std::string_view kBesideInput[] = {"type", "index",   "id",          "name",
                                             "role", "call_id", "tool_use_id", "tool_call_id"};

void set(json::Value& object, std::string_view key, json::Value value) {
  if (json::Value* known = object.find(key)) {
    *known = std::move(value);
  } else {
    object.members().push_back({std::string(key), std::move(value)});
  }
}

json::Value take(json::Value& object, std::string_view key) {
  json::Value* const found = object.find(key);
  if (found == nullptr) return nullptr;
  json::Value value = std::move(*found);
  std::erase_if(object.members(), [key](const json::Member& member) { return member.key == key; });
  return value;
}

bool is_text(const json::Value& object, std::string_view key) {
  const json::Value* value = object.find(key);
  return value != nullptr && value->is_string();
}

// The word of this protocol for a block that has one of another, and what belongs to it.
std::string_view own_word(const json::Value& block) {
  const Word* const word = std::ranges::find(kWords, text_at(block, "type"), &Word::foreign);
  if (word == std::end(kWords)) return {};
  // An empty one begins a block whose deltas nobody knows.
  const auto holds = [&block](std::string_view key) { return !text_at(block, key).empty(); };
  const bool is_whole = word->own == "tool_use" ? !text_at(block, "name").empty()
                        : word->own == "text"
                            ? holds("text") || std::ranges::any_of(kTextKeys, holds)
                            : holds("thinking") || std::ranges::any_of(kThinkingKeys, holds);
  return is_whole ? word->own : std::string_view();
}

// {"function": {"name": .., "arguments": ..}}
bool lift_function(json::Value& block) {
  if (object_at(block, "function") == nullptr || is_text(block, "name")) return false;
  const json::Value function = take(block, "function");
  if (const json::Value* name = member(function, "name")) set(block, "name", *name);
  const json::Value* const input = input_at(function);
  if (input != nullptr && input_at(block) == nullptr) set(block, "input", *input);
  return true;
}

// From the first of `keys` that holds one.
bool lift_text(json::Value& block, std::string_view own_key, std::span<const std::string_view> keys) {
  if (is_text(block, own_key)) return false;
  for (const std::string_view key : keys) {
    if (!is_text(block, key)) continue;
    set(block, own_key, take(block, key));
    return true;
  }
  return false;
}

bool lift_input(json::Value& block) {
  if (member(block, "input") != nullptr) return false;
  for (const std::string_view key : kInputKeys) {
    if (member(block, key) == nullptr) continue;
    set(block, "input", take(block, key));
    return true;
  }
  return false;
}

bool lift_members(json::Value& block) {
  const std::string_view type = text_at(block, "type");
  if (type == "thinking") return lift_text(block, "thinking", kThinkingKeys);
  if (type == "text") return lift_text(block, "text", kTextKeys);
  // The reader knows it by its name.
  if (type != "tool_use" && !(type.empty() && is_text(block, "name"))) return false;
  const bool has_lifted = lift_text(block, "id", kIdKeys);
  return lift_input(block) || has_lifted;
}

// Null and what is empty.
bool holds_nothing(const json::Value& value) {
  return value.is_null() || (value.is_string() && value.string().empty()) ||
         (value.is_object() && value.members().empty()) || (value.is_array() && value.items().empty());
}

bool holds(const json::Value& object, std::string_view key) {
  const json::Value* const value = object.find(key);
  return value != nullptr && !holds_nothing(*value);
}

// By its name, in any of the words for it.
const DeltaForm* form_of(std::string_view type) {
  if (type.ends_with("_delta") || type.ends_with(".delta")) type.remove_suffix(6);
  for (const DeltaForm& form : kDeltaForms) {
    const bool is_own = form.type.starts_with(type) && form.type.size() == type.size() + 6;
    if (is_own || std::ranges::find(form.words, type) != form.words.end()) return &form;
  }
  return nullptr;
}

bool is_in_shape(const json::Value& delta) {
  const std::string_view told = text_at(delta, "type");
  const auto* const form = std::ranges::find(kDeltaForms, told, &DeltaForm::type);
  return form != std::end(kDeltaForms) && holds(delta, form->key);
}

// By the members that no other delta has.
const DeltaForm* form_by_members(const json::Value& delta) {
  for (const DeltaForm& form : kDeltaForms) {
    const auto is_there = [&delta](std::string_view key) { return holds(delta, key); };
    if (is_there(form.key) || std::ranges::any_of(form.keys.first(form.telling), is_there)) return &form;
  }
  return nullptr;
}

// Of a delta whose type says nothing: its block tells whose a text is that any may have.
const DeltaForm* form_of_nameless(const json::Value& delta, std::string_view expected) {
  const DeltaForm* const form = expected.empty() ? nullptr : form_of(expected);
  const auto is_there = [&delta](std::string_view key) { return holds(delta, key); };
  // What stands in the block of a call may be a text all the same.
  if (form != nullptr && form->key != "partial_json" &&
      (is_there(form->key) || std::ranges::any_of(form->keys, is_there)))
    return form;
  return form_by_members(delta);
}

// Of a delta whose type nobody knows. In the block of a call it is a piece of the input, unless its members
// say otherwise: one that was lost would leave an empty input behind.
const DeltaForm* form_of_unknown(const json::Value& delta, std::string_view expected) {
  const DeltaForm* const form = form_of_nameless(delta, expected);
  const bool is_any_text = form == nullptr || form->key == "text";
  return expected == "input_json_delta" && is_any_text && may_hide_input(delta) ? form_of(expected) : form;
}

// To the place that the protocol has for it.
bool lift_delta_text(json::Value& delta, const DeltaForm& form) {
  if (holds(delta, form.key)) return false;
  for (const std::string_view key : form.keys) {
    const json::Value* value = member(delta, key);
    if (value != nullptr && key == "function") value = input_at(*value);
    if (value == nullptr || holds_nothing(*value)) continue;
    if (!value->is_string() && form.key != "partial_json") continue;
    json::Value text = *value;
    take(delta, key);
    set(delta, form.key, std::move(text));
    return true;
  }
  return false;
}

bool is_thinking(const json::Value& block) {
  return block.find("thinking") != nullptr || text_at(block, "type") == "thinking";
}

bool says_nothing(const json::Value* input) { return input == nullptr || holds_nothing(*input); }

// The block of the call, where the content tells it with nothing for its input.
json::Value* empty_block_of(const json::Value& call, json::Array& blocks) {
  const std::string_view id = text_at(call, "id");
  const auto found = std::ranges::find_if(blocks, [&](const json::Value& block) {
    return !id.empty() && text_at(block, "id") == id && text_at(block, "name") == text_at(call, "name") &&
           says_nothing(input_at(block));
  });
  return found == blocks.end() ? nullptr : &*found;
}

}  // namespace

bool shape_block(json::Value& block) {
  if (!block.is_object()) return false;
  bool is_mended = lift_function(block);
  if (const std::string_view word = own_word(block); !word.empty()) {
    set(block, "type", word);
    is_mended = true;
  }
  return lift_members(block) || is_mended;
}

bool shape_delta(json::Value& delta, std::string_view expected) {
  // Nearly all.
  if (is_in_shape(delta)) return false;
  const std::string told(text_at(delta, "type"));
  if (std::ranges::find(kOtherDeltas, told) != std::end(kOtherDeltas)) return false;
  const DeltaForm* form = told.empty() ? nullptr : form_of(told);
  const bool is_named = form != nullptr;
  if (!is_named && (told.empty() || !expected.empty())) {
    if (!told.empty() && (holds(delta, "signature") || holds(delta, "citation"))) {
      set(delta, "type", holds(delta, "signature") ? "signature_delta" : "citations_delta");
      return true;
    }
    form = told.empty() ? form_of_nameless(delta, expected) : form_of_unknown(delta, expected);
  }
  if (form == nullptr) return false;
  const bool is_lifted = lift_delta_text(delta, *form);
  // Short ones, and those without a type, the reader knows by the member.
  const bool is_read = !is_lifted && (told.empty() || (is_named && form->type.starts_with(told)));
  if (is_read) return false;
  if (told != form->type) set(delta, "type", form->type);
  return true;
}

json::Value delta_within(const json::Value& event, std::string_view expected) {
  if (const std::string_view text = text_at(event, "delta"); !text.empty()) {
    const DeltaForm* const form = form_of(expected.empty() ? "text_delta" : expected);
    if (form == nullptr) return nullptr;
    return json::Object{{"type", std::string(form->type)}, {std::string(form->key), std::string(text)}};
  }
  json::Value delta = json::Object{};
  for (const json::Member& told : event.members()) {
    if (told.key != "type" && told.key != "index" && told.key != "delta") delta.members().push_back(told);
  }
  return form_of_nameless(delta, expected) == nullptr ? json::Value(nullptr) : delta;
}

bool may_hide_input(const json::Value& delta) {
  return std::ranges::any_of(delta.members(), [](const json::Member& told) {
    const bool is_beside = std::ranges::find(kBesideInput, told.key) != std::end(kBesideInput);
    return !is_beside && told.key != "partial_json" && !holds_nothing(told.value) &&
           (told.value.is_string() || told.value.is_object() || told.value.is_array());
  });
}

bool shape_message(json::Value& message) {
  const bool has_calls = member(message, "tool_calls") != nullptr;
  std::string thoughts;
  for (const std::string_view key : kReasoningKeys) {
    if (thoughts.empty()) thoughts = text_at(message, key);
  }
  if (!has_calls && thoughts.empty()) return false;
  const json::Value* const content = member(message, "content");
  json::Array blocks = content == nullptr ? json::Array{} : blocks_of(*content);
  for (json::Value& block : blocks) shape_block(block);
  const std::size_t before = blocks.size();
  bool is_told = false;
  // Where the content has it, too, it is told once more here.
  if (!thoughts.empty() && std::ranges::none_of(blocks, is_thinking))
    blocks.insert(blocks.begin(), json::Object{{"type", "thinking"}, {"thinking", thoughts}});
  for (json::Value& call : blocks_of(take(message, "tool_calls"))) {
    if (!call.is_object()) continue;
    shape_block(call);
    set(call, "type", "tool_use");
    const json::Value* const input = input_at(call);
    if (json::Value* const block = empty_block_of(call, blocks); block != nullptr) {
      is_told = true;
      if (input != nullptr) set(*block, "input", *input);
    } else {
      blocks.push_back(std::move(call));
    }
  }
  for (const std::string_view key : kReasoningKeys) {
    if (is_text(message, key)) take(message, key);
  }
  if (blocks.size() == before && !is_told) return false;
  set(message, "content", std::move(blocks));
  return true;
}

json::Value text_block(json::Value text) { return json::Object{{"type", "text"}, {"text", std::move(text)}}; }

json::Array blocks_of(json::Value content) {
  if (content.is_array()) return std::move(content.items());
  if (content.is_object()) return {std::move(content)};
  if (content.is_string() && !content.string().empty()) return {text_block(std::move(content))};
  return {};
}

const json::Value* input_at(const json::Value& block) {
  for (const std::string_view key : kInputKeys) {
    if (const json::Value* input = member(block, key)) return input;
  }
  return nullptr;
}

}  // namespace argwright::protocol::messages
