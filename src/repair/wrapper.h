// Wrappers: {"name": "tool", "arguments": {...}} where only the arguments were asked for.
//
// A tool may really declare such keys (a tool that calls tools does), so a wrapper is opened only on
// evidence: its name is the called tool's, or the declaration lacks its keys, or it stood in a tool-call tag.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"

namespace argwright::repair {

struct WrapperContext {
  std::string_view tool_name;
  const std::vector<std::string>* declared_keys = nullptr;
  bool in_call_tag = false;

  bool has_evidence() const { return !tool_name.empty() || declared_keys != nullptr || in_call_tag; }
};

// Could the text of an object be a wrapper at all? Cheap; false positives are fine.
bool may_be_wrapper(std::string_view object_text);

bool has_wrapper_keys(const json::Value& object);
// Is it one that wrappers have?
bool is_wrapper_key(std::string_view key);

// What a wrapper holds: its arguments, an object or a text that is still to be read; nothing when the object
// is no wrapper; an error when it is one that names another tool or holds no arguments.
Result<std::optional<json::Value>> open_wrapper(const json::Value& object, const WrapperContext& context);

// "functions.search" and "search" name the same tool.
bool same_tool(std::string_view written, std::string_view tool_name);

}  // namespace argwright::repair
