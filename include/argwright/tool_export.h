// A tool's declaration as others want it: OpenAI and Anthropic requests, JSON Schema, documentation, forms.
//
// Every export is a function of its input alone: the same declaration gives the same bytes. A schema that was
// imported is exported as it came, unknown keywords included.
//
// Threading: free functions on plain data; any number of threads may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/execution.h"
#include "argwright/json.h"
#include "argwright/schema.h"
#include "argwright/tool.h"

namespace argwright {

// What an export needs to know of a tool.
struct ExportSubject {
  std::string name;
  std::string description;
  json::Value schema;                     // of the arguments object
  std::vector<ToolParameter> parameters;  // empty where only the schema is known
  bool runs_shell = false;

  static ExportSubject of(const Tool& tool);
  // A tool that came as data runs a shell if its name says so.
  static ExportSubject of(std::string name, std::string description, std::vector<ToolParameter> parameters);
  static ExportSubject of(std::string name, std::string description, const Schema& schema);
};

struct ExportOptions {
  // Appends the hints of with_shell_hints() to the descriptions of tools that run a shell. Never in forms:
  // the hints are for models.
  bool shell_hints = true;
  // Characters that the descriptions of one tool may have together, as trim_descriptions() counts them; the
  // hints come on top.
  std::optional<std::size_t> description_budget = std::nullopt;
};

// {"type":"function","function":{"name","description","parameters"}}
json::Value export_openai_chat(const ExportSubject& tool, const ExportOptions& options = {});
// Flat: {"type":"function","name","description","parameters","strict":false}. Said, since leaving it out
// means strict, which forbids optional parameters.
json::Value export_openai_responses(const ExportSubject& tool, const ExportOptions& options = {});
// {"name","description","input_schema"}
json::Value export_anthropic(const ExportSubject& tool, const ExportOptions& options = {});
// JSON Schema 2020-12 of the arguments; $schema, title and description are added where the schema has none.
json::Value export_json_schema(const ExportSubject& tool, const ExportOptions& options = {});
// A heading, the description and a table of parameters; members of objects are indented below them.
std::string export_markdown(const ExportSubject& tool, const ExportOptions& options = {});
// What a UI needs to draw a form:
//   {"tool","title","help","fields":[{"name","label","widget","kind","required", ...}]}
// widget is text, textarea, number, checkbox, select, datetime, url, json or list. Present where declared:
// help, options, default, placeholder (an example), min, max, exclusive_min, exclusive_max, step, min_length,
// max_length, pattern, min_items, max_items, format ("date"), nullable, item (of a list: a field without
// name), fields (of an object, to draw in place of raw JSON).
json::Value export_form(const ExportSubject& tool, const ExportOptions& options = {});

enum class ExportFormat : std::uint8_t {
  kOpenAiChat,
  kOpenAiResponses,
  kAnthropic,
  kJsonSchema,
  kMarkdown,
  kForm,
};
// "openai", "responses", "anthropic", "json-schema", "markdown", "form"; in the order of the enumeration.
const std::vector<std::string>& export_format_names();
std::optional<ExportFormat> export_format_of(std::string_view name);

// Many tools as one text that ends in a newline: a JSON list, or for Markdown one section each.
std::string export_tools(const std::vector<ExportSubject>& tools, ExportFormat format,
                         const ExportOptions& options = {});

// Is it the name of a tool that runs shell commands, such as shell, bash, exec_command or mcp__box__bash?
bool is_shell_tool_name(std::string_view name);
// The description with advice on robust commands (S2-39 to S2-41) at its end; unchanged if it is there
// already.
std::string with_shell_hints(std::string_view description);
// The same for tools that come as JSON: one definition (OpenAI Chat or Responses, Anthropic, MCP), a list, or
// an object with such a list in "tools". Only functions with a shell's name; what a provider has built in is
// left alone. Returns how many descriptions were changed.
std::size_t add_shell_hints(json::Value& tools);

// Token thrift: shortens the descriptions of a schema, a tool definition, a list of them, or {"tools": [...]}
// so that together they have at most `budget` characters (code points). The longest are shortened first, to
// one common length; each is cut after a sentence, else after a word, and ends in an ellipsis. Nothing but
// descriptions is touched. Returns the characters that are left.
std::size_t trim_descriptions(json::Value& definition, std::size_t budget);

}  // namespace argwright
