// Tested by schema_keyword_test.cc.
#include "tool/schema_keyword.h"

#include <cstring>

namespace argwright::tool {
namespace {

Keyword if_same(std::string_view key, std::string_view name, Keyword keyword) {
  return std::memcmp(key.data(), name.data(), name.size()) == 0 ? keyword : Keyword::kNone;
}

}  // namespace

// By length and one letter, then by one comparison: most keys of a schema are looked up, and compiling is
// mostly looking up.
Keyword keyword_of(std::string_view key) {
  switch (key.size()) {
    case 4:
      if (key[0] == 't') return if_same(key, "type", Keyword::kType);
      if (key[0] == 'e') return if_same(key, "enum", Keyword::kEnum);
      return if_same(key, "$ref", Keyword::kRef);
    case 5:
      if (key[0] == 'i') return if_same(key, "items", Keyword::kItems);
      if (key[0] == 'c') return if_same(key, "const", Keyword::kConst);
      if (key[0] == 'o') return if_same(key, "oneOf", Keyword::kOneOf);
      if (key[1] == 'n') return if_same(key, "anyOf", Keyword::kAnyOf);
      return if_same(key, "allOf", Keyword::kAllOf);
    case 6: return if_same(key, "format", Keyword::kFormat);
    case 7:
      if (key[0] == 'p') return if_same(key, "pattern", Keyword::kPattern);
      if (key[1] == 'i') return if_same(key, "minimum", Keyword::kMinimum);
      return if_same(key, "maximum", Keyword::kMaximum);
    case 8:
      if (key[0] == 'r') return if_same(key, "required", Keyword::kRequired);
      if (key[0] == 'n') return if_same(key, "nullable", Keyword::kNullable);
      if (key[1] == 'i') return if_same(key, "minItems", Keyword::kMinItems);
      return if_same(key, "maxItems", Keyword::kMaxItems);
    case 9:
      if (key[1] == 'i') return if_same(key, "minLength", Keyword::kMinLength);
      return if_same(key, "maxLength", Keyword::kMaxLength);
    case 10:
      if (key[0] == 'p') return if_same(key, "properties", Keyword::kProperties);
      return if_same(key, "multipleOf", Keyword::kMultipleOf);
    case 11:
      if (key[0] == 'd') return Keyword::kNone;  // description
      if (key[0] == 'p') return if_same(key, "prefixItems", Keyword::kPrefixItems);
      if (key[0] == 'u') return if_same(key, "uniqueItems", Keyword::kUniqueItems);
      return if_same(key, "$dynamicRef", Keyword::kDynamicRef);
    case 13:
      if (key[0] == '$') return if_same(key, "$recursiveRef", Keyword::kRecursiveRef);
      if (key[1] == 'i') return if_same(key, "minProperties", Keyword::kMinProperties);
      return if_same(key, "maxProperties", Keyword::kMaxProperties);
    case 16:
      if (key[10] == 'i') return if_same(key, "exclusiveMinimum", Keyword::kExclusiveMinimum);
      return if_same(key, "exclusiveMaximum", Keyword::kExclusiveMaximum);
    case 17: return if_same(key, "patternProperties", Keyword::kPatternProperties);
    case 20: return if_same(key, "additionalProperties", Keyword::kAdditionalProperties);
    default: return Keyword::kNone;
  }
}

}  // namespace argwright::tool
