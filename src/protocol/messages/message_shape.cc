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

bool is_thinking(const json::Value& block) {
  return block.find("thinking") != nullptr || text_at(block, "type") == "thinking";
}

bool says_nothing(const json::Value* input) {
  return input == nullptr || (input->is_string() && input->string().empty()) ||
         (input->is_object() && input->members().empty()) || (input->is_array() && input->items().empty());
}

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
