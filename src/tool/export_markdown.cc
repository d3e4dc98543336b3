// A tool as a section of Markdown. Tested by export_markdown_test.cc.
#include <string>
#include <string_view>
#include <vector>

#include "argwright/tool_export.h"
#include "tool/export_fields.h"
#include "tool/export_prepared.h"

namespace argwright {
namespace {

constexpr std::string_view kIndent = "\xE2\x80\x83";  // an em space: ordinary blanks do not survive in a cell

struct Row {
  std::string parameter, kind, required, allowed, default_value, example, description;
};

// Text that cannot end its cell or be read as markup of its own.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "<br>";
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

// A code span. A bar ends a cell even there.
std::string code(std::string_view text) {
  const bool ticks = text.find('`') != std::string_view::npos;
  std::string out = ticks ? "`` " : "`";
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out + (ticks ? " ``" : "`");
}

// Strings as they are; as JSON where that would not be seen or would break the line.
std::string code_of(const json::Value& value) {
  if (!value.is_string()) return code(json::write(value));
  const std::string& text = value.string();
  bool plain = !text.empty() && text.front() != ' ' && text.back() != ' ';
  for (const char c : text) plain = plain && static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  return code(plain ? text : json::write(value));
}

std::string bound_words(const json::Member& bound) {
  const std::string value = json::write(bound.value);
  if (bound.key == "minimum") return "at least " + value;
  if (bound.key == "maximum") return "at most " + value;
  if (bound.key == "exclusiveMinimum") return bound.value.is_number() ? "above " + value : "";
  if (bound.key == "exclusiveMaximum") return bound.value.is_number() ? "below " + value : "";
  if (bound.key == "multipleOf") return "a multiple of " + value;
  if (bound.key == "minLength") return "at least " + value + " characters";
  if (bound.key == "maxLength") return "at most " + value + " characters";
  if (bound.key == "minItems") return "at least " + value + " items";
  if (bound.key == "maxItems") return "at most " + value + " items";
  return bound.key == "pattern" ? "matches " + code_of(bound.value) : "";
}

void join(std::string& list, const std::string& item) {
  if (!list.empty() && !item.empty()) list += ", ";
  list += item;
}

std::string allowed_words(const tool::Field& field) {
  std::string words;
  for (const json::Value& option : field.options) join(words, code_of(option));
  for (const json::Member& bound : field.bounds) join(words, bound_words(bound));
  for (const json::Member& bound : field.list_bounds) join(words, bound_words(bound));
  return words;
}

void add_rows(const std::vector<tool::Field>& fields, const std::string& indent, std::vector<Row>& rows) {
  for (const tool::Field& field : fields) {
    rows.push_back({indent + code_of(field.name), tool::kind_words(field), field.required ? "yes" : "no",
                    allowed_words(field), field.default_value ? code_of(*field.default_value) : "",
                    field.example ? code_of(*field.example) : "", cell(field.description)});
    add_rows(field.members, indent + std::string(kIndent), rows);
  }
}

std::string table(const std::vector<Row>& rows) {
  struct Column {
    std::string_view title;
    std::string Row::* text;
    bool always;
  };
  static constexpr Column kColumns[] = {
      {"Parameter", &Row::parameter, true},    {"Kind", &Row::kind, true},
      {"Required", &Row::required, true},      {"Allowed", &Row::allowed, false},
      {"Default", &Row::default_value, false}, {"Example", &Row::example, false},
      {"Description", &Row::description, true}};
  std::string head = "|";
  std::string rule = "|";
  std::vector<std::string> lines(rows.size(), "|");
  for (const Column& column : kColumns) {
    bool used = column.always;
    for (const Row& row : rows) used = used || !(row.*column.text).empty();
    if (!used) continue;
    head += " " + std::string(column.title) + " |";
    rule += "---|";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string& text = rows[i].*column.text;
      lines[i] += text.empty() ? " |" : " " + text + " |";
    }
  }
  std::string out = head + "\n" + rule + "\n";
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

std::string export_markdown(const ExportSubject& tool, const ExportOptions& options) {
  const ExportSubject ready = tool::prepared(tool, options);
  std::string out = "## " + code_of(ready.name) + "\n\n";
  if (!ready.description.empty()) out += ready.description + "\n\n";
  std::vector<Row> rows;
  add_rows(tool::fields_of(ready.schema, ready.parameters), "", rows);
  return out + (rows.empty() ? "No parameters.\n" : table(rows));
}

}  // namespace argwright
