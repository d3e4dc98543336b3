#include "bench/documents.h"

#include <fstream>
#include <string_view>
#include <utility>

#include "argwright/json.h"

namespace argwright::bench {
namespace {

// The lines of LICENSE: text of an ordinary kind that stays as it is. (On the lines of our sources jsonrepair
// throws, even where they stand in valid JSON.)
std::vector<std::string> text_lines(const std::string& source_folder) {
  std::vector<std::string> lines;
  std::ifstream stream(source_folder + "/LICENSE");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos) lines.push_back(line.substr(begin));
  }
  return lines;
}

// The arguments of a call that edits a file, of about `size` bytes.
json::Value make_value(const std::vector<std::string>& lines, std::size_t size) {
  constexpr std::size_t kOverhead = 26;
  json::Array edits;
  std::size_t bytes = 80;
  for (std::size_t i = 0; bytes < size; ++i) {
    const std::string& line = lines[i % lines.size()];
    bytes += line.size() + kOverhead;
    edits.push_back(
        json::Object{{"line", json::Value::integer(static_cast<std::int64_t>(i + 1))}, {"text", line}});
  }
  return json::Object{{"path", "docs/licence.md"}, {"edits", std::move(edits)}, {"create", false}};
}

enum class Style { kValid, kTrailingCommas, kSingleQuotes };

std::string single_quoted(std::string_view text) {
  std::string json;
  json::append_quoted(json, text);
  std::string out = "'";
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] == '\\' && json[i + 1] == '"') {
      out += '"';
      ++i;
    } else if (json[i] == '\\') {
      out += json[i];
      out += json[++i];
    } else {
      if (json[i] == '\'') out += '\\';
      out += json[i];
    }
  }
  return out + "'";
}

void append(const json::Value& value, Style style, std::string& out) {
  const auto quote = [&](const std::string& text) {
    if (style == Style::kSingleQuotes) {
      out += single_quoted(text);
    } else {
      json::append_quoted(out, text);
    }
  };
  const auto close = [&](bool empty, char bracket) {
    if (!empty && style == Style::kTrailingCommas) out += ',';
    out += bracket;
  };
  if (value.is_object()) {
    out += '{';
    for (const json::Member& member : value.members()) {
      if (&member != &value.members().front()) out += ", ";
      quote(member.key);
      out += ": ";
      append(member.value, style, out);
    }
    close(value.members().empty(), '}');
  } else if (value.is_array()) {
    out += '[';
    for (const json::Value& item : value.items()) {
      if (&item != &value.items().front()) out += ", ";
      append(item, style, out);
    }
    close(value.items().empty(), ']');
  } else if (value.is_string()) {
    quote(value.string());
  } else {
    out += json::write(value);
  }
}

std::string write(const json::Value& value, Style style) {
  std::string out;
  append(value, style, out);
  return out;
}

// A file to be written, whose text holds quotes that nobody escaped.
std::string with_unescaped_quotes(std::size_t size) {
  std::string text = "{\"path\": \"docs/notes.md\", \"content\": \"";
  while (text.size() + 120 < size) text += "The \"second\" reading is kept, as \"first\" as it may be.\\n";
  return text + "\", \"mode\": 420}";
}

// Cut inside the last string that holds some text.
std::string cut(std::string text) {
  std::size_t at = text.size() * 9 / 10;
  while (at > 1 && !(text[at - 1] >= 'a' && text[at - 1] <= 'z' && text[at] >= 'a' && text[at] <= 'z')) --at;
  text.resize(at);
  return text;
}

std::string quoted(const std::string& text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

}  // namespace

std::vector<Document> make_documents(const std::string& source_folder) {
  const std::vector<std::string> lines = text_lines(source_folder);
  std::vector<Document> documents;
  if (lines.empty()) return documents;
  constexpr std::pair<std::size_t, std::string_view> kSizes[] = {
      {200, "200 B"}, {2000, "2 KB"}, {100000, "100 KB"}};
  for (const auto& [size, words] : kSizes) {
    const json::Value value = make_value(lines, size);
    const std::string valid = write(value, Style::kValid);
    const auto add = [&, size_words = std::string(words)](const std::string& name,
                                                          std::string text) -> Document& {
      return documents.emplace_back(Document{name + ", " + size_words, std::move(text)});
    };
    add("valid", valid).valid = true;
    add("trailing commas", write(value, Style::kTrailingCommas));
    add("single quotes", write(value, Style::kSingleQuotes));
    add("truncated", cut(valid));
    add("truncated, to be closed", cut(valid)).close = true;
    add("unescaped quotes", with_unescaped_quotes(size));
    add("fenced", "```json\n" + valid + "\n```\n");
    add("double-encoded", quoted(valid));
  }
  return documents;
}

}  // namespace argwright::bench
