#include "repair/text_layers.h"

#include <array>
#include <utility>

#include "repair/chars.h"

namespace argwright::repair {
namespace {

// Offset of the first byte that is neither a bracket nor blank (an escaped line break counts as blank).
std::size_t after_brackets(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '{' || text[i] == '[' || is_json_blank(text[i])) {
      ++i;
    } else if (text[i] == '\\' && i + 1 < text.size() &&
               (text[i + 1] == 'n' || text[i + 1] == 'r' || text[i + 1] == 't')) {
      i += 2;
    } else {
      break;
    }
  }
  return i;
}

void push(TextLayer& layer, char c, std::size_t origin) {
  layer.text += c;
  layer.origins.push_back(static_cast<std::uint32_t>(origin));
}

}  // namespace

std::optional<TextLayer> decode_escaped_object(std::string_view text) {
  if (text.empty() || text[0] != '{') return std::nullopt;
  const std::size_t first = after_brackets(text);
  std::size_t slashes = 0;
  while (first + slashes < text.size() && text[first + slashes] == '\\') ++slashes;
  if (slashes == 0 || first + slashes >= text.size() || text[first + slashes] != '"') return std::nullopt;
  TextLayer layer;
  layer.text.reserve(text.size());
  layer.origins.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    // One layer of escaping comes off; raw control characters stay for the next stage to mend.
    if (text[i] != '\\' || i + 1 >= text.size()) {
      if (text[i] == '"') return std::nullopt;  // a quote that is not escaped: not this fault
      push(layer, text[i], i);
      continue;
    }
    const char next = text[i + 1];
    if (next == '\\' && i + 2 < text.size() && text[i + 2] == '"') {
      // \\" where \\\" was due: a quote inside a string, one backslash short.
      push(layer, '\\', i);
      push(layer, '"', i + 2);
      i += 2;
      continue;
    }
    switch (next) {
      case '"':
      case '\\':
      case '/': push(layer, next, i); break;
      case 'n': push(layer, '\n', i); break;
      case 't': push(layer, '\t', i); break;
      case 'r': push(layer, '\r', i); break;
      default: push(layer, '\\', i); push(layer, next, i + 1);
    }
    ++i;
  }
  return layer;
}

std::optional<TextLayer> decode_entity_object(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 9> kEntities = {{{"&quot;", '"'},
                                                                                  {"&#34;", '"'},
                                                                                  {"&#x22;", '"'},
                                                                                  {"&apos;", '\''},
                                                                                  {"&#39;", '\''},
                                                                                  {"&#x27;", '\''},
                                                                                  {"&lt;", '<'},
                                                                                  {"&gt;", '>'},
                                                                                  {"&amp;", '&'}}};
  if (text.empty() || text[0] != '{') return std::nullopt;
  const std::string_view first = text.substr(after_brackets(text));
  if (!first.starts_with("&quot;") && !first.starts_with("&#34;") && !first.starts_with("&#x22;"))
    return std::nullopt;
  TextLayer layer;
  layer.text.reserve(text.size());
  layer.origins.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    bool decoded = false;
    if (text[i] == '&') {
      for (const auto& [entity, character] : kEntities) {
        if (text.substr(i, entity.size()) != entity) continue;
        push(layer, character, i);
        i += entity.size();
        decoded = true;
        break;
      }
    }
    if (!decoded) {
      push(layer, text[i], i);
      ++i;
    }
  }
  return layer;
}

}  // namespace argwright::repair
