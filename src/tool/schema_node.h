// A compiled schema: what coercion walks along with the value. Nodes point at each other; the Schema owns
// them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "tool/decimal.h"
#include "tool/pattern.h"

namespace argwright {

namespace tool {

using Types = std::uint8_t;
inline constexpr Types kNull = 1;
inline constexpr Types kBoolean = 2;
inline constexpr Types kInteger = 4;
inline constexpr Types kNumber = 8;
inline constexpr Types kString = 16;
inline constexpr Types kArray = 32;
inline constexpr Types kObject = 64;

// kTimestamp is ValueKind::kTimestamp: a date-time with or without a zone, or a date.
enum class Format : std::uint8_t { kNone, kDateTime, kDate, kUri, kTimestamp };

struct Bound {
  // `number` is a number of the JSON grammar.
  explicit Bound(const std::string& number)
      : text(number), value(decimal_of(number)), integer(json::Value(json::Number{number}).as_int64()) {}

  std::string text;  // for messages
  Decimal value;
  std::optional<std::int64_t> integer;  // the same where it is written as one
};

// An optional number of things in one word.
class Count {
 public:
  Count() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): assigned where an optional was
  Count(std::optional<std::size_t> count) : count_(count.value_or(kNone)) {}
  explicit operator bool() const { return count_ != kNone; }
  std::size_t operator*() const { return count_; }
  std::size_t value_or(std::size_t other) const { return count_ != kNone ? count_ : other; }

 private:
  static constexpr auto kNone = static_cast<std::size_t>(-1);  // no value has as many
  std::size_t count_ = kNone;
};

}  // namespace tool

// Most nodes have a type and little else, and a request declares a thousand of them: what is rare takes one
// word where it is absent.
struct SchemaNode {
  struct Property {
    std::string name;
    const SchemaNode* node = nullptr;
    bool required = false;
  };
  struct PatternProperty {
    std::unique_ptr<tool::Pattern> pattern;
    const SchemaNode* node = nullptr;
  };

  tool::Types types = 0;  // 0: any
  bool nothing = false;   // the schema `false`
  // Set by finish(), from the rest.
  bool only_type = false;  // for scalars nothing but `types` counts
  // More than one part (the node's own keywords, one of all_of, one of alternatives) describes the value.
  bool overlapping = false;

  std::vector<Property> properties;        // in the order of the declaration
  std::vector<std::uint32_t> by_name;      // indexes of properties, sorted by name, where there are many
  std::vector<std::string> also_required;  // required but not described
  std::uint64_t required_mask = 0;         // a bit for each of the first 64 properties that is required

  void index();  // fills by_name and required_mask; `properties` stays as it is from here on
  void require(std::string_view name);
  bool closed = false;  // additionalProperties: false
  const SchemaNode* additional = nullptr;
  std::vector<PatternProperty> pattern_properties;
  tool::Count min_properties, max_properties;

  const SchemaNode* items = nullptr;
  std::vector<const SchemaNode*> prefix_items;
  tool::Count min_items, max_items;
  bool unique_items = false;

  bool has_enumeration = false;
  bool case_sensitive = false;  // of the enumeration
  std::vector<json::Value> enumeration;

  std::vector<std::vector<const SchemaNode*>> alternatives;  // each anyOf / oneOf
  std::vector<const SchemaNode*> all_of;                     // allOf, and the target of $ref

  std::unique_ptr<const tool::Bound> minimum, maximum, exclusive_minimum, exclusive_maximum, multiple_of;
  tool::Count min_length, max_length;
  std::unique_ptr<tool::Pattern> pattern;
  tool::Format format = tool::Format::kNone;

  // Declared by a ToolParameter: integers have 64 bits and numbers are doubles (S1-38, S1-39, C11).
  bool machine_numbers = false;

  const Property* find(std::string_view name) const;
  void finish();  // to be called when the rest is there
  bool is_whole() const { return all_of.empty() && alternatives.empty(); }
  bool allows(tool::Types type) const { return types == 0 || (types & type) != 0; }
};

namespace tool {

// The nodes of one schema. They stay where they are while it grows.
class SchemaNodes {
 public:
  SchemaNode& add() {
    if (chunk_.size() == chunk_.capacity()) {
      const std::size_t next = chunk_.empty() ? kFirst : std::min(chunk_.capacity() * 2, kMost);
      if (!chunk_.empty()) full_.push_back(std::move(chunk_));
      chunk_ = std::vector<SchemaNode>();
      chunk_.reserve(next);
    }
    return chunk_.emplace_back();
  }

  // The schema is complete.
  void finish() {
    for (SchemaNode& node : chunk_) node.finish();
    for (std::vector<SchemaNode>& chunk : full_) {
      for (SchemaNode& node : chunk) node.finish();
    }
  }

 private:
  static constexpr std::size_t kFirst = 8;
  static constexpr std::size_t kMost = 256;
  std::vector<SchemaNode> chunk_;  // never exceeds what was reserved for it
  std::vector<std::vector<SchemaNode>> full_;
};

// Names of the members that an object of this schema may have or must have, through $ref, allOf and
// alternatives.
void collect_keys(const SchemaNode& node, std::vector<std::string>& keys);

}  // namespace tool
}  // namespace argwright
