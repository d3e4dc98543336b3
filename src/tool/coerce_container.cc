#include <algorithm>

#include "tool/coercer.h"
#include "tool/fit.h"
#include "tool/key_style.h"
#include "tool/sameness.h"

namespace argwright::tool {
namespace {

bool has_member(const json::Object& members, std::string_view key) {
  return std::any_of(members.begin(), members.end(), [&](const json::Member& m) { return m.key == key; });
}

bool matches_pattern(const SchemaNode& node, const std::string& key) {
  return std::any_of(node.pattern_properties.begin(), node.pattern_properties.end(),
                     [&](const SchemaNode::PatternProperty& p) { return p.pattern->found_in(key); });
}

std::string list_of_keys(const json::Object& members) {
  std::string out;
  for (std::size_t i = 0; i < members.size() && i < 20; ++i) out += (i > 0 ? ", " : "") + members[i].key;
  return members.empty() ? "nothing" : out;
}

}  // namespace

// By dropping placeholders, or because it is the text of an object.
bool Coercer::may_be_emptied(const json::Value& value, const SchemaNode& node) {
  if (value.is_string()) return !node.allows(kString) && node.allows(kObject);
  if (!value.is_object() || value.members().empty() || !is_placeholder(value.members().back().value))
    return false;
  const json::Object& members = value.members();
  return std::all_of(members.begin(), members.end(),
                     [](const json::Member& m) { return is_placeholder(m.value); }) ||
         !shadowed(members).empty();
}

void Coercer::coerce_object(json::Value& value, const SchemaNode& node) {
  json::Object& members = value.members();
  const bool described = !node.properties.empty() || node.closed || node.additional != nullptr ||
                         !node.pattern_properties.empty() || !node.also_required.empty();
  if (described) coerce_members(members, node);
  if (!node.min_properties && !node.max_properties) return;
  const std::size_t count = counting_members(members);
  if (node.min_properties && count < *node.min_properties)
    fail("too_few_members", "object has too few members");
  if (node.max_properties && count > *node.max_properties)
    fail("too_many_members", "object has too many members");
}

void Coercer::coerce_members(json::Object& members, const SchemaNode& node) {
  // The usual call has declared keys in the declared order and no placeholders: one look at each.
  PropertyFinder finder(node);
  bool unknown = false;
  bool placeholder = false;
  bool repeated = false;
  std::uint64_t seen = 0;
  for (const json::Member& member : members) {
    const SchemaNode::Property* property = finder.find(member.key);
    unknown |= property == nullptr;
    placeholder |= is_placeholder(member.value);
    if (property == nullptr) continue;
    const std::uint64_t bit = std::uint64_t{1}
                              << static_cast<std::size_t>(property - node.properties.data()) % 64;
    repeated |= (seen & bit) != 0;
    seen |= bit;
  }
  if (unknown) match_keys(members, node);
  if (placeholder) drop_placeholders(members, node);
  PropertyFinder again(node);
  // Of members with one key the last counts; what it hides may be anything.
  const std::vector<bool> hidden = unknown || repeated ? shadowed(members) : std::vector<bool>();
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!hidden.empty() && hidden[i]) continue;
    json::Member& member = members[i];
    const Step step(*this, member.key);
    coerce_member(member, again.find(member.key), node);
  }
  const bool certain = node.properties.size() <= 64 && node.also_required.empty() && !placeholder;
  if (!certain || (seen & node.required_mask) != node.required_mask) check_required(members, node);
}

void Coercer::coerce_member(json::Member& member, const SchemaNode::Property* property,
                            const SchemaNode& node) {
  std::vector<const SchemaNode*> patterns;
  for (const SchemaNode::PatternProperty& pattern : node.pattern_properties) {
    if (pattern.pattern->found_in(member.key)) patterns.push_back(pattern.node);
  }
  if (property != nullptr && patterns.empty()) {
    coerce(member.value, *property->node);
  } else if (property == nullptr && patterns.size() == 1) {
    coerce(member.value, *patterns.front());
  } else if (!patterns.empty()) {
    if (property != nullptr) patterns.insert(patterns.begin(), property->node);
    coerce_together(member.value, patterns);
  } else if (node.additional != nullptr) {
    coerce(member.value, *node.additional);
  } else if (node.closed) {
    fail("unknown_parameter", "unknown parameter '" + member.key + "' is not allowed");
  } else if (!node.properties.empty() && node.all_of.empty() && node.alternatives.empty()) {
    warn("unknown_parameter", "unknown parameter '" + member.key + "' kept");
  }
}

// A key in the wrong style is renamed when the object does not fit with it, exactly one declared key that is
// absent is meant, and no second key means the same one.
void Coercer::match_keys(json::Object& members, const SchemaNode& node) {
  for (json::Member& member : members) {
    if (node.find(member.key) != nullptr || matches_pattern(node, member.key)) continue;
    const std::string folded = fold_key(member.key);
    if (folded.empty()) continue;
    const SchemaNode::Property* meant = nullptr;
    std::size_t matches = 0;
    for (const SchemaNode::Property& property : node.properties) {
      if (fold_key(property.name) != folded) continue;
      meant = &property;
      ++matches;
    }
    if (matches != 1 || has_member(members, meant->name)) continue;
    if (!node.closed && !meant->required) continue;  // fits as it stands
    const auto same = std::count_if(members.begin(), members.end(), [&](const json::Member& m) {
      return node.find(m.key) == nullptr && fold_key(m.key) == folded;
    });
    if (same != 1) continue;
    const Step step(*this, meant->name);
    warn("key_renamed", "key '" + member.key + "' renamed to the declared '" + meant->name + "'");
    member.key = meant->name;
    result_.changed = true;
  }
}

// S1-91: an empty value counts as provided wherever it satisfies the declaration, as it stands or converted.
void Coercer::drop_placeholders(json::Object& members, const SchemaNode& node) {
  const std::vector<bool> hidden = shadowed(members);
  std::vector<bool> dropped(members.size(), false);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!hidden.empty() && hidden[i]) continue;
    const SchemaNode::Property* property = node.find(members[i].key);
    if (property == nullptr || property->required || !is_to_drop(members[i].value, *property->node)) continue;
    const Step step(*this, property->name);
    warn("placeholder_dropped", "empty value dropped for an optional parameter");
    result_.changed = true;
    // What it hid must not come to light.
    for (std::size_t k = 0; k <= i; ++k) {
      if (k == i || (!hidden.empty() && hidden[k] && members[k].key == members[i].key)) dropped[k] = true;
    }
  }
  json::Object kept;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!dropped[i]) kept.push_back(std::move(members[i]));
  }
  members = std::move(kept);
}

bool Coercer::is_to_drop(const json::Value& value, const SchemaNode& node) {
  if (!is_placeholder(value) || validates(value, node, budget_, depth_)) return false;
  if (!value.is_string() || value.string().empty()) return true;
  json::Value trial = value;
  Coercer attempt(options_, budget_);
  attempt.depth_ = depth_;
  attempt.coerce(trial, node);
  return attempt.errors() > 0;
}

void Coercer::check_required(const json::Object& members, const SchemaNode& node) {
  const auto missing = [&](const std::string& name) {
    if (has_member(members, name)) return;
    const Step step(*this, name);
    fail("missing_required",
         "missing required parameter '" + name + "' (sent: " + list_of_keys(members) + ")");
  };
  for (const SchemaNode::Property& property : node.properties) {
    if (property.required) missing(property.name);
  }
  for (const std::string& name : node.also_required) missing(name);
}

void Coercer::coerce_list(json::Value& value, const SchemaNode& node) {
  json::Array& items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const SchemaNode* schema = i < node.prefix_items.size() ? node.prefix_items[i] : node.items;
    if (schema == nullptr) continue;
    const Step step(*this, i);
    coerce(items[i], *schema);
  }
  if (node.min_items && items.size() < *node.min_items)
    fail("too_few_items", "list has fewer than " + std::to_string(*node.min_items) + " items");
  if (node.max_items && items.size() > *node.max_items)
    fail("too_many_items", "list has more than " + std::to_string(*node.max_items) + " items");
  if (node.unique_items && has_repeats(items)) fail("repeated_item", "list holds the same item twice");
}

}  // namespace argwright::tool
