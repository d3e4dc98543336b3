// Has coercion anything to do? Most calls fit as they were sent; they are walked once, without a path, a
// trial or a diagnostic.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tool/coercer.h"
#include "tool/same_text.h"

namespace argwright::tool {

// Looks first where the declared order expects the next key.
class PropertyFinder {
 public:
  explicit PropertyFinder(const SchemaNode& node)
      : node_(node), next_(node.properties.data()), end_(next_ + node.properties.size()) {}

  [[gnu::always_inline]] const SchemaNode::Property* find(std::string_view key) {
    if (next_ != end_ && same_text(next_->name, key)) return next_++;
    return look_up(key);
  }

 private:
  [[gnu::noinline]] const SchemaNode::Property* look_up(std::string_view key) {
    const SchemaNode::Property* const property = node_.find(key);
    if (property != nullptr) next_ = property + 1;
    return property;
  }

  const SchemaNode& node_;
  const SchemaNode::Property* next_;
  const SchemaNode::Property* end_;
};

// What models send for "nothing": null, "", "null", {}.
inline bool is_placeholder(const json::Value& value) {
  switch (value.kind()) {
    case json::Kind::kNull: return true;
    case json::Kind::kString: {
      const std::string_view text = value.string();
      return text.empty() || (text.size() == 4 && (text == "null" || text == "None"));
    }
    case json::Kind::kObject: return value.members().empty();
    default: return false;
  }
}

// A number of the JSON grammar that is written as an integer of at most 18 digits.
inline std::optional<std::int64_t> short_integer(std::string_view text) {
  const bool negative = text[0] == '-';
  if (negative) text.remove_prefix(1);
  if (text.size() > 18) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return negative ? -number : number;
}

// True: Coercer would leave `value` as it is and say nothing about it. False: it may have something to do.
// Unlike validates(), an unknown key or a placeholder that Coercer would tell of is no fit.
// It is also false where `steps` are not enough to tell.
bool fits_as_sent(const json::Value& value, const SchemaNode& node, std::size_t steps = steps_for(0));

}  // namespace argwright::tool
