// A JSON Schema as real tools declare it, compiled once and used for many calls.
//
// Understood: type (also lists), properties, required, items, prefixItems, enum, const, anyOf, oneOf, allOf,
// local $ref and $defs (recursive too), nullable, additionalProperties, patternProperties, default, format
// (date-time, date, uri), bounds, lengths, pattern. Unknown keywords are kept for export and ignored. oneOf
// is read as anyOf.
//
// Threading: a Schema is immutable; any number of threads may use it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "argwright/tool.h"

namespace argwright {

struct SchemaNode;  // internal

class Schema {
 public:
  // The error names the place in the schema (JSON pointer) and what is wrong there. The schema is kept as its
  // source(): whoever needs it no more moves it in.
  static Result<Schema> compile(json::Value schema);
  static Result<Schema> compile_text(std::string_view schema_text);
  // From a declaration. The parameters' rules are the seed's (S1-55 to S1-60).
  static Schema from_parameters(const std::vector<ToolParameter>& parameters);

  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;
  ~Schema();

  // Names of the declared top-level members, also of those that are only required.
  const std::vector<std::string>& keys() const;
  // The schema as it was given, or as it follows from the parameters.
  const json::Value& source() const;
  const SchemaNode& root() const;

 private:
  struct Compiled;
  explicit Schema(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

struct CoerceOptions {
  bool yes_no_booleans = false;  // "yes" and "no" for booleans
};

struct Coercion {
  bool changed = false;
  std::vector<Diagnostic> diagnostics;  // in document order

  bool fits() const;  // no error among the diagnostics
};

// Coerces `value` in place as far as the schema allows. Where it cannot, the value stays as sent and an error
// is recorded, also where parts of the schema contradict each other. A value that already fits is not
// touched; what is accepted fits (format uri apart, which only warns); coercing twice changes nothing more.
Coercion coerce(json::Value& value, const Schema& schema, const CoerceOptions& options = {});

// The whole way of one call: repair, then coercion by `schema`; without one (nullptr) only S3's promotions
// apply, with the warning tool_definition_missing when a tool name is given. With RepairOptions::enhance off
// text() is the text as received and there are no parts; all else tells what would have been done.
struct CallInput {
  std::string_view tool_name;
  std::string_view tool_call_id;
  std::string_view raw_arguments;
};
ToolCallRequest parse_call(const CallInput& input, const Schema* schema, const RepairOptions& options = {},
                           const CoerceOptions& coerce_options = {});

}  // namespace argwright
