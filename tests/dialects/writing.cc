#include "tests/dialects/writing.h"

namespace argwright::dialects {
namespace {

// Strings in single quotes, as Python writes them.
std::string single_quoted(std::string_view json) {
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') {
      in_string = !in_string;
      text += '\'';
    } else if (in_string && json[i] == '\\') {
      const char escaped = json[++i];
      if (escaped != '"') text += '\\';
      text += escaped;
    } else if (in_string && json[i] == '\'') {
      text += "\\'";
    } else {
      text += json[i];
    }
  }
  return text;
}

}  // namespace

std::string member(std::string_view key, std::string_view json) {
  return json_text(key) + ":" + std::string(json);
}

std::string joined(const std::vector<std::string>& list, std::string_view between) {
  std::string text;
  for (const std::string& one : list) text += (text.empty() ? "" : std::string(between)) + one;
  return text;
}

std::string object(const std::vector<std::string>& members) { return "{" + joined(members) + "}"; }

std::string list(const std::vector<std::string>& items) { return "[" + joined(items) + "]"; }

std::string half(std::string_view text, Dice& dice) {
  std::size_t size = dice.below(text.size());
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return std::string(text.substr(0, size));
}

std::string broken(std::string_view json, const Style& style) {
  const std::string text(json);
  if (style.is("text", "single quotes")) return single_quoted(json);
  if (style.is("text", "trailing comma") && json != "{}") return text.substr(0, text.size() - 1) + ",}";
  if (style.is("text", "fenced")) return "```json\n" + text + "\n```";
  if (style.is("text", "twice")) return json_text(json);
  return text;
}

}  // namespace argwright::dialects
