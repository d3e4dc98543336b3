// The exports that programs read: tools of requests, JSON Schema. Tested by export_test.cc.
#include <algorithm>

#include "argwright/tool_export.h"
#include "tool/export_prepared.h"

namespace argwright {
namespace {

constexpr const char* kDialect = "https://json-schema.org/draft/2020-12/schema";

void add_description(json::Object& out, std::string description) {
  if (!description.empty()) out.push_back({"description", std::move(description)});
}

json::Value export_one(const ExportSubject& tool, ExportFormat format, const ExportOptions& options) {
  switch (format) {
    case ExportFormat::kOpenAiChat: return export_openai_chat(tool, options);
    case ExportFormat::kOpenAiResponses: return export_openai_responses(tool, options);
    case ExportFormat::kAnthropic: return export_anthropic(tool, options);
    case ExportFormat::kJsonSchema: return export_json_schema(tool, options);
    case ExportFormat::kForm: return export_form(tool, options);
    case ExportFormat::kMarkdown: break;
  }
  return export_markdown(tool, options);
}

}  // namespace

json::Value export_openai_chat(const ExportSubject& tool, const ExportOptions& options) {
  ExportSubject ready = tool::prepared(tool, options);
  json::Object function = {{"name", std::move(ready.name)}};
  add_description(function, std::move(ready.description));
  function.push_back({"parameters", std::move(ready.schema)});
  return json::Object{{"type", "function"}, {"function", std::move(function)}};
}

json::Value export_openai_responses(const ExportSubject& tool, const ExportOptions& options) {
  ExportSubject ready = tool::prepared(tool, options);
  json::Object out = {{"type", "function"}, {"name", std::move(ready.name)}};
  add_description(out, std::move(ready.description));
  out.push_back({"parameters", std::move(ready.schema)});
  out.push_back({"strict", false});
  return out;
}

json::Value export_anthropic(const ExportSubject& tool, const ExportOptions& options) {
  ExportSubject ready = tool::prepared(tool, options);
  json::Object out = {{"name", std::move(ready.name)}};
  add_description(out, std::move(ready.description));
  out.push_back({"input_schema", std::move(ready.schema)});
  return out;
}

json::Value export_json_schema(const ExportSubject& tool, const ExportOptions& options) {
  ExportSubject ready = tool::prepared(tool, options);
  if (!ready.schema.is_object()) return std::move(ready.schema);
  json::Object out;
  const auto add_unless_there = [&](const char* key, std::string text) {
    if (!text.empty() && ready.schema.find(key) == nullptr) out.push_back({key, std::move(text)});
  };
  add_unless_there("$schema", kDialect);
  add_unless_there("title", std::move(ready.name));
  add_unless_there("description", std::move(ready.description));
  std::move(ready.schema.members().begin(), ready.schema.members().end(), std::back_inserter(out));
  return out;
}

const std::vector<std::string>& export_format_names() {
  static const std::vector<std::string> kNames = {"openai",      "responses", "anthropic",
                                                  "json-schema", "markdown",  "form"};
  return kNames;
}

std::optional<ExportFormat> export_format_of(std::string_view name) {
  const std::vector<std::string>& names = export_format_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) return std::nullopt;
  return static_cast<ExportFormat>(it - names.begin());
}

std::string export_tools(const std::vector<ExportSubject>& tools, ExportFormat format,
                         const ExportOptions& options) {
  if (format == ExportFormat::kMarkdown) {
    std::string out;
    for (const ExportSubject& tool : tools) out += (out.empty() ? "" : "\n") + export_markdown(tool, options);
    return out;
  }
  json::Array list;
  for (const ExportSubject& tool : tools) list.push_back(export_one(tool, format, options));
  return json::write(json::Value(std::move(list)), {.indent = 2}) + "\n";
}

}  // namespace argwright
