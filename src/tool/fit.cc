// The same steps as Coercer's, in the same order, as a question. Tested by fit_test.cc.
#include "tool/fit.h"

#include <algorithm>

#include "tool/sameness.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 1200;  // as Coercer's

class Fit {
 public:
  explicit Fit(Budget& budget) : budget_(budget) {}

  // Inlined where members and items are walked: most of them end here.
  [[gnu::always_inline]] bool holds(const json::Value& value, const SchemaNode& node, int depth) {
    if (!budget_.spend()) return false;
    if (value.kind() >= json::Kind::kArray) return container(value, node, depth);
    return node.only_type ? type_fits(value, node.types) : scalar(value, node, depth);
  }

 private:
  [[gnu::noinline]] bool container(const json::Value& value, const SchemaNode& node, int depth) {
    if (depth > kMaxDepth || node.nothing || !type_fits(value, node.types)) return false;
    if (!(value.is_object() ? object(value.members(), node, depth + 1)
                            : list(value.items(), node, depth + 1)))
      return false;
    if (node.has_enumeration && !in_enumeration(value, node)) return false;
    return node.is_whole() || parts(value, node, depth + 1);
  }

  [[gnu::noinline]] bool scalar(const json::Value& value, const SchemaNode& node, int depth) {
    if (depth > kMaxDepth || node.nothing) return false;
    if (value.is_string()) {
      if (!type_fits(value, node.types)) return false;
      if (node.has_enumeration && !listed(value.string(), node)) return false;
      if (!string(value.string(), node)) return false;
    } else {
      if (value.is_number() ? !number(value, node) : !type_fits(value, node.types)) return false;
      if (node.has_enumeration && !in_enumeration(value, node)) return false;
    }
    return node.is_whole() || parts(value, node, depth + 1);
  }

  bool parts(const json::Value& value, const SchemaNode& node, int depth) {
    for (const SchemaNode* part : node.all_of) {
      if (!holds(value, *part, depth)) return false;
    }
    return std::all_of(node.alternatives.begin(), node.alternatives.end(), [&](const auto& branches) {
      return std::any_of(branches.begin(), branches.end(),
                         [&](const SchemaNode* branch) { return validates(value, *branch, budget_, depth); });
    });
  }

  bool object(const json::Object& members, const SchemaNode& node, int depth) {
    const bool described = !node.properties.empty() || node.closed || node.additional != nullptr ||
                           !node.pattern_properties.empty() || !node.also_required.empty();
    if (described && !object_members(members, node, depth)) return false;
    if (!node.min_properties && !node.max_properties) return true;
    const std::size_t count = counting_members(members);
    return count >= node.min_properties.value_or(0) && count <= node.max_properties.value_or(count);
  }

  bool object_members(const json::Object& members, const SchemaNode& node, int depth) {
    if (node.properties.size() > kMaskBits) return false;
    PropertyFinder finder(node);
    std::uint64_t seen = 0;
    for (const json::Member& member : members) {
      const SchemaNode::Property* const property = finder.find(member.key);
      if (property != nullptr) {
        seen |= std::uint64_t{1} << static_cast<std::size_t>(property - node.properties.data());
        if (!property->required && is_placeholder(member.value) &&
            !validates(member.value, *property->node, budget_, depth))
          return false;
        if (!holds(member.value, *property->node, depth)) return false;
        if (node.pattern_properties.empty()) continue;
      }
      if (!further_member(member, property != nullptr, node, depth)) return false;
    }
    if ((seen & node.required_mask) != node.required_mask) return false;
    return node.also_required.empty() || all_present(members, node);
  }

  static bool all_present(const json::Object& members, const SchemaNode& node) {
    return std::all_of(node.also_required.begin(), node.also_required.end(), [&](const std::string& name) {
      return std::any_of(members.begin(), members.end(),
                         [&](const json::Member& member) { return member.key == name; });
    });
  }

  bool further_member(const json::Member& member, bool known, const SchemaNode& node, int depth) {
    for (const SchemaNode::PatternProperty& pattern : node.pattern_properties) {
      if (!pattern.pattern->found_in(member.key)) continue;
      known = true;
      if (!holds(member.value, *pattern.node, depth)) return false;
    }
    if (known) return true;
    // Beside declared keys, an unknown one is renamed or told of.
    if (!node.properties.empty()) return false;
    if (node.additional != nullptr) return holds(member.value, *node.additional, depth);
    return !node.closed;
  }

  bool list(const json::Array& items, const SchemaNode& node, int depth) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const SchemaNode* schema = i < node.prefix_items.size() ? node.prefix_items[i] : node.items;
      if (schema != nullptr && !holds(items[i], *schema, depth)) return false;
    }
    if (node.min_items && items.size() < *node.min_items) return false;
    if (node.max_items && items.size() > *node.max_items) return false;
    return !node.unique_items || !has_repeats(items);
  }

  static bool listed(std::string_view text, const SchemaNode& node) {
    for (const json::Value& allowed : node.enumeration) {
      if (allowed.is_string() && same_text(allowed.string(), text)) return true;
    }
    return false;
  }

  static bool string(const std::string& text, const SchemaNode& node) {
    if (node.min_length || node.max_length) {
      const std::size_t length = code_points(text);
      if (node.min_length && length < *node.min_length) return false;
      if (node.max_length && length > *node.max_length) return false;
    }
    if (node.pattern && !node.pattern->found_in(text)) return false;
    switch (node.format) {
      case Format::kNone: return true;
      case Format::kDateTime: return is_date_time(text);
      case Format::kTimestamp: return is_timestamp(text);
      case Format::kDate: return is_date(text);
      case Format::kUri: return is_absolute_uri(text);
    }
    return false;
  }

  static bool number(const json::Value& value, const SchemaNode& node) {
    const std::optional<std::int64_t> integer = short_integer(value.number_text());
    if (!integer) return other_number(value, node);
    if (node.types != 0 && (node.types & (kInteger | kNumber)) == 0) return false;
    // Most numbers and bounds are integers: no need for their digits.
    const auto compare_to = [&](const Bound& bound) {
      if (!bound.integer) return compare(decimal_of(value.number_text()), bound.value);
      return *integer < *bound.integer ? -1 : *integer > *bound.integer ? 1 : 0;
    };
    if (node.minimum && compare_to(*node.minimum) < 0) return false;
    if (node.maximum && compare_to(*node.maximum) > 0) return false;
    if (node.exclusive_minimum && compare_to(*node.exclusive_minimum) <= 0) return false;
    if (node.exclusive_maximum && compare_to(*node.exclusive_maximum) >= 0) return false;
    return !node.multiple_of || numbers_fit(value, node);
  }
  static bool other_number(const json::Value& value, const SchemaNode& node) {
    if (!type_fits(value, node.types)) return false;
    if (node.machine_numbers && (node.types & kInteger) != 0 && !value.as_int64()) return false;
    if (node.machine_numbers && !value.as_double()) return false;
    return numbers_fit(value, node);
  }

  static constexpr std::size_t kMaskBits = 64;
  Budget& budget_;
};

}  // namespace

bool fits_as_sent(const json::Value& value, const SchemaNode& node, std::size_t steps) {
  Budget budget(steps);
  return Fit(budget).holds(value, node, 0);
}

}  // namespace argwright::tool
