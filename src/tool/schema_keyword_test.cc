#include "tool/schema_keyword.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::tool {
namespace {

constexpr std::pair<std::string_view, Keyword> kAll[] = {
    {"additionalProperties", Keyword::kAdditionalProperties},
    {"allOf", Keyword::kAllOf},
    {"anyOf", Keyword::kAnyOf},
    {"const", Keyword::kConst},
    {"$dynamicRef", Keyword::kDynamicRef},
    {"enum", Keyword::kEnum},
    {"exclusiveMaximum", Keyword::kExclusiveMaximum},
    {"exclusiveMinimum", Keyword::kExclusiveMinimum},
    {"format", Keyword::kFormat},
    {"items", Keyword::kItems},
    {"maximum", Keyword::kMaximum},
    {"maxItems", Keyword::kMaxItems},
    {"maxLength", Keyword::kMaxLength},
    {"maxProperties", Keyword::kMaxProperties},
    {"minimum", Keyword::kMinimum},
    {"minItems", Keyword::kMinItems},
    {"minLength", Keyword::kMinLength},
    {"minProperties", Keyword::kMinProperties},
    {"multipleOf", Keyword::kMultipleOf},
    {"nullable", Keyword::kNullable},
    {"oneOf", Keyword::kOneOf},
    {"pattern", Keyword::kPattern},
    {"patternProperties", Keyword::kPatternProperties},
    {"prefixItems", Keyword::kPrefixItems},
    {"properties", Keyword::kProperties},
    {"$recursiveRef", Keyword::kRecursiveRef},
    {"$ref", Keyword::kRef},
    {"required", Keyword::kRequired},
    {"type", Keyword::kType},
    {"uniqueItems", Keyword::kUniqueItems},
};

TEST(SchemaKeyword, FindsEveryKeyword) {
  EXPECT_EQ(std::size(kAll), kKeywords);
  for (const auto& [name, keyword] : kAll) EXPECT_EQ(keyword_of(name), keyword) << name;
}

TEST(SchemaKeyword, TakesNothingElseForOne) {
  for (const std::string_view key : {"", "description", "title", "$defs", "default", "examples"})
    EXPECT_EQ(keyword_of(key), Keyword::kNone) << key;
  for (const auto& [name, keyword] : kAll) {
    for (std::size_t i = 0; i < name.size(); ++i) {
      std::string other(name);
      other[i] = '?';
      EXPECT_EQ(keyword_of(other), Keyword::kNone) << other;
    }
    EXPECT_EQ(keyword_of(std::string(name) + "s"), Keyword::kNone) << name;
  }
}

}  // namespace
}  // namespace argwright::tool
