// Tested by result_test.cc.
#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright {

std::string_view error_code_name(ErrorCode code) {
  // No default: the compiler then names every code that is missing here.
  switch (code) {
    case ErrorCode::kSyntax: return "syntax";
    case ErrorCode::kNotAnObject: return "not_an_object";
    case ErrorCode::kTruncated: return "truncated";
    case ErrorCode::kAmbiguous: return "ambiguous";
    case ErrorCode::kUnrepresentable: return "unrepresentable";
    case ErrorCode::kInvalidEncoding: return "invalid_encoding";
    case ErrorCode::kTooDeep: return "too_deep";
    case ErrorCode::kTooLarge: return "too_large";
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kIo: return "io";
    case ErrorCode::kUnavailable: return "unavailable";
    case ErrorCode::kInternal: return "internal";
  }
  return "internal";
}

std::string Error::describe() const {
  if (!where.known()) return message;
  std::string text;
  text.reserve(message.size() + where.pointer.size() + 40);
  text += message;
  text += " (at ";
  text += where.at_root ? "the root" : where.pointer;
  if (where.offset != Where::kNowhere) {
    if (where.at_root || !where.pointer.empty()) text += ", ";
    text += "byte ";
    text += std::to_string(where.offset);
  }
  text += ')';
  return text;
}

}  // namespace argwright
