// Token thrift (S1-87): descriptions cut to a budget.
//
// All descriptions longer than one common length are cut to it; the length is the greatest that keeps the sum
// within the budget, so that short descriptions stay whole and long ones pay. Tested by trim_test.cc.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/tool_export.h"
#include "json/utf8.h"
#include "tool/export_walk.h"

namespace argwright {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
// A word that is longer than this is cut inside.
constexpr std::size_t kLongestWord = 30;

struct Character {
  std::size_t begin = 0;  // byte
  char32_t value = 0;
};

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> out;
  for (std::size_t i = 0; i < text.size();) {
    const json::CodePoint point = json::decode_utf8(text, i);
    out.push_back({i, point.value});
    i += point.length;
  }
  return out;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += json::decode_utf8(text, i).length) ++count;
  return count;
}

bool is_blank(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0x3000; }
// Scripts that put no blanks between words.
bool is_ideograph(char32_t c) { return c >= 0x2E80 && c <= 0x9FFF; }
bool ends_sentence_alone(char32_t c) { return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == '\n'; }
bool ends_sentence_before_blank(char32_t c) { return c == '.' || c == '!' || c == '?'; }
// Looks odd before an ellipsis.
bool is_loose_end(char32_t c) {
  return is_blank(c) || c == ',' || c == ';' || c == ':' || c == '(' || c == '-' || c == 0xFF0C ||
         c == 0x3001 || c == 0xFF1B || c == 0xFF1A || c == 0xFF08 || c == 0x2014 || c == 0x2026;
}
// Belongs to the character before it.
bool continues(char32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F) ||
         (c >= 0x1F3FB && c <= 0x1F3FF);
}

// Is between characters i-1 and i a place to cut?
bool is_word_border(const std::vector<Character>& text, std::size_t i) {
  if (continues(text[i].value)) return false;
  return is_blank(text[i].value) || is_blank(text[i - 1].value) || is_ideograph(text[i].value) ||
         is_ideograph(text[i - 1].value);
}

bool is_sentence_border(const std::vector<Character>& text, std::size_t i) {
  const char32_t last = text[i - 1].value;
  return ends_sentence_alone(last) || (ends_sentence_before_blank(last) && is_blank(text[i].value));
}

// Where to cut so that at most `room` (> 0) characters are left.
std::size_t cut_place(const std::vector<Character>& text, std::size_t room) {
  for (std::size_t i = room; i > 0 && i >= room / 2; --i) {
    if (is_sentence_border(text, i)) return i;
  }
  for (std::size_t i = room; i > 0 && i + kLongestWord > room; --i) {
    if (is_word_border(text, i)) return i;
  }
  std::size_t i = room;
  while (i > 0 && (continues(text[i].value) || text[i - 1].value == 0x200D)) --i;
  return i;
}

// At most `limit` characters, which is less than the text has.
std::string shortened(std::string_view text, std::size_t limit) {
  if (limit == 0) return {};
  if (limit == 1) return std::string(kEllipsis);
  const std::vector<Character> characters = characters_of(text);
  std::size_t place = cut_place(characters, limit - 1);
  while (place > 0 && is_loose_end(characters[place - 1].value)) --place;
  std::string out(text.substr(0, characters[place].begin));
  out += kEllipsis;
  return out;
}

// The greatest common length whose cut keeps the sum within the budget; `lengths` is sorted.
std::size_t common_length(const std::vector<std::size_t>& lengths, std::size_t budget) {
  std::size_t left = budget;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::size_t share = left / (lengths.size() - i);
    if (lengths[i] > share) return share;
    left -= lengths[i];
  }
  return static_cast<std::size_t>(-1);
}

std::vector<std::string*> descriptions_in(json::Value& definition) {
  std::vector<std::string*> found;
  const auto add = [&](json::Value& holder) {
    for (json::Member& member : holder.members()) {
      if (member.key == "description" && member.value.is_string()) found.push_back(&member.value.string());
    }
  };
  for (json::Value* item : tool::definitions_in(definition)) {
    if (const std::optional<tool::DefinitionParts> parts = tool::parts_of(*item)) {
      add(*parts->holder);
      if (parts->schema != nullptr) tool::for_each_schema(*parts->schema, add);
    } else {
      tool::for_each_schema(*item, add);
    }
  }
  return found;
}

}  // namespace

std::size_t trim_descriptions(json::Value& definition, std::size_t budget) {
  const std::vector<std::string*> descriptions = descriptions_in(definition);
  std::vector<std::size_t> lengths;
  lengths.reserve(descriptions.size());
  for (const std::string* description : descriptions) lengths.push_back(count_characters(*description));
  std::vector<std::size_t> sorted = lengths;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t most = common_length(sorted, budget);
  std::size_t total = 0;
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    if (lengths[i] > most) {
      *descriptions[i] = shortened(*descriptions[i], most);
      lengths[i] = count_characters(*descriptions[i]);
    }
    total += lengths[i];
  }
  return total;
}

}  // namespace argwright
