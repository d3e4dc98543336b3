// What can be wrong with a JSON text, as a plain value while reading and as an Error in words once
// reading has stopped: the hot loops carry no strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/limits.h"
#include "argwright/result.h"
#include "json/string_scanner.h"

namespace argwright::json {

// Most are named after what was expected where something else stood.
enum class SyntaxFault : std::uint8_t {
  kNone,
  kValue,           // at the root or behind a ':'
  kElementOrClose,  // behind '['
  kElement,         // behind ',' in an array
  kKeyOrClose,      // behind '{'
  kKey,             // behind ',' in an object
  kColon,
  kCommaOrBracket,
  kCommaOrBrace,
  kEnd,
  kLiteral,  // the text ends inside true, false or null
  kDigit,    // behind '-'
  kFractionDigit,
  kExponentDigit,
  kLeadingZero,
  kStringEnd,
  kControlCharacter,
  kEscape,
  kHexDigit,
  kLoneSurrogate,
  kEncoding,
  kDepth,
  kSize,
};

SyntaxFault to_syntax_fault(StringFault fault);

// The fault in words. A fault at the very end of `text` is kTruncated: more bytes might have made
// it right.
Error make_syntax_error(SyntaxFault fault, std::string_view text, std::size_t offset, const Limits& limits);

// What stands at `offset`, for "..., found X": a quoted character or word, the name of what cannot
// be printed, or "the end of the text". Always valid UTF-8 and short.
std::string describe_found(std::string_view text, std::size_t offset);

}  // namespace argwright::json
