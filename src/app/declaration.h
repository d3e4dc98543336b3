// What a schema file, or the schema of a batch line, declares about the tool that is called.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "argwright/catalog.h"
#include "argwright/json.h"
#include "argwright/result.h"
#include "argwright/schema.h"

namespace argwright::app {

// What is known about the tool of one call.
struct Declaration {
  std::string tool_name = {};                 // empty where none is named
  std::shared_ptr<const Schema> schema = {};  // none: the tool is not declared
  // Why there is no schema although one was given; the call is then read as that of an undeclared tool.
  std::string trouble = {};
  // Nothing is to be typed, not even what an undeclared tool gets (S3-27 to S3-29): what the text alone
  // allows. `schema` is then not used.
  bool text_alone = false;
};

// The JSON Schema of a tool's parameters, or tools by name. Copies share what is compiled.
class DeclaredTools {
 public:
  // Reads a JSON Schema, or one tool definition as OpenAI (Chat or Responses), Anthropic or MCP write it, or
  // a list of definitions (also as {"tools": [...]}). What was read before comes out of `cache`. The error's
  // words follow on "FILE: ".
  static Result<DeclaredTools> read(const json::Value& value, SchemaCache& cache);

  // Out of several tools a name has to choose.
  bool needs_a_name() const { return bare_ == nullptr && tools_.all().size() > 1; }
  // A bare schema is for every tool.
  bool declares(std::string_view tool) const { return bare_ != nullptr || tools_.get(tool) != nullptr; }
  // The declaration of `tool`, empty where none was named. An error for a name that is not declared and for a
  // schema that cannot be used; words as above.
  Result<Declaration> choose(std::string_view tool) const;

 private:
  std::shared_ptr<const Schema> bare_;  // none: `tools_` counts
  ToolCatalog tools_;
};

}  // namespace argwright::app
