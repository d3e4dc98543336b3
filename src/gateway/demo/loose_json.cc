#include "gateway/demo/loose_json.h"

#include <algorithm>

namespace argwright::gateway::demo {
namespace {

bool is_name(std::string_view key) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !key.empty() && is_letter(key.front()) &&
         std::ranges::all_of(key, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// JSON's own spelling of a string, with other quotes and line breaks where the style has them.
void append_string(std::string& out, std::string_view text, const LooseStyle& style) {
  std::string strict;
  json::append_quoted(strict, text);
  out += style.quote;
  for (std::size_t i = 1; i + 1 < strict.size(); ++i) {
    const char c = strict[i];
    const char next = strict[i + 1];
    if (c == '\\' && next == '"' && style.quote != '"') {
      out += '"';
      ++i;
    } else if (c == '\\' && next == 'n' && style.raw_line_breaks) {
      out += '\n';
      ++i;
    } else if (c == '\\') {
      out += c;
      out += next;
      ++i;
    } else {
      if (c == style.quote) out += '\\';
      out += c;
    }
  }
  out += style.quote;
}

void append_value(std::string& out, const json::Value& value, const LooseStyle& style);

void append_object(std::string& out, const json::Object& members, const LooseStyle& style, bool is_root) {
  out += '{';
  if (is_root) out += style.comment;
  bool first = true;
  for (const json::Member& member : members) {
    if (!first) out += ", ";
    first = false;
    if (style.bare_keys && is_name(member.key)) {
      out += member.key;
    } else {
      append_string(out, member.key, style);
    }
    out += ": ";
    append_value(out, member.value, style);
  }
  if (!is_root) {
    out += '}';
    return;
  }
  if (style.trailing_comma && !first) out += ',';
  if (style.closed) {
    out += '}';
  } else {
    out += '\n';  // a number or a word that ends with the text may have been cut off; this one was not
  }
}

// The values here are our own, a few levels deep.
// NOLINTNEXTLINE(misc-no-recursion)
void append_value(std::string& out, const json::Value& value, const LooseStyle& style) {
  switch (value.kind()) {
    case json::Kind::kNull: out += style.python_words ? "None" : "null"; return;
    case json::Kind::kBoolean:
      out +=
          value.boolean() ? (style.python_words ? "True" : "true") : (style.python_words ? "False" : "false");
      return;
    case json::Kind::kNumber: out += value.number_text(); return;
    case json::Kind::kString: append_string(out, value.string(), style); return;
    case json::Kind::kArray: {
      out += '[';
      bool first = true;
      for (const json::Value& item : value.items()) {
        if (!first) out += ", ";
        first = false;
        append_value(out, item, style);
      }
      out += ']';
      return;
    }
    case json::Kind::kObject: append_object(out, value.members(), style, false); return;
  }
}

}  // namespace

std::string write_loosely(const json::Value& value, const LooseStyle& style) {
  std::string out;
  if (value.is_object()) {
    append_object(out, value.members(), style, true);
  } else {
    append_value(out, value, style);
  }
  return out;
}

}  // namespace argwright::gateway::demo
