#include "tests/dialects/meant.h"

#include <algorithm>
#include <string_view>

#include "argwright/json.h"

namespace argwright::dialects {
namespace {

constexpr std::string_view kTools = R"([
  {"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},
  {"name":"read_file","input_schema":{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}},"required":["path"]}},
  {"name":"write_file","input_schema":{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}},
  {"name":"run","input_schema":{"type":"object","properties":{"command":{"type":"array","items":{"type":"string"}},"env":{"type":"object"}}}},
  {"name":"now","input_schema":{"type":"object","properties":{}}}])";

const std::vector<std::string>& words() {
  static const std::vector<std::string> list = {
      "notes.md", "{\"a\":1}", "src/main.cc", "it's \"quoted\"", "line\nline", "größe",   "日本語",
      "😀 {",     "}",         "a\\b",        "</think>",        "data: x",    "```json", "C:\\new",
      "[1,2]",    "",          " blank ",
  };
  return list;
}

std::string arguments_of(std::string_view tool, Dice& dice) {
  const auto member = [&](std::string_view key, std::string value) {
    return json_text(key) + ":" + std::move(value);
  };
  const auto word = [&] { return json_text(dice.pick(words())); };
  if (tool == "read") return "{" + member("path", word()) + "}";
  if (tool == "read_file") {
    std::string text = "{" + member("path", word());
    if (dice.chance(50)) text += "," + member("limit", std::to_string(dice.below(1000)));
    return text + "}";
  }
  if (tool == "write_file") {
    std::string content;
    for (std::size_t i = dice.below(12); i-- > 0;) content += dice.pick(words()) + " ";
    return "{" + member("path", word()) + "," + member("content", json_text(content)) + "}";
  }
  if (tool == "run") {
    std::string list;
    for (std::size_t i = 1 + dice.below(3); i-- > 0;) list += (list.empty() ? "" : ",") + word();
    std::string text = "{" + member("command", "[" + list + "]");
    if (dice.chance(50)) text += "," + member("env", "{" + member("HOME", word()) + "}");
    return text + "}";
  }
  return "{}";
}

std::string sentence(Dice& dice) {
  static const std::vector<std::string> list = {"Let me look. ",         "The größe of x < 3 is 😀. ",
                                                "First: read \"it\".\n", "日本語です。",
                                                "{not a call} ",         "Done"};
  std::string text;
  for (std::size_t i = 1 + dice.below(4); i-- > 0;) text += dice.pick(list);
  return text;
}

}  // namespace

bool Meant::has_equal_calls() const {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (calls[i].name == calls[j].name && calls[i].arguments == calls[j].arguments) return true;
    }
  }
  return false;
}

Meant draw_meant(Dice& dice) {
  static const std::vector<std::string> names = {"read", "read_file", "write_file", "run", "now"};
  Meant meant;
  if (dice.chance(40)) meant.reasoning = sentence(dice);
  if (dice.chance(60)) meant.text = sentence(dice);
  const std::size_t count = dice.chance(15) ? 0 : 1 + dice.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    MeantCall call;
    call.id = "call_" + std::string(1, static_cast<char>('a' + i)) + std::to_string(dice.below(1000));
    call.name = dice.pick(names);
    call.arguments = arguments_of(call.name, dice);
    if (i > 0 && dice.chance(8)) {
      call.name = meant.calls.back().name;
      call.arguments = meant.calls.back().arguments;
    }
    meant.calls.push_back(std::move(call));
  }
  if (count == 0 && meant.text.empty()) meant.text = "Done.";
  return meant;
}

const ToolCatalog& tools() {
  static const ToolCatalog catalog = *ToolCatalog::create_declared(*read_declarations(*json::parse(kTools)));
  return catalog;
}

std::vector<std::string> in_pieces(std::string_view text, std::size_t most, Dice& dice) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    std::size_t size = std::min(text.size(), 1 + dice.below(most));
    const auto is_inside = [&](std::size_t at) {
      return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    while (is_inside(size)) ++size;
    pieces.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

std::string json_text(std::string_view text) { return json::write(json::Value(std::string(text))); }

}  // namespace argwright::dialects
