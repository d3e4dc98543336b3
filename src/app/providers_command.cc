// Tested by providers_command_test.cc.
#include "app/providers_command.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/complain.h"
#include "app/output.h"
#include "app/repair_command.h"
#include "argwright/json.h"
#include "gateway/config/config_reader.h"
#include "gateway/config/suggestion.h"
#include "provider/profile_fields.h"
#include "provider/profiles.h"

namespace argwright::app {
namespace {

using provider::Profile;
using provider::ProfileField;
using provider::Profiles;

constexpr std::size_t kMostColumns = 100;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : std::string(between)) + word;
  return line;
}

std::string field_text(std::string_view key, const Profile& row) {
  return show_field(*provider::profile_field(key), row);
}

// --- the table
// -------------------------------------------------------------------------------------------------

struct Column {
  std::string_view title;
  std::size_t width;
  std::string (*text)(const Profile& row);
};

std::string models_text(const Profile& row) { return row.models.empty() ? "" : joined(row.models, ", "); }

std::string back_text(const Profile& row) {
  const std::string back = field_text("back", row);
  return row.back == provider::Back::kNone ? back : back + " " + field_text("back_scope", row);
}

std::string choice_text(const Profile& row) {
  const bool is_any = row.tool_choice.size() >= 4;
  const std::string words = is_any ? "any" : joined(row.tool_choice, " ");
  const bool has_fewer =
      row.thinking != provider::Thinking::kNone && row.tool_choice_thinking.size() < row.tool_choice.size();
  return words + (has_fewer ? " *" : "");
}

constexpr std::array<Column, 6> kColumns = {{
    {"PROVIDER", 10, [](const Profile& row) { return row.models.empty() ? row.name : std::string(); }},
    {"MODELS", 24, models_text},
    {"REASONING IN", 17, [](const Profile& row) { return field_text("reply_reasoning", row); }},
    {"SENT BACK", 19, back_text},
    {"THINKS", 6, [](const Profile& row) { return field_text("thinking", row); }},
    {"TOOL_CHOICE", 18, choice_text},
}};

std::string cut(std::string text, std::size_t width) {
  if (text.size() <= width) return text;
  text.resize(width - 2);
  return text + "..";
}

std::string table_line(const auto& text_of) {
  std::string line;
  for (const Column& column : kColumns) {
    std::string cell = cut(text_of(column), column.width);
    cell.resize(column.width + 1, ' ');
    line += cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string table(const Profiles& profiles) {
  std::string out = table_line([](const Column& column) { return std::string(column.title); });
  for (const Profile& row : profiles.rows()) {
    out += table_line([&](const Column& column) { return column.text(row); });
  }
  out += "\n* fewer while it thinks. argwright providers NAME tells everything about one provider.\n";
  return out;
}

// --- one provider
// ------------------------------------------------------------------------------------------------

// Breaks at blanks; further lines begin below the text.
std::string wrapped(std::string head, const std::string& text) {
  const std::size_t indent = head.size();
  std::string out;
  std::string line = std::move(head);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (line.size() > indent && line.size() + 1 + word.size() > kMostColumns) {
      out += line + "\n";
      line = std::string(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
    at = end + 1;
  }
  return out + line + "\n";
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size() + 1), ' ');
  return text;
}

std::string one(const Profiles& profiles, const Profile& own) {
  constexpr std::size_t kKeyWidth = 24;
  std::string out = own.name + "\n";
  for (const ProfileField& field : provider::profile_fields()) {
    const std::string text = show_field(field, own);
    if (!text.empty()) out += wrapped(padded("  " + std::string(field.key), kKeyWidth), text);
  }
  for (const Profile* const row : profiles.model_rows(own.name)) {
    out += "\n" + wrapped(own.name + ", models ", models_text(*row));
    bool is_same = true;
    for (const ProfileField& field : provider::profile_fields()) {
      if (field.get(*row) == field.get(own)) continue;
      is_same = false;
      const std::string text = show_field(field, *row);
      out += wrapped(padded("  " + std::string(field.key), kKeyWidth), text.empty() ? "-" : text);
    }
    if (is_same) out += "  as above\n";
  }
  return out;
}

// --- JSON
// --------------------------------------------------------------------------------------------------------

json::Value to_json(const Profile& row) {
  json::Object members = {{"name", json::Value(row.name)},
                          {"models", json::Value(json::Array(row.models.begin(), row.models.end()))}};
  for (const ProfileField& field : provider::profile_fields()) {
    members.push_back({std::string(field.key), field.get(row)});
  }
  return json::Value(std::move(members));
}

// --- Markdown
// ----------------------------------------------------------------------------------------------------

std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

std::string markdown_field(const ProfileField& field, const Profile& row) {
  const std::string text = show_field(field, row);
  const bool is_prose =
      field.key == "title" || field.key == "ids" || field.key == "errors" || field.key == "stream";
  return "| `" + std::string(field.key) + "` | " +
         (text.empty() ? "none"
          : is_prose   ? cell(text)
                       : code(text)) +
         " |\n";
}

std::string markdown_of(const Profiles& profiles, const Profile& own) {
  const Profile& plain = profiles.rows().front();
  std::string out =
      "\n## " + own.name + "\n\n" + own.title + ". What differs from `generic`:\n\n| field | |\n|---|---|\n";
  for (const ProfileField& field : provider::profile_fields()) {
    if (field.key == "title") continue;
    if (&own == &plain ? !show_field(field, own).empty() : field.get(own) != field.get(plain)) {
      out += markdown_field(field, own);
    }
  }
  if (&own == &plain) out.replace(out.find(". What differs from `generic`:"), 30, ":");
  for (const Profile* const row : profiles.model_rows(own.name)) {
    out += "\nModels " + code(joined(row->models, "`, `")) + ":";
    std::string fields;
    for (const ProfileField& field : provider::profile_fields()) {
      if (field.get(*row) != field.get(own)) fields += markdown_field(field, *row);
    }
    out += fields.empty() ? " as above.\n" : "\n\n| field | |\n|---|---|\n" + fields;
  }
  return out;
}

std::string markdown_words(const ProfileField& field) {
  std::string line;
  for (const std::string_view word : field.words)
    line += (line.empty() ? "`" : ", `") + std::string(word) + "`";
  if (!line.empty()) return (field.kind == provider::FieldKind::kWords ? "some of " : "") + line;
  switch (field.kind) {
    case provider::FieldKind::kFlag: return "true or false";
    case provider::FieldKind::kTexts: return "a list of strings";
    case provider::FieldKind::kObject: return "a table";
    case provider::FieldKind::kUrl: return "a URL";
    default: return "a string";
  }
}

constexpr const char* kMarkdownHead =
    R"(<!-- Made by `argwright providers --format markdown > docs/providers.md`; change src/provider/profile_table.cc. -->
# Providers

What is known of each provider's API, and applied to every request that goes there. `argwright providers` prints this table,
`argwright providers NAME` one provider. A provider is recognised by the `provider` of an `[[upstream]]`; where that is
generic, by the host of its base URL; within a provider the first row whose pattern matches the model counts.
`[[provider]]` in argwright.toml adds and changes rows ([configuration.md](configuration.md#provider)).

## In short

| provider | models | reasoning in | sent back | thinks | tool_choice |
|---|---|---|---|---|---|
)";

constexpr const char* kMarkdownFields = R"(
`*`: fewer values of tool_choice while it thinks.

## The fields

| field | value | |
|---|---|---|
)";

std::string markdown(const Profiles& profiles, const Profile* only) {
  if (only != nullptr) return markdown_of(profiles, *only).substr(1);
  std::string out = kMarkdownHead;
  for (const Profile& row : profiles.rows()) {
    out += "|";
    for (const Column& column : kColumns) {
      const bool is_models = column.text == models_text && !row.models.empty();
      const std::string text = is_models ? code(joined(row.models, "`, `")) : column.text(row);
      out += text.empty() ? " |" : " " + text + " |";
    }
    out += "\n";
  }
  out += kMarkdownFields;
  for (const ProfileField& field : provider::profile_fields()) {
    out += "| `" + std::string(field.key) + "` | " + markdown_words(field) + " | " + std::string(field.what) +
           " |\n";
  }
  for (const std::string_view name : profiles.names()) out += markdown_of(profiles, *profiles.by_name(name));
  return out;
}

}  // namespace

Result<std::string> providers_text(const ProvidersSettings& settings) {
  Profiles profiles;
  if (!settings.config_file.empty()) {
    // Keys are not used here, and need not be set.
    const gateway::ConfigReading reading =
        gateway::load_config(settings.config_file, [](const std::string&) { return std::string("-"); });
    std::string faults;
    for (const gateway::ConfigIssue& issue : reading.errors)
      faults += (faults.empty() ? "" : "\n") + issue.describe();
    if (!reading.ok()) return Error{ErrorCode::kInvalidArgument, std::move(faults), {}};
    profiles = Profiles(reading.config.providers);
  }
  const Profile* only = nullptr;
  if (!settings.name.empty()) {
    only = profiles.by_name(settings.name);
    if (only == nullptr) {
      const std::vector<std::string_view> names = profiles.names();
      const std::string meant = gateway::did_you_mean(settings.name, names);
      return Error{ErrorCode::kInvalidArgument,
                   "there is no provider \"" + settings.name + "\"; " +
                       (meant.empty() ? "argwright providers lists them" : meant),
                   {}};
    }
  }
  if (settings.format == ProvidersFormat::kMarkdown) return markdown(profiles, only);
  if (settings.format == ProvidersFormat::kTable)
    return only != nullptr ? one(profiles, *only) : table(profiles);
  json::Array rows;
  for (const Profile& row : profiles.rows()) {
    if (only == nullptr || row.name == only->name) rows.push_back(to_json(row));
  }
  return json::write(json::Value(std::move(rows))) + "\n";
}

int run_providers(const ProvidersSettings& settings) {
  const Result<std::string> text = providers_text(settings);
  if (!text) {
    complain({}, text.error().message);
    return kExitError;
  }
  Output out(STDOUT_FILENO);
  out.write(*text);
  if (out.flush()) return kExitOk;
  if (!out.closed()) complain("standard output", out.error_words());
  return kExitError;
}

}  // namespace argwright::app
