// A tool as the description of a form. Tested by export_form_test.cc.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "argwright/tool_export.h"
#include "tool/export_fields.h"
#include "tool/export_prepared.h"
#include "tool/key_style.h"

namespace argwright {
namespace {

// Texts from this length on get several lines.
constexpr std::int64_t kLongText = 200;

// Parameters that usually hold several lines.
constexpr std::array<std::string_view, 16> kLongNames = {
    "body",    "code",      "content",   "contents", "description", "diff",   "input", "instructions",
    "message", "newstring", "oldstring", "patch",    "prompt",      "script", "text",  "filetext"};

// file_path, filePath and file-path are labelled "File path".
std::string label_of(std::string_view name) {
  std::string out;
  bool capital_before = true;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (c == '_' || c == '-' || c == '.' || c == ' ') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (capital && !capital_before && out.back() != ' ') {
      out += ' ';
      out += static_cast<char>(c + 32);
    } else {
      out += c;
    }
    capital_before = capital || out.empty();
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 32);
  return out.empty() ? std::string(name) : out;
}

const json::Value* bound(const tool::Field& field, std::string_view key) {
  const auto it = std::find_if(field.bounds.begin(), field.bounds.end(),
                               [&](const json::Member& m) { return m.key == key; });
  return it != field.bounds.end() ? &it->value : nullptr;
}

bool is_long_text(const tool::Field& field) {
  if (const json::Value* most = bound(field, "maxLength"))
    return most->is_number() && most->as_int64().value_or(kLongText) >= kLongText;
  if (field.example && field.example->is_string() && field.example->string().find('\n') != std::string::npos)
    return true;
  return std::find(kLongNames.begin(), kLongNames.end(), tool::fold_key(field.name)) != kLongNames.end();
}

// Of the value, or of each value of a list.
std::string_view widget_of(const tool::Field& field) {
  if (!field.options.empty()) return "select";
  if (!field.kind) return "json";
  switch (*field.kind) {
    case ValueKind::kBoolean: return "checkbox";
    case ValueKind::kInteger:
    case ValueKind::kNumber: return "number";
    case ValueKind::kJsonObject:
    case ValueKind::kJsonArray: return "json";
    case ValueKind::kTimestamp: return "datetime";
    case ValueKind::kUri: return "url";
    case ValueKind::kString: return is_long_text(field) ? "textarea" : "text";
    case ValueKind::kEnumToken:
    case ValueKind::kAttachmentReference: return "text";
  }
  return "text";
}

json::Value form_fields(const std::vector<tool::Field>& fields);

void add_bounds(json::Object& out, const json::Object& bounds) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"minimum", "min"},
      {"maximum", "max"},
      {"exclusiveMinimum", "exclusive_min"},
      {"exclusiveMaximum", "exclusive_max"},
      {"multipleOf", "step"},
      {"minLength", "min_length"},
      {"maxLength", "max_length"},
      {"pattern", "pattern"},
      {"minItems", "min_items"},
      {"maxItems", "max_items"}};
  for (const json::Member& one : bounds) {
    for (const auto& [keyword, name] : kNames) {
      if (one.key == keyword) out.push_back({std::string(name), one.value});
    }
  }
}

// What belongs to the value itself; for a list, to each of its items.
void add_value(json::Object& out, const tool::Field& field) {
  if (!field.options.empty()) out.push_back({"options", field.options});
  add_bounds(out, field.bounds);
  if (field.kind == ValueKind::kInteger && bound(field, "multipleOf") == nullptr && field.options.empty()) {
    out.push_back({"step", json::Value::integer(1)});
  }
  if (field.date_only) out.push_back({"format", "date"});
  if (!field.members.empty()) out.push_back({"fields", form_fields(field.members)});
}

json::Value form_field(const tool::Field& field) {
  const bool list = field.cardinality == Cardinality::kList;
  const bool map = field.cardinality == Cardinality::kMap;
  json::Object out = {{"name", field.name},
                      {"label", field.title.empty() ? label_of(field.name) : field.title},
                      {"widget", list  ? "list"
                                 : map ? "json"
                                       : widget_of(field)},
                      {"kind", tool::kind_words(field)},
                      {"required", field.required}};
  if (field.nullable) out.push_back({"nullable", true});
  if (!field.description.empty()) out.push_back({"help", field.description});
  if (field.default_value) out.push_back({"default", *field.default_value});
  if (field.example) out.push_back({"placeholder", *field.example});
  if (list) {
    json::Object item = {{"widget", widget_of(field)}};
    add_value(item, field);
    out.push_back({"item", std::move(item)});
    add_bounds(out, field.list_bounds);
  } else if (!map) {
    add_value(out, field);
    add_bounds(out, field.list_bounds);
  }
  return out;
}

json::Value form_fields(const std::vector<tool::Field>& fields) {
  json::Array out;
  for (const tool::Field& field : fields) out.push_back(form_field(field));
  return out;
}

}  // namespace

json::Value export_form(const ExportSubject& tool, const ExportOptions& options) {
  ExportOptions for_people = options;
  for_people.shell_hints = false;
  const ExportSubject ready = tool::prepared(tool, for_people);
  json::Object out = {{"tool", ready.name}, {"title", label_of(ready.name)}};
  if (!ready.description.empty()) out.push_back({"help", ready.description});
  out.push_back({"fields", form_fields(tool::fields_of(ready.schema, ready.parameters))});
  return out;
}

}  // namespace argwright
