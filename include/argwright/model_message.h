// What to tell the model about a call that was refused, so that its next try fits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "argwright/schema.h"
#include "argwright/tool.h"

namespace argwright {

enum class Language : std::uint8_t {
  kChinese,  // the texts of the original design
  kEnglish,
};

// What precedes parse_error in an answer: "参数解析失败: " (S3-33) or "Failed to parse arguments: ".
std::string_view parse_failure_prefix(Language language);

// Which keys are missing or unknown, what was expected where, which parameters there are, and a minimal valid
// example; a few lines, starting with parse_failure_prefix(). The same request and schema always give the
// same text. `schema` may be nullptr: then only the cause is told. Empty for a request without parse_error.
std::string message_for_model(const ToolCallRequest& request, const Schema* schema, Language language);

// Arguments that fit the schema: required members only, examples and defaults of the schema where it gives
// some. None where no fitting value is found (patterns, contradictions, endless recursion).
std::optional<json::Value> minimal_example(const Schema& schema);

}  // namespace argwright
