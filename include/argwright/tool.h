// Declare a tool once, and get correctly typed, checked, explained arguments from every provider.
//
// A declaration is a name, a description and a list of ToolParameter; whoever has only the JSON Schema
// that came with a request gets the same from Schema (argwright/schema.h). Nothing here is specific to a
// provider.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/repair.h"

namespace argwright {

// What a value is (S1-35). The order is stable.
enum class ValueKind : std::uint8_t {
  kString,               // the text as sent; nothing is promoted
  kBoolean,              // also "true", "false", 0, 1, with a warning
  kInteger,              // 64 bits; numeric strings and fractions with a warning
  kNumber,               // a double without loss of digits; numeric strings with a warning
  kJsonObject,           // also a JSON text of one
  kJsonArray,            // also a JSON text of one
  kTimestamp,            // ISO 8601, a date or a date and time, zone or not; anything else is an error
  kUri,                  // absolute; anything else is kept with a warning
  kEnumToken,            // one of EnumConstraint::allowed_values
  kAttachmentReference,  // a string today
};
std::string_view value_kind_name(ValueKind kind);  // "String", "Boolean", ...

enum class Cardinality : std::uint8_t {
  kSingle,
  kOptional,  // may be absent or null
  kList,      // a scalar is wrapped into a list, with a warning
  kMap,       // an object whose values are of the kind
};
std::string_view cardinality_name(Cardinality cardinality);  // "Single", ...

struct EnumConstraint {
  std::vector<std::string> allowed_values;  // for Integer: their decimal text
  bool case_sensitive = false;
  bool operator==(const EnumConstraint&) const = default;
};

// Bounds on top of the kind. Numbers are JSON number text, so that no digit is lost.
struct Constraints {
  std::optional<std::string> minimum;
  std::optional<std::string> maximum;
  std::optional<std::size_t> min_length;  // code points of a string
  std::optional<std::size_t> max_length;
  std::optional<std::string> pattern;  // searched, not anchored, RE2 syntax
  std::optional<std::size_t> min_items;
  std::optional<std::size_t> max_items;
  bool operator==(const Constraints&) const = default;
};

struct ToolParameter {
  std::string name;
  ValueKind value_kind = ValueKind::kString;
  Cardinality cardinality = Cardinality::kSingle;
  bool is_required = true;
  std::string description;
  std::optional<EnumConstraint> enum_constraint;
  std::optional<std::string> example;
  // Beyond the seven members of the original design: what is inside an object, a list of objects or a map
  // (S1-100), the value a tool assumes when the parameter is absent (S1-99, documentation only), bounds.
  std::vector<ToolParameter> nested;
  std::optional<json::Value> default_value;
  Constraints constraints;
};

enum class Severity : std::uint8_t { kWarning, kError };

// One thing that was corrected or could not be.
struct Diagnostic {
  Severity severity = Severity::kWarning;
  std::string path;     // JSON pointer into the arguments, "" for the root
  std::string code;     // stable: "missing_required", "string_to_integer", ...
  std::string message;  // the literal that parse_warning / parse_error carry
  bool operator==(const Diagnostic&) const = default;
};

// Everything known about one call; nothing in it is ever dropped.
struct ToolCallRequest {
  std::string tool_name{};
  std::string tool_call_id{};
  std::string raw_arguments{};             // verbatim bytes
  std::optional<json::Value> arguments{};  // typed values; none when rejected
  std::string parse_error{};               // empty: none
  std::string parse_warning{};             // several joined with "; "

  Outcome outcome = Outcome::kRejected;
  Rejection rejection = Rejection::kNone;
  std::optional<std::string> rewritten{};  // the argument string where it is not raw_arguments; see text()
  std::optional<json::Value> partial{};    // what could be read of a misfit
  std::vector<json::Value> parts{};  // for kSplit: the arguments of each call, each fitting the declaration
  std::vector<Diagnostic> diagnostics{};
  std::vector<Fix> fixes{};
  int unquote_depth = 0;
  bool complete = true;

  bool accepted() const { return arguments.has_value(); }
  // The argument string as it goes on the wire; empty when the arguments were rejected unread; always
  // raw_arguments when RepairOptions::enhance was off. It lives as long as the request.
  std::string_view text() const { return rewritten ? *rewritten : raw_arguments; }
  // S3-31: the argument as int64, string ...; none when absent or of another kind.
  std::optional<std::int64_t> integer(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  std::optional<bool> boolean(std::string_view name) const;
  std::optional<std::string> string(std::string_view name) const;
  const json::Value* find(std::string_view name) const;
  // C16: the text of each top-level argument as it was sent, where the arguments could be read at all.
  std::map<std::string, std::string> raw_by_parameter() const;
};

}  // namespace argwright
