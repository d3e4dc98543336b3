#include "tool/model_message_example.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "argwright/model_message.h"

namespace argwright::tool {
namespace {

constexpr int kMaxDepth = 12;
constexpr std::size_t kMaxParts = 64;
constexpr std::size_t kMaxLength = 200;  // of a string that has to be long
constexpr std::size_t kMaxItems = 20;

Types common_types(const std::vector<const SchemaNode*>& parts) {
  Types types = 0;
  for (const SchemaNode* part : parts) {
    if (part->types == 0) continue;
    Types allowed = part->types;
    if ((allowed & kNumber) != 0) allowed = static_cast<Types>(allowed | kInteger);
    types = types == 0 ? allowed : static_cast<Types>(types & allowed);
  }
  return types;
}

const json::Value* member(const json::Value* source, std::string_view key) {
  return source != nullptr ? source->find(key) : nullptr;
}

const json::Value* property_source(const json::Value* source, std::string_view name) {
  return member(member(source, "properties"), name);
}

// A node's properties through all parts; the first description of a name counts.
std::vector<std::pair<std::string_view, const SchemaNode*>> properties_of(
    const std::vector<const SchemaNode*>& parts, bool required) {
  std::vector<std::pair<std::string_view, const SchemaNode*>> found;
  const auto add = [&](std::string_view name, const SchemaNode* node) {
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const auto& known) { return known.first == name; });
    if (same == found.end()) found.emplace_back(name, node);
  };
  for (const SchemaNode* part : parts) {
    for (const SchemaNode::Property& property : part->properties) {
      if (property.required == required) add(property.name, property.node);
    }
  }
  if (!required) return found;
  for (const SchemaNode* part : parts) {
    for (const std::string& name : part->also_required) {
      const SchemaNode* described = part->additional;
      for (const SchemaNode* other : parts) {
        if (const SchemaNode::Property* property = other->find(name)) described = property->node;
      }
      add(name, described);
    }
  }
  return found;
}

}  // namespace

std::optional<json::Value> ExampleMaker::make(const SchemaNode& node, const json::Value* source) {
  if (depth_ >= kMaxDepth || node.nothing) return std::nullopt;
  ++depth_;
  std::optional<json::Value> value = given(node, source);
  // The first branches, then the second ones, and so on: enough for what tools declare.
  std::size_t choices = 1;
  for (std::size_t choice = 0; !value && choice < choices && !budget_.exhausted(); ++choice) {
    Parts parts;
    if (!flatten(node, choice, parts)) break;
    for (const SchemaNode* part : parts) {
      for (const auto& branches : part->alternatives)
        choices = std::max(choices, std::min<std::size_t>(branches.size(), 16));
    }
    value = from_parts(parts, source);
    const bool wrong_root = depth_ == 1 && value && !value->is_object();  // arguments are an object
    if (wrong_root || (value && !validates(*value, node, budget_))) value.reset();
  }
  --depth_;
  return value;
}

bool ExampleMaker::flatten(const SchemaNode& node, std::size_t choice, Parts& parts) const {
  if (std::find(parts.begin(), parts.end(), &node) != parts.end()) return true;
  if (parts.size() >= kMaxParts || node.nothing) return false;
  parts.push_back(&node);
  for (const SchemaNode* part : node.all_of) {
    if (!flatten(*part, choice, parts)) return false;
  }
  for (const auto& branches : node.alternatives) {
    if (!flatten(*branches[std::min(choice, branches.size() - 1)], choice, parts)) return false;
  }
  return true;
}

bool ExampleMaker::fits(const json::Value& value, const Parts& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const SchemaNode* part) { return validates(value, *part, budget_); });
}

// What the author wrote, in the type that is declared: ToolParameter::example is a text whatever the kind.
std::optional<json::Value> ExampleMaker::given(const SchemaNode& node, const json::Value* source) {
  const json::Value* const examples = member(source, "examples");
  const json::Value* const first = examples != nullptr && examples->is_array() && !examples->items().empty()
                                       ? &examples->items().front()
                                       : nullptr;
  for (const json::Value* candidate : {first, member(source, "example"), member(source, "default")}) {
    if (candidate == nullptr || candidate->is_null()) continue;
    json::Value value = *candidate;
    const CoerceOptions options;
    Coercer coercer(options, budget_);
    coercer.coerce(value, node);
    if (coercer.errors() == 0 && validates(value, node, budget_)) return value;
  }
  return std::nullopt;
}

std::optional<json::Value> ExampleMaker::from_parts(const Parts& parts, const json::Value* source) {
  const bool enumeration =
      std::any_of(parts.begin(), parts.end(), [](const auto* part) { return part->has_enumeration; });
  if (enumeration) return enumerated(parts);
  const bool typed =
      std::any_of(parts.begin(), parts.end(), [](const auto* part) { return part->types != 0; });
  const Types types = common_types(parts);
  if (typed && types == 0) return std::nullopt;
  const auto allows = [&](Types type) { return types == 0 || (types & type) != 0; };
  const auto describes = [&](auto question) { return std::any_of(parts.begin(), parts.end(), question); };
  const bool has_members = describes(
      [](const SchemaNode* part) { return !part->properties.empty() || !part->also_required.empty(); });
  if (allows(kObject) && (depth_ == 1 || has_members || types == kObject)) return object(parts, source);
  const bool has_items =
      describes([](const SchemaNode* part) { return part->items != nullptr || !part->prefix_items.empty(); });
  if (allows(kArray) && (has_items || types == kArray)) return list(parts, source);
  if (allows(kString)) return string(parts);
  if (allows(kInteger) || allows(kNumber)) return number(parts);
  if (allows(kBoolean)) return json::Value(true);
  if (allows(kObject)) return object(parts, source);
  if (allows(kArray)) return list(parts, source);
  return json::Value();
}

std::optional<json::Value> ExampleMaker::enumerated(const Parts& parts) {
  for (const SchemaNode* part : parts) {
    for (const json::Value& value : part->enumeration) {
      if (!value.is_null() && fits(value, parts)) return value;
    }
  }
  for (const SchemaNode* part : parts) {
    if (std::any_of(part->enumeration.begin(), part->enumeration.end(),
                    [](const auto& v) { return v.is_null(); })) {
      return json::Value();
    }
  }
  return std::nullopt;
}

std::optional<json::Value> ExampleMaker::number(const Parts& parts) {
  std::vector<std::string> candidates = {"1", "0"};
  for (const SchemaNode* part : parts) {
    for (const auto* bound : {&part->minimum, &part->maximum, &part->multiple_of, &part->exclusive_minimum,
                              &part->exclusive_maximum}) {
      if (!*bound) continue;
      candidates.push_back((*bound)->text);
      // The whole numbers around a bound, for bounds that are fractions or excluded.
      const std::optional<std::string> whole = integer_part((*bound)->value);
      const std::optional<std::int64_t> middle =
          whole ? json::Value(json::Number{*whole}).as_int64() : std::nullopt;
      if (!middle || *middle > INT64_MAX - 1 || *middle < INT64_MIN + 1) continue;
      candidates.push_back(std::to_string(*middle + 1));
      candidates.push_back(std::to_string(*middle - 1));
    }
  }
  candidates.emplace_back("0.5");
  for (std::string& candidate : candidates) {
    json::Value value(json::Number{std::move(candidate)});
    if (fits(value, parts)) return value;
  }
  return std::nullopt;
}

std::optional<json::Value> ExampleMaker::string(const Parts& parts) {
  std::size_t shortest = 0;
  std::size_t longest = kMaxLength;
  for (const SchemaNode* part : parts) {
    shortest = std::max(shortest, part->min_length.value_or(0));
    longest = std::min(longest, part->max_length.value_or(kMaxLength));
  }
  static constexpr std::array<std::string_view, 12> kCandidates = {"text",
                                                                   "2025-01-31T12:00:00Z",
                                                                   "2025-01-31",
                                                                   "https://example.com",
                                                                   "a",
                                                                   "A",
                                                                   "1",
                                                                   "name@example.com",
                                                                   "/path",
                                                                   "12:00",
                                                                   "00000000-0000-4000-8000-000000000000",
                                                                   "#000000"};
  for (const SchemaNode* part : parts) {
    if (part->format == Format::kUri) return json::Value("https://example.com");  // any string validates
  }
  for (const std::string_view candidate : kCandidates) {
    std::string text;
    while (text.size() < std::max<std::size_t>(shortest, 1) && text.size() < kMaxLength) text += candidate;
    text.resize(std::min(text.size(), longest));
    json::Value value(std::move(text));
    if (fits(value, parts)) return value;
  }
  return std::nullopt;
}

std::optional<json::Value> ExampleMaker::list(const Parts& parts, const json::Value* source) {
  std::size_t fewest = 0;
  std::size_t most = kMaxItems;
  const SchemaNode* items = nullptr;
  const std::vector<const SchemaNode*>* prefix = nullptr;
  for (const SchemaNode* part : parts) {
    fewest = std::max(fewest, part->min_items.value_or(0));
    most = std::min(most, part->max_items.value_or(kMaxItems));
    if (part->items != nullptr) items = part->items;
    if (!part->prefix_items.empty()) prefix = &part->prefix_items;
  }
  if (fewest > most) return std::nullopt;
  // One item shows more than none.
  const std::size_t wanted =
      std::min(most, std::max<std::size_t>({fewest, 1, prefix != nullptr ? prefix->size() : 0}));
  json::Array values;
  while (values.size() < wanted) {
    const bool in_prefix = prefix != nullptr && values.size() < prefix->size();
    const SchemaNode* const node = in_prefix ? (*prefix)[values.size()] : items;
    if (node == nullptr && values.size() >= fewest) break;
    std::optional<json::Value> value = node != nullptr
                                           ? make(*node, in_prefix ? nullptr : member(source, "items"))
                                           : std::optional<json::Value>("text");
    if (!value) break;
    values.push_back(*std::move(value));
  }
  if (values.size() < fewest) return std::nullopt;
  return json::Value(std::move(values));
}

std::optional<json::Value> ExampleMaker::object(const Parts& parts, const json::Value* source) {
  json::Object members;
  for (const auto& [name, node] : properties_of(parts, true)) {
    std::optional<json::Value> value =
        node != nullptr ? make(*node, property_source(source, name)) : std::optional<json::Value>("text");
    if (!value) return std::nullopt;
    members.push_back({std::string(name), *std::move(value)});
  }
  std::size_t fewest = 0;
  for (const SchemaNode* part : parts) fewest = std::max(fewest, part->min_properties.value_or(0));
  if (members.size() < fewest) {
    for (const auto& [name, node] : properties_of(parts, false)) {
      if (members.size() >= fewest) break;
      if (std::optional<json::Value> value = make(*node, property_source(source, name))) {
        members.push_back({std::string(name), *std::move(value)});
      }
    }
  }
  return json::Value(std::move(members));
}

}  // namespace argwright::tool

namespace argwright {

std::optional<json::Value> minimal_example(const Schema& schema) {
  tool::Budget budget(20'000);
  std::optional<json::Value> value = tool::ExampleMaker(budget).make(schema.root(), &schema.source());
  if (value && !value->is_object()) return std::nullopt;
  return value;
}

}  // namespace argwright
