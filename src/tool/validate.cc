#include <algorithm>
#include <charconv>

#include "json/utf8.h"
#include "tool/coercer.h"
#include "tool/sameness.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 1200;  // values nest up to 512, each level through a few schema nodes

bool digits_between(std::string_view text, std::size_t at, std::size_t count, int low, int high) {
  if (at + count > text.size()) return false;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + count, value);
  return error == std::errc() && end == text.data() + at + count && value >= low && value <= high &&
         text[at] != '-' && text[at] != '+';
}

// 2031-02-01T10:00:00; true of nothing longer or shorter.
bool is_clock_time(std::string_view text) {
  if (text.size() != 19 || !is_date(text.substr(0, 10))) return false;
  if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return false;
  return text[13] == ':' && text[16] == ':' && digits_between(text, 11, 2, 0, 23) &&
         digits_between(text, 14, 2, 0, 59) && digits_between(text, 17, 2, 0, 60);
}

// Moves `at` over a fraction of a second, if there is one; false for a point without digits.
bool skip_fraction(std::string_view text, std::size_t& at) {
  if (at >= text.size() || text[at] != '.') return true;
  const std::size_t first = ++at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at > first;
}

bool string_fits(const std::string& text, const SchemaNode& node) {
  if (node.min_length || node.max_length) {
    const std::size_t length = code_points(text);
    if (node.min_length && length < *node.min_length) return false;
    if (node.max_length && length > *node.max_length) return false;
  }
  if (node.pattern && !node.pattern->found_in(text)) return false;
  if (node.format == Format::kDateTime && !is_date_time(text)) return false;
  if (node.format == Format::kTimestamp && !is_timestamp(text)) return false;
  return node.format != Format::kDate || is_date(text);
}

bool list_fits(const json::Array& items, const SchemaNode& node, Budget& budget, int depth) {
  if (node.min_items && items.size() < *node.min_items) return false;
  if (node.max_items && items.size() > *node.max_items) return false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const SchemaNode* schema = i < node.prefix_items.size() ? node.prefix_items[i] : node.items;
    if (schema != nullptr && !validates(items[i], *schema, budget, depth + 1)) return false;
  }
  return !node.unique_items || !has_repeats(items);
}

bool object_fits(const json::Value& value, const SchemaNode& node, Budget& budget, int depth) {
  const json::Object& members = value.members();
  for (const SchemaNode::Property& property : node.properties) {
    if (property.required && value.find(property.name) == nullptr) return false;
  }
  for (const std::string& name : node.also_required) {
    if (value.find(name) == nullptr) return false;
  }
  if (node.min_properties || node.max_properties) {
    const std::size_t count = counting_members(members);
    if (node.min_properties && count < *node.min_properties) return false;
    if (node.max_properties && count > *node.max_properties) return false;
  }
  const std::vector<bool> hidden = shadowed(members);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!hidden.empty() && hidden[i]) continue;
    const json::Member& member = members[i];
    bool described = false;
    if (const SchemaNode::Property* property = node.find(member.key)) {
      described = true;
      if (!validates(member.value, *property->node, budget, depth + 1)) return false;
    }
    for (const SchemaNode::PatternProperty& pattern : node.pattern_properties) {
      if (!pattern.pattern->found_in(member.key)) continue;
      described = true;
      if (!validates(member.value, *pattern.node, budget, depth + 1)) return false;
    }
    if (described) continue;
    if (node.closed) return false;
    if (node.additional != nullptr && !validates(member.value, *node.additional, budget, depth + 1))
      return false;
  }
  return true;
}

}  // namespace

bool numbers_fit(const json::Value& value, const SchemaNode& node) {
  if (!node.minimum && !node.maximum && !node.exclusive_minimum && !node.exclusive_maximum &&
      !node.multiple_of)
    return true;
  const Decimal decimal = decimal_of(value.number_text());
  if (node.minimum && compare(decimal, node.minimum->value) < 0) return false;
  if (node.maximum && compare(decimal, node.maximum->value) > 0) return false;
  if (node.exclusive_minimum && compare(decimal, node.exclusive_minimum->value) <= 0) return false;
  if (node.exclusive_maximum && compare(decimal, node.exclusive_maximum->value) >= 0) return false;
  return !node.multiple_of || is_multiple(decimal, node.multiple_of->value).value_or(true);
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  if (!digits_between(text, 0, 4, 0, 9999) || !digits_between(text, 5, 2, 1, 12)) return false;
  const int month = (text[5] - '0') * 10 + text[6] - '0';
  const int year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 + (text[2] - '0') * 10 + text[3] - '0';
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return digits_between(text, 8, 2, 1, month == 2 && leap ? 29 : kDays[month - 1]);
}

// RFC 3339: 2031-02-01T10:00:00Z, with fractions and offsets. A leap second is one only at midnight UTC.
bool is_date_time(std::string_view text) {
  if (text.size() < 20 || !is_clock_time(text.substr(0, 19))) return false;
  std::size_t i = 19;
  if (!skip_fraction(text, i)) return false;
  const std::string_view zone = text.substr(i);
  int minutes = (text[11] - '0') * 600 + (text[12] - '0') * 60 + (text[14] - '0') * 10 + (text[15] - '0');
  if (zone != "Z" && zone != "z") {
    if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':') return false;
    if (!digits_between(zone, 1, 2, 0, 23) || !digits_between(zone, 4, 2, 0, 59)) return false;
    const int offset = (zone[1] - '0') * 600 + (zone[2] - '0') * 60 + (zone[4] - '0') * 10 + (zone[5] - '0');
    minutes += zone[0] == '-' ? offset : -offset;
  }
  constexpr int kDay = 24 * 60;
  return text.substr(17, 2) != "60" || (minutes + 2 * kDay) % kDay == kDay - 1;
}

// S1-42. ISO 8601 also knows a date alone, and times without a zone or seconds.
bool is_timestamp(std::string_view text) {
  if (is_date(text) || is_date_time(text)) return true;
  if (text.size() == 16) return is_clock_time(std::string(text) + ":00");
  std::size_t i = 19;
  return text.size() >= i && text.substr(17, 2) != "60" && is_clock_time(text.substr(0, i)) &&
         skip_fraction(text, i) && i == text.size();
}

bool is_absolute_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= text.size()) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (!is_letter(text[0])) return false;
  const bool scheme = std::all_of(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
      [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'; });
  return scheme && text.find_first_of(" \t\r\n<>\"{}|\\^`") == std::string_view::npos;
}

bool is_integral(const json::Value& number) {
  const std::string& text = number.number_text();
  const bool plain =
      std::none_of(text.begin(), text.end(), [](char c) { return c == '.' || c == 'e' || c == 'E'; });
  return plain || decimal_of(text).is_integral();
}

bool in_enumeration(const json::Value& value, const SchemaNode& node) {
  return std::any_of(node.enumeration.begin(), node.enumeration.end(),
                     [&](const json::Value& allowed) { return equal(allowed, value); });
}

bool validates(const json::Value& value, const SchemaNode& node, Budget& budget, int depth) {
  if (node.nothing || !budget.spend() || depth > kMaxDepth) return false;
  if (!type_fits(value, node.types)) return false;
  if (node.has_enumeration && !in_enumeration(value, node)) return false;
  switch (value.kind()) {
    case json::Kind::kNumber:
      if (!numbers_fit(value, node)) return false;
      break;
    case json::Kind::kString:
      if (!string_fits(value.string(), node)) return false;
      break;
    case json::Kind::kArray:
      if (!list_fits(value.items(), node, budget, depth)) return false;
      break;
    case json::Kind::kObject:
      if (!object_fits(value, node, budget, depth)) return false;
      break;
    case json::Kind::kNull:
    case json::Kind::kBoolean: break;
  }
  for (const SchemaNode* part : node.all_of) {
    if (!validates(value, *part, budget, depth + 1)) return false;
  }
  for (const auto& branches : node.alternatives) {
    const bool any = std::any_of(branches.begin(), branches.end(), [&](const SchemaNode* branch) {
      return validates(value, *branch, budget, depth + 1);
    });
    if (!any) return false;
  }
  return true;
}

}  // namespace argwright::tool
