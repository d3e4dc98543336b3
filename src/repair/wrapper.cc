#include "repair/wrapper.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace argwright::repair {
namespace {

constexpr std::array<std::string_view, 8> kArgumentKeys = {
    "arguments", "parameters", "args", "input", "tool_input", "params", "kwargs", "action_input"};
constexpr std::array<std::string_view, 8> kNameKeys = {
    "name", "tool", "tool_name", "function", "function_name", "recipient_name", "action", "tool_call"};
constexpr std::array<std::string_view, 6> kOtherKeys = {"id",           "type",  "call_id",
                                                        "tool_call_id", "index", "thought"};

// For each first letter of a wrapper's key, the lengths that such keys have, one bit each: most keys of other
// calls are told by that.
constexpr std::array<std::uint32_t, 256> kLengths = [] {
  std::array<std::uint32_t, 256> lengths{};
  const auto add = [&](std::string_view key) {
    lengths[static_cast<unsigned char>(key[0])] |= std::uint32_t{1} << key.size();
  };
  for (const std::string_view key : kArgumentKeys) add(key);
  for (const std::string_view key : kNameKeys) add(key);
  for (const std::string_view key : kOtherKeys) add(key);
  return lengths;
}();

bool looks_like_key(std::string_view key) {
  return !key.empty() && key.size() < 32 &&
         (kLengths[static_cast<unsigned char>(key[0])] >> key.size() & 1) != 0;
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool declares(const WrapperContext& context, std::string_view key) {
  return context.declared_keys != nullptr &&
         std::find(context.declared_keys->begin(), context.declared_keys->end(), key) !=
             context.declared_keys->end();
}

}  // namespace

bool may_be_wrapper(std::string_view object_text) {
  return std::any_of(kArgumentKeys.begin(), kArgumentKeys.end(),
                     [&](std::string_view key) { return object_text.find(key) != std::string_view::npos; });
}

bool has_wrapper_keys(const json::Value& object) {
  // A wrapper has few members, and every other call is told by its size or its first keys.
  const json::Object& members = object.members();
  if (members.size() > kOtherKeys.size() + 2) return false;
  for (const json::Member& member : members) {
    if (!looks_like_key(member.key) || !is_wrapper_key(member.key)) return false;
  }
  return true;
}

bool is_wrapper_key(std::string_view key) {
  return looks_like_key(key) &&
         (contains(kArgumentKeys, key) || contains(kNameKeys, key) || contains(kOtherKeys, key));
}

bool same_tool(std::string_view written, std::string_view tool_name) {
  if (written == tool_name) return true;
  const std::size_t dot = written.find_last_of("./:");
  return dot != std::string_view::npos && written.substr(dot + 1) == tool_name;
}

Result<std::optional<json::Value>> open_wrapper(const json::Value& object, const WrapperContext& context) {
  const json::Value* arguments = nullptr;
  const json::Value* name = nullptr;
  std::string_view arguments_key;
  std::string_view name_key;
  for (const json::Member& member : object.members()) {
    if (contains(kArgumentKeys, member.key)) {
      if (arguments != nullptr) return std::optional<json::Value>();
      arguments = &member.value;
      arguments_key = member.key;
    } else if (contains(kNameKeys, member.key)) {
      if (name != nullptr) return std::optional<json::Value>();
      name = &member.value;
      name_key = member.key;
    } else if (!contains(kOtherKeys, member.key)) {
      return std::optional<json::Value>();
    }
  }
  // {"type": "function", "function": {"name": .., "arguments": ..}}
  if (arguments == nullptr && name != nullptr && name->is_object()) return open_wrapper(*name, context);
  if (arguments == nullptr || declares(context, arguments_key)) return std::optional<json::Value>();

  // A declared name is a value like any other, unless it is the tool's own.
  const bool declaration_lacks_it =
      context.declared_keys != nullptr && (name == nullptr || !declares(context, name_key));
  if (name == nullptr) {
    // {"input": {...}} alone: only a declaration that lacks the key can tell.
    if (!declaration_lacks_it || object.members().size() != 1) return std::optional<json::Value>();
  } else {
    if (!name->is_string()) return std::optional<json::Value>();
    const bool names_tool = !context.tool_name.empty() && same_tool(name->string(), context.tool_name);
    if (!names_tool && !context.in_call_tag && !declaration_lacks_it) return std::optional<json::Value>();
    if (!names_tool && !context.tool_name.empty()) {
      return Error{ErrorCode::kAmbiguous,
                   "the arguments name another tool, '" + name->string() + "', than the one called, '" +
                       std::string(context.tool_name) + "'",
                   {}};
    }
  }
  if (!arguments->is_object() && !arguments->is_string()) {
    return Error{ErrorCode::kNotAnObject,
                 "the wrapper's \"" + std::string(arguments_key) + "\" is a " +
                     std::string(json::kind_name(arguments->kind())) + ", not an object",
                 {}};
  }
  return std::optional<json::Value>(*arguments);
}

}  // namespace argwright::repair
