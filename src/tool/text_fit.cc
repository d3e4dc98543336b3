// Fit's questions, as far as a text can answer them. Tested by text_fit_test.cc.
#include "tool/text_fit.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "json/walker.h"
#include "repair/wrapper.h"
#include "tool/fit.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 8;
constexpr std::size_t kMaskBits = 64;

class TextFit {
 public:
  TextFit(std::string_view arguments, const Limits& limits) : walk_(arguments, limits) {}

  bool holds(const SchemaNode& root) {
    // Without declared members S3's promotions may have something to do.
    if (root.properties.empty() || !object(root, 0)) return false;
    return has_own_key_ && walk_.arrived();
  }

 private:
  // No other part of the schema describes the value.
  static bool is_simple(const SchemaNode& node) { return !node.nothing && node.is_whole(); }

  bool value(const SchemaNode& node, int depth) {
    switch (walk_.peek()) {
      case '"': return string(node);
      case '{': return object(node, depth + 1);
      case '[': return list(node, depth + 1);
      case 't':
      case 'f': return node.only_type && node.allows(kBoolean) && walk_.boolean();
      case 'n': return node.only_type && node.allows(kNull) && walk_.null();
      default: return number(node);
    }
  }

  bool string(const SchemaNode& node) {
    json::Walker::Text text;
    if (!node.allows(kString) || !walk_.string(text)) return false;
    return node.only_type || (!text.has_escapes && is_listed(text.raw, node));
  }
  static bool is_listed(std::string_view text, const SchemaNode& node) {
    if (!node.has_enumeration || !is_simple(node) || is_bounded_text(node)) return false;
    for (const json::Value& allowed : node.enumeration) {
      if (allowed.is_string() && same_text(allowed.string(), text)) return true;
    }
    return false;
  }
  static bool is_bounded_text(const SchemaNode& node) {
    return node.min_length || node.max_length || node.pattern || node.format != Format::kNone;
  }

  bool number(const SchemaNode& node) {
    std::string_view text;
    if (!walk_.number(text)) return false;
    const std::optional<std::int64_t> integer = short_integer(text);
    if (!integer) return node.only_type && node.allows(kNumber);
    if (!node.allows(kNumber) && !node.allows(kInteger)) return false;
    if (node.only_type) return true;
    if (!is_simple(node) || node.has_enumeration || node.multiple_of != nullptr) return false;
    return is_within(*integer, node);
  }
  static bool is_within(std::int64_t number, const SchemaNode& node) {
    const auto holds = [&](const std::unique_ptr<const Bound>& bound, auto compare) {
      return bound == nullptr || (bound->integer && compare(number, *bound->integer));
    };
    return holds(node.minimum, std::greater_equal<>()) && holds(node.maximum, std::less_equal<>()) &&
           holds(node.exclusive_minimum, std::greater<>()) && holds(node.exclusive_maximum, std::less<>());
  }

  bool list(const SchemaNode& node, int depth) {
    if (depth > kMaxDepth || !node.allows(kArray) || !is_simple(node) || node.has_enumeration) return false;
    if (!node.prefix_items.empty() || node.unique_items || !walk_.enter_list()) return false;
    std::size_t count = 0;
    for (bool more = walk_.first_item(); more; more = walk_.next_item()) {
      ++count;
      if (!(node.items != nullptr ? value(*node.items, depth) : walk_.skip())) return false;
    }
    return count >= node.min_items.value_or(0) && count <= node.max_items.value_or(count);
  }

  bool object(const SchemaNode& node, int depth) {
    if (depth > kMaxDepth || !node.allows(kObject) || !is_simple(node) || node.has_enumeration) return false;
    if (!node.pattern_properties.empty() || !node.also_required.empty() || node.min_properties ||
        node.max_properties || node.properties.size() > kMaskBits)
      return false;
    if (node.properties.empty() && !node.closed && node.additional == nullptr) return walk_.skip();
    if (!walk_.enter_object()) return false;
    PropertyFinder finder(node);
    std::uint64_t seen = 0;
    std::string_view key;
    for (bool more = walk_.first_member(key); more; more = walk_.next_member(key)) {
      const SchemaNode::Property* const property = finder.find(key);
      if (property == nullptr) return false;
      const std::uint64_t bit = std::uint64_t{1}
                                << static_cast<std::size_t>(property - node.properties.data());
      if ((seen & bit) != 0) return false;  // of two the last one counts
      seen |= bit;
      if (depth == 0 && !has_own_key_) has_own_key_ = !repair::is_wrapper_key(key);
      if (!value(*property->node, depth)) return false;
    }
    return (seen & node.required_mask) == node.required_mask;
  }
  json::Walker walk_;
  bool has_own_key_ = false;  // else the object may be a wrapper
};

}  // namespace

bool text_fits(std::string_view arguments, const Schema& schema, const Limits& limits) {
  return TextFit(arguments, limits).holds(schema.root());
}

}  // namespace argwright::tool
