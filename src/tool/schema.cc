// Tested by schema_test.cc.
#include "argwright/schema.h"

#include <algorithm>
#include <utility>

#include "tool/parameters.h"
#include "tool/same_text.h"
#include "tool/schema_compiler.h"
#include "tool/schema_node.h"

namespace argwright {

const SchemaNode::Property* SchemaNode::find(std::string_view name) const {
  if (by_name.empty()) {
    for (const Property& property : properties) {
      if (tool::same_text(property.name, name)) return &property;
    }
    return nullptr;
  }
  const auto it = std::lower_bound(
      by_name.begin(), by_name.end(), name,
      [&](std::uint32_t index, std::string_view key) { return properties[index].name < key; });
  return it != by_name.end() && properties[*it].name == name ? &properties[*it] : nullptr;
}

void SchemaNode::index() {
  constexpr std::size_t kFew = 8;  // looked through faster than halved
  if (properties.size() > kFew) {
    by_name.resize(properties.size());
    for (std::uint32_t i = 0; i < by_name.size(); ++i) by_name[i] = i;
    std::sort(by_name.begin(), by_name.end(),
              [&](std::uint32_t a, std::uint32_t b) { return properties[a].name < properties[b].name; });
  }
  required_mask = 0;
  for (std::size_t i = 0; i < properties.size() && i < 64; ++i) {
    if (properties[i].required) required_mask |= std::uint64_t{1} << i;
  }
}

void SchemaNode::require(std::string_view name) {
  const Property* const property = find(name);
  if (property == nullptr) {
    also_required.emplace_back(name);
    return;
  }
  const auto index = static_cast<std::size_t>(property - properties.data());
  properties[index].required = true;
  if (index < 64) required_mask |= std::uint64_t{1} << index;
}

void SchemaNode::finish() {
  const bool bounded = minimum || maximum || exclusive_minimum || exclusive_maximum || multiple_of ||
                       min_length || max_length || pattern || format != tool::Format::kNone;
  only_type = !nothing && !has_enumeration && !bounded && !machine_numbers && is_whole();
  if (is_whole()) return;
  const bool says_something =
      types != 0 || has_enumeration || bounded || !properties.empty() || !also_required.empty() || closed ||
      additional != nullptr || !pattern_properties.empty() || min_properties || max_properties ||
      items != nullptr || !prefix_items.empty() || min_items || max_items || unique_items;
  overlapping = all_of.size() + alternatives.size() + (says_something ? 1 : 0) > 1;
}

struct Schema::Compiled {
  json::Value source;
  tool::SchemaNodes nodes;
  const SchemaNode* root = nullptr;
  std::vector<std::string> keys;
};

Schema::Schema(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;
Schema::~Schema() = default;

const std::vector<std::string>& Schema::keys() const { return compiled_->keys; }
const json::Value& Schema::source() const { return compiled_->source; }
const SchemaNode& Schema::root() const { return *compiled_->root; }

Result<Schema> Schema::compile(json::Value schema) {
  auto compiled = std::make_unique<Compiled>();
  compiled->source = std::move(schema);
  const Result<const SchemaNode*> root = tool::compile_schema(compiled->source, compiled->nodes);
  if (!root) return root.error();
  compiled->root = *root;
  compiled->nodes.finish();
  tool::collect_keys(*compiled->root, compiled->keys);
  return Schema(std::move(compiled));
}

Result<Schema> Schema::compile_text(std::string_view schema_text) {
  Result<json::Value> value = json::parse(schema_text);
  if (!value)
    return Error{ErrorCode::kInvalidArgument, "the schema is not JSON: " + value.error().message,
                 value.error().where};
  return compile(*std::move(value));
}

Schema Schema::from_parameters(const std::vector<ToolParameter>& parameters) {
  auto compiled = std::make_unique<Compiled>();
  compiled->source = tool::schema_of(parameters);
  compiled->root = tool::compile_parameters(parameters, compiled->nodes);
  compiled->nodes.finish();
  tool::collect_keys(*compiled->root, compiled->keys);
  return Schema(std::move(compiled));
}

namespace tool {

void collect_keys(const SchemaNode& node, std::vector<std::string>& keys) {
  const auto add = [&](const SchemaNode& part) {
    const auto add_key = [&](const std::string& name) {
      if (std::find(keys.begin(), keys.end(), name) == keys.end()) keys.push_back(name);
    };
    keys.reserve(keys.size() + part.properties.size() + part.also_required.size());
    for (const SchemaNode::Property& property : part.properties) add_key(property.name);
    for (const std::string& name : part.also_required) add_key(name);
  };
  add(node);
  if (node.all_of.empty() && node.alternatives.empty()) return;
  std::vector<const SchemaNode*> open = {&node};
  std::vector<const SchemaNode*> seen;
  while (!open.empty() && seen.size() < 64) {
    const SchemaNode* current = open.back();
    open.pop_back();
    if (std::find(seen.begin(), seen.end(), current) != seen.end()) continue;
    seen.push_back(current);
    if (current != &node) add(*current);
    for (const SchemaNode* part : current->all_of) open.push_back(part);
    for (const auto& branches : current->alternatives)
      open.insert(open.end(), branches.begin(), branches.end());
  }
}

}  // namespace tool
}  // namespace argwright
