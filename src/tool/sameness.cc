// Tested by sameness_test.cc.
#include "tool/sameness.h"

#include <algorithm>

#include "json/effective_members.h"
#include "tool/decimal.h"

namespace argwright::tool {
namespace {

std::string canonical_number(const std::string& text) {
  const Decimal decimal = decimal_of(text);
  if (decimal.is_zero()) return "0";
  return (decimal.negative ? "-0." : "0.") + decimal.digits + "e" + std::to_string(decimal.exponent);
}

// Equal values have equal texts. A list of what is left to do instead of recursion: values may be deep.
std::string canonical_text(json::Value value) {
  std::vector<json::Value*> open = {&value};
  while (!open.empty()) {
    json::Value& current = *open.back();
    open.pop_back();
    if (current.is_number()) {
      current = json::Value(json::Number{canonical_number(current.number_text())});
    } else if (current.is_array()) {
      for (json::Value& item : current.items()) open.push_back(&item);
    } else if (current.is_object()) {
      json::Object sorted;
      for (const json::Member* member : json::effective_members(current.members())) sorted.push_back(*member);
      current.members() = std::move(sorted);
      for (json::Member& member : current.members()) open.push_back(&member.value);
    }
  }
  return json::write(value);
}

}  // namespace

bool equal(const json::Value& a, const json::Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_number()) return compare(decimal_of(a.number_text()), decimal_of(b.number_text())) == 0;
  if (!a.is_array() && !a.is_object()) return a == b;
  return canonical_text(a) == canonical_text(b);
}

bool has_repeats(const json::Array& items) {
  if (items.size() < 2) return false;
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const json::Value& item : items) texts.push_back(canonical_text(item));
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) != texts.end();
}

std::vector<bool> shadowed(const json::Object& members) {
  constexpr std::size_t kFew = 12;  // compared each with each, without memory
  if (members.size() <= kFew) {
    bool any = false;
    for (std::size_t i = 1; i < members.size() && !any; ++i) {
      for (std::size_t k = 0; k < i && !any; ++k) any = members[i].key == members[k].key;
    }
    if (!any) return {};
  }
  const json::Members counting = json::effective_members(members);
  if (counting.size() == members.size()) return {};
  std::vector<bool> hidden(members.size(), true);
  for (const json::Member* member : counting)
    hidden[static_cast<std::size_t>(member - members.data())] = false;
  return hidden;
}

std::size_t counting_members(const json::Object& members) {
  const std::vector<bool> hidden = shadowed(members);
  return members.size() - static_cast<std::size_t>(std::count(hidden.begin(), hidden.end(), true));
}

}  // namespace argwright::tool
