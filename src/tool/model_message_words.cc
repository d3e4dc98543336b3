#include "tool/model_message_words.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 4;
constexpr std::size_t kMaxValues = 12;
constexpr std::size_t kMaxBranches = 4;

class Words {
 public:
  explicit Words(Language language) : language_(language) {}

  std::string of(const SchemaNode& node, int depth) const {
    if (node.has_enumeration) return enumeration(node);
    std::string words = types(node, depth);
    if (words.empty() && !node.properties.empty()) words = "object";
    if (node.format == Format::kDateTime || node.format == Format::kTimestamp) words += " (date-time)";
    if (node.format == Format::kDate) words += " (date)";
    if (node.format == Format::kUri) words += " (uri)";
    words += bounds(node);
    if (depth >= kMaxDepth) return words;
    // What is only said by a part: {"$ref": ...}, {"allOf": [...]}, {"anyOf": [...]}.
    for (const SchemaNode* part : node.all_of) {
      if (words.empty()) words = of(*part, depth + 1);
    }
    for (const auto& branches : node.alternatives) {
      if (words.empty()) words = any_of(branches, depth);
    }
    return words;
  }

 private:
  std::string enumeration(const SchemaNode& node) const {
    std::string words = language_ == Language::kChinese ? "以下之一: " : "one of: ";
    for (std::size_t i = 0; i < node.enumeration.size(); ++i) {
      if (i > 0) words += ", ";
      if (i == kMaxValues) return words + "...";
      words += shortened(json::write(node.enumeration[i]), 40);
    }
    return words;
  }

  std::string types(const SchemaNode& node, int depth) const {
    static constexpr std::pair<Types, std::string_view> kNames[] = {
        {kString, "string"}, {kInteger, "integer"}, {kNumber, "number"}, {kBoolean, "boolean"},
        {kArray, "array"},   {kObject, "object"},   {kNull, "null"}};
    std::string words;
    for (const auto& [type, name] : kNames) {
      if ((node.types & type) == 0) continue;
      if (!words.empty()) words += " or ";
      words += name;
      if (type != kArray || node.items == nullptr || depth >= kMaxDepth) continue;
      const std::string items = of(*node.items, depth + 1);
      if (!items.empty()) words += " of " + items;
    }
    return words;
  }

  static std::string bounds(const SchemaNode& node) {
    std::string words;
    const auto add = [&](std::string_view sign, const std::string& bound) {
      words += words.empty() ? " " : ", ";
      words += sign;
      words += bound;
    };
    if (node.minimum) add(">= ", node.minimum->text);
    if (node.exclusive_minimum) add("> ", node.exclusive_minimum->text);
    if (node.maximum) add("<= ", node.maximum->text);
    if (node.exclusive_maximum) add("< ", node.exclusive_maximum->text);
    if (node.multiple_of) add("multipleOf ", node.multiple_of->text);
    if (node.min_length) add("minLength ", std::to_string(*node.min_length));
    if (node.max_length) add("maxLength ", std::to_string(*node.max_length));
    if (node.min_items) add("minItems ", std::to_string(*node.min_items));
    if (node.max_items) add("maxItems ", std::to_string(*node.max_items));
    if (node.unique_items) add("uniqueItems", "");
    if (node.pattern) add("pattern ", shortened(node.pattern->expression(), 60));
    return words;
  }

  std::string any_of(const std::vector<const SchemaNode*>& branches, int depth) const {
    std::string words;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (i == kMaxBranches) return words + " or ...";
      const std::string branch = of(*branches[i], depth + 1);
      if (branch.empty()) return {};  // one of them takes anything
      if (i > 0) words += " or ";
      words += branch;
    }
    return words;
  }

  const Language language_;
};

std::optional<std::size_t> index_of(std::string_view step) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (error != std::errc() || end != step.data() + step.size()) return std::nullopt;
  return index;
}

const SchemaNode* described_here(const SchemaNode& node, std::string_view step) {
  if (const SchemaNode::Property* property = node.find(step)) return property->node;
  for (const SchemaNode::PatternProperty& pattern : node.pattern_properties) {
    if (pattern.pattern->found_in(step)) return pattern.node;
  }
  if (const std::optional<std::size_t> index = index_of(step)) {
    if (*index < node.prefix_items.size()) return node.prefix_items[*index];
    if (node.items != nullptr) return node.items;
  }
  return node.additional;
}

// The node and everything it consists of, itself first.
std::vector<const SchemaNode*> parts_of(const SchemaNode& node, bool with_alternatives) {
  std::vector<const SchemaNode*> parts = {&node};
  const auto add = [&](const SchemaNode* part) {
    if (parts.size() < 64 && std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(part);
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SchemaNode* const current = parts[i];
    for (const SchemaNode* part : current->all_of) add(part);
    if (!with_alternatives) continue;
    for (const auto& branches : current->alternatives) std::for_each(branches.begin(), branches.end(), add);
  }
  return parts;
}

}  // namespace

std::string describe(const SchemaNode& node, Language language) { return Words(language).of(node, 0); }

const SchemaNode* inside(const SchemaNode& node, std::string_view step) {
  for (const SchemaNode* part : parts_of(node, true)) {
    if (const SchemaNode* found = described_here(*part, step)) return found;
  }
  return nullptr;
}

const SchemaNode* node_at(const SchemaNode& root, std::string_view pointer) {
  const SchemaNode* node = &root;
  for (const std::string& step : steps_of(pointer)) {
    node = inside(*node, step);
    if (node == nullptr) return nullptr;
  }
  return node;
}

bool requires_member(const SchemaNode& node, std::string_view name) {
  const std::vector<const SchemaNode*> parts = parts_of(node, false);
  return std::any_of(parts.begin(), parts.end(), [&](const SchemaNode* part) {
    const SchemaNode::Property* const property = part->find(name);
    return (property != nullptr && property->required) ||
           std::find(part->also_required.begin(), part->also_required.end(), name) !=
               part->also_required.end();
  });
}

std::vector<std::string> steps_of(std::string_view pointer) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      steps.emplace_back();
    } else if (steps.empty()) {
      return steps;  // no pointer
    } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
      steps.back() += pointer[++i] == '1' ? '/' : '~';
    } else {
      steps.back() += pointer[i];
    }
  }
  return steps;
}

const json::Value* value_at(const json::Value& root, std::string_view pointer) {
  const json::Value* value = &root;
  for (const std::string& step : steps_of(pointer)) {
    const std::optional<std::size_t> index = value->is_array() ? index_of(step) : std::nullopt;
    if (value->is_array()) {
      value = index && *index < value->items().size() ? &value->items()[*index] : nullptr;
    } else {
      value = value->find(step);
    }
    if (value == nullptr) return nullptr;
  }
  return value;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace argwright::tool
