// The table of repair rules: one row per kind of fix. Adding a rule = adding a row here, the code
// that applies it in the file of its family, and corpus cases under tests/corpus.
#pragma once

#include "argwright/repair.h"

namespace argwright::repair {

// X(enumerator, "name", "plain words in the past tense")
#define ARGWRIGHT_REPAIR_RULES(X)                                                                     \
  /* envelopes: what stands around the object */                                                      \
  X(kUnquote, "unquote", "took off a layer of string encoding")                                       \
  X(kEmptyInput, "empty_input", "read blank arguments as an empty object")                            \
  X(kEmptyArray, "empty_array", "read an empty list as an empty object")                              \
  X(kByteOrderMark, "byte_order_mark", "dropped a byte order mark")                                   \
  X(kInvisible, "invisible_character", "dropped an invisible character between tokens")               \
  X(kCodeFence, "code_fence", "took the arguments out of a code fence")                               \
  X(kProse, "surrounding_text", "dropped text around the arguments")                                  \
  X(kThinking, "thinking_block", "dropped a thinking block")                                          \
  X(kSpecialToken, "special_token", "dropped a template token of the model")                          \
  X(kMarkupTag, "markup_tag", "dropped a tool-call tag")                                              \
  X(kXmlParameters, "xml_parameters", "read XML parameters as members")                               \
  X(kCallWrapper, "call_wrapper", "took the arguments out of a name/arguments wrapper")               \
  X(kArrayWrapper, "array_wrapper", "took the only object out of a list")                             \
  X(kCallSyntax, "call_syntax", "read a function call as its arguments")                              \
  X(kBareMembers, "bare_members", "read members without braces as an object")                         \
  X(kHtmlEntities, "html_entities", "decoded HTML entities used as quotes")                           \
  X(kEscapedObject, "escaped_object", "decoded an object whose quotes were escaped")                  \
  /* strings and keys */                                                                              \
  X(kSingleQuotes, "single_quotes", "turned single quotes into double quotes")                        \
  X(kSmartQuotes, "smart_quotes", "turned typographic quotes into double quotes")                     \
  X(kBacktickQuotes, "backtick_quotes", "turned backticks into double quotes")                        \
  X(kTripleQuotes, "triple_quotes", "turned triple quotes into double quotes")                        \
  X(kStringPrefix, "string_prefix", "dropped a string prefix")                                        \
  X(kUnquotedKey, "unquoted_key", "quoted a key")                                                     \
  X(kUnquotedString, "unquoted_string", "quoted a value")                                             \
  X(kMissingQuote, "missing_quote", "added a missing quote")                                          \
  X(kExtraQuote, "extra_quote", "dropped a stray quote")                                              \
  X(kInnerQuote, "inner_quote", "escaped a quote inside a string")                                    \
  X(kControlCharacter, "control_character", "escaped a control character inside a string")            \
  X(kBadEscape, "bad_escape", "mended an escape that JSON does not know")                             \
  X(kLiteralBackslashes, "literal_backslashes", "kept the backslashes of a path, pattern or formula") \
  X(kLoneSurrogate, "lone_surrogate", "replaced half a surrogate pair by U+FFFD")                     \
  X(kInvalidUtf8, "invalid_utf8", "replaced bytes that are not UTF-8 by U+FFFD")                      \
  X(kConcatenation, "string_concatenation", "joined concatenated strings")                            \
  /* literals and numbers */                                                                          \
  X(kPythonLiteral, "python_literal", "turned a Python literal into JSON")                            \
  X(kLiteralCase, "literal_case", "lower-cased a literal")                                            \
  X(kUndefined, "undefined_value", "dropped a member whose value is undefined")                       \
  X(kNumberFormat, "number_format", "rewrote a number the JSON way")                                  \
  X(kLeadingZero, "leading_zero", "kept a number with leading zeros as a string")                     \
  /* structure */                                                                                     \
  X(kSeparator, "separator", "replaced a wrong separator")                                            \
  X(kMissingColon, "missing_colon", "added a missing colon")                                          \
  X(kExtraColon, "extra_colon", "dropped an extra colon")                                             \
  X(kTrailingComma, "trailing_comma", "dropped a trailing comma")                                     \
  X(kLeadingComma, "leading_comma", "dropped a leading comma")                                        \
  X(kExtraComma, "extra_comma", "dropped an extra comma")                                             \
  X(kMissingComma, "missing_comma", "added a missing comma")                                          \
  X(kComment, "comment", "dropped a comment")                                                         \
  X(kFullwidth, "fullwidth_punctuation", "replaced full-width punctuation")                           \
  X(kEscapedWhitespace, "escaped_whitespace", "dropped an escaped line break between tokens")         \
  X(kTuple, "tuple", "turned a tuple into a list")                                                    \
  X(kMissingOpener, "missing_opener", "added a missing opening brace")                                \
  X(kMissingCloser, "missing_closer", "added a missing closing bracket")                              \
  X(kExtraOpener, "extra_opener", "dropped an extra opening brace")                                   \
  X(kExtraCloser, "extra_closer", "dropped an extra closing bracket")                                 \
  X(kWrongCloser, "wrong_closer", "replaced a wrong closing bracket")                                 \
  X(kDuplicateKey, "duplicate_key", "dropped a repeated member with the same value")                  \
  /* candidates */                                                                                    \
  X(kRepeatedObject, "repeated_object", "dropped a repetition of the same object")                    \
  X(kEmptyObject, "empty_object", "dropped an empty object beside the arguments")                     \
  /* truncated = close */                                                                             \
  X(kClosedTruncated, "closed_truncated", "closed a value that was cut off")                          \
  X(kDroppedTruncated, "dropped_truncated", "dropped a member that was cut off")

enum class Rule : std::uint8_t {
#define ARGWRIGHT_RULE_ENUM(id, name, words) id,
  ARGWRIGHT_REPAIR_RULES(ARGWRIGHT_RULE_ENUM)
#undef ARGWRIGHT_RULE_ENUM
};

inline constexpr RuleInfo kRules[] = {
#define ARGWRIGHT_RULE_ROW(id, name, words) {name, words},
    ARGWRIGHT_REPAIR_RULES(ARGWRIGHT_RULE_ROW)
#undef ARGWRIGHT_RULE_ROW
};

constexpr const RuleInfo& rule_info(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

}  // namespace argwright::repair
