// The keywords of JSON Schema that have a meaning here.
#pragma once

#include <cstdint>
#include <string_view>

namespace argwright::tool {

enum class Keyword : std::uint8_t {
  kAdditionalProperties,
  kAllOf,
  kAnyOf,
  kConst,
  kDynamicRef,
  kEnum,
  kExclusiveMaximum,
  kExclusiveMinimum,
  kFormat,
  kItems,
  kMaximum,
  kMaxItems,
  kMaxLength,
  kMaxProperties,
  kMinimum,
  kMinItems,
  kMinLength,
  kMinProperties,
  kMultipleOf,
  kNullable,
  kOneOf,
  kPattern,
  kPatternProperties,
  kPrefixItems,
  kProperties,
  kRecursiveRef,
  kRef,
  kRequired,
  kType,
  kUniqueItems,
  kNone,  // any other key
};
inline constexpr auto kKeywords = static_cast<std::size_t>(Keyword::kNone);

Keyword keyword_of(std::string_view key);

}  // namespace argwright::tool
