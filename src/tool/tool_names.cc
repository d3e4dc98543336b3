// Stable spellings of the enumerations in tool.h and execution.h, and Environment. Tested by
// tool_names_test.cc.
#include "argwright/execution.h"
#include "argwright/tool.h"

namespace argwright {

std::string_view value_kind_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::kString: return "String";
    case ValueKind::kBoolean: return "Boolean";
    case ValueKind::kInteger: return "Integer";
    case ValueKind::kNumber: return "Number";
    case ValueKind::kJsonObject: return "JsonObject";
    case ValueKind::kJsonArray: return "JsonArray";
    case ValueKind::kTimestamp: return "Timestamp";
    case ValueKind::kUri: return "Uri";
    case ValueKind::kEnumToken: return "EnumToken";
    case ValueKind::kAttachmentReference: return "AttachmentReference";
  }
  return "";
}

std::string_view cardinality_name(Cardinality cardinality) {
  switch (cardinality) {
    case Cardinality::kSingle: return "Single";
    case Cardinality::kOptional: return "Optional";
    case Cardinality::kList: return "List";
    case Cardinality::kMap: return "Map";
  }
  return "";
}

std::string_view tool_status_name(ToolStatus status) {
  switch (status) {
    case ToolStatus::kSuccess: return "Success";
    case ToolStatus::kFailed: return "Failed";
    case ToolStatus::kSkipped: return "Skipped";
  }
  return "";
}

const json::Value* Environment::find(std::string_view key) const {
  if (!values_) return nullptr;
  const auto it = values_->find(std::string(key));
  return it != values_->end() ? &it->second : nullptr;
}

}  // namespace argwright
