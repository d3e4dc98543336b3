// Tested by syntax_fault_test.cc and reader_test.cc.
#include "json/syntax_fault.h"

#include "json/utf8.h"

namespace argwright::json {

namespace {

struct Words {
  // With the byte at fault: said first, then ", found X" where `names_found`.
  std::string_view expected;
  bool names_found;
  // When the text ends there instead.
  std::string_view ended;
};

Words words_of(SyntaxFault fault) {
  switch (fault) {
    case SyntaxFault::kValue: return {"expected a value", true, "the text ends where a value was expected"};
    case SyntaxFault::kElementOrClose:
      return {"expected a value or ']' after '['", true, "the text ends inside an array"};
    case SyntaxFault::kElement: return {"expected a value after ','", true, "the text ends inside an array"};
    case SyntaxFault::kKeyOrClose:
      return {"expected a key or '}' after '{'", true, "the text ends inside an object"};
    case SyntaxFault::kKey: return {"expected a key after ','", true, "the text ends inside an object"};
    case SyntaxFault::kColon:
      return {"expected ':' after a key", true, "the text ends after a key, where ':' was expected"};
    case SyntaxFault::kCommaOrBracket:
      return {"expected ',' or ']' after an element", true, "the text ends inside an array"};
    case SyntaxFault::kCommaOrBrace:
      return {"expected ',' or '}' after a member", true, "the text ends inside an object"};
    case SyntaxFault::kEnd: return {"expected the end of the text", true, ""};
    case SyntaxFault::kLiteral:
      return {"expected true, false or null", true, "the text ends inside true, false or null"};
    case SyntaxFault::kDigit: return {"expected a digit after '-'", true, "the text ends inside a number"};
    case SyntaxFault::kFractionDigit:
      return {"expected a digit after '.'", true, "the text ends inside a number"};
    case SyntaxFault::kExponentDigit:
      return {"expected a digit in the exponent", true, "the text ends inside a number"};
    case SyntaxFault::kLeadingZero: return {"a number must not have a leading zero", false, ""};
    case SyntaxFault::kStringEnd: return {"", false, "the text ends inside a string"};
    case SyntaxFault::kControlCharacter: return {"a control character in a string must be escaped", true, ""};
    case SyntaxFault::kEscape:
      return {"expected an escape sequence of JSON after '\\'", true, "the text ends inside a string"};
    case SyntaxFault::kHexDigit:
      return {"expected four hex digits after '\\u'", true, "the text ends inside a string"};
    case SyntaxFault::kLoneSurrogate: return {"a surrogate escape without its other half", false, ""};
    case SyntaxFault::kEncoding: return {"expected UTF-8 in a string", true, ""};
    case SyntaxFault::kDepth:
    case SyntaxFault::kSize:
    case SyntaxFault::kNone: break;
  }
  return {"", false, ""};
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string in_quotes(std::string_view text) {
  std::string result(1, '\'');
  result += text;
  result += '\'';
  return result;
}

std::string in_hex(unsigned number, int digits) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += kDigits[number >> shift & 0xF];
  return text;
}

}  // namespace

SyntaxFault to_syntax_fault(StringFault fault) {
  switch (fault) {
    case StringFault::kNone: return SyntaxFault::kNone;
    case StringFault::kUnterminated: return SyntaxFault::kStringEnd;
    case StringFault::kControl: return SyntaxFault::kControlCharacter;
    case StringFault::kEscape: return SyntaxFault::kEscape;
    case StringFault::kHexDigit: return SyntaxFault::kHexDigit;
    case StringFault::kLoneSurrogate: return SyntaxFault::kLoneSurrogate;
    case StringFault::kIllFormed: return SyntaxFault::kEncoding;
  }
  return SyntaxFault::kNone;
}

Error make_syntax_error(SyntaxFault fault, std::string_view text, std::size_t offset, const Limits& limits) {
  if (fault == SyntaxFault::kDepth) {
    return Error::at(ErrorCode::kTooDeep,
                     "nesting is deeper than " + std::to_string(limits.max_depth) + " levels", offset);
  }
  if (fault == SyntaxFault::kSize) {
    return Error::at(ErrorCode::kTooLarge,
                     "the text has " + std::to_string(text.size()) + " bytes, the limit is " +
                         std::to_string(limits.max_bytes),
                     offset);
  }
  const Words words = words_of(fault);
  if (offset >= text.size()) return Error::at(ErrorCode::kTruncated, std::string(words.ended), text.size());
  std::string message(words.expected);
  if (words.names_found) message += ", found " + describe_found(text, offset);
  const ErrorCode code = fault == SyntaxFault::kEncoding ? ErrorCode::kInvalidEncoding : ErrorCode::kSyntax;
  return Error::at(code, std::move(message), offset);
}

std::string describe_found(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the end of the text";
  const CodePoint point = decode_utf8(text, offset);
  if (!point.well_formed) return "byte 0x" + in_hex(static_cast<unsigned char>(text[offset]), 2);
  switch (point.value) {
    case '\t': return "a tab";
    case '\n': return "a line feed";
    case '\r': return "a carriage return";
    case '\'': return "a single quote";
    case 0x00: return "a NUL byte";
    case 0xFEFF: return "a byte order mark";
    default: break;
  }
  const bool letter = is_word_byte(text[offset]) && (text[offset] < '0' || text[offset] > '9');
  if (letter) {
    // A whole word (None, undefined, tru) says more than its first letter.
    constexpr std::size_t kLongest = 24;
    std::size_t end = offset;
    while (end < text.size() && end - offset < kLongest && is_word_byte(text[end])) ++end;
    return in_quotes(text.substr(offset, end - offset));
  }
  const bool prints =
      point.value >= 0x20 && point.value != 0x7F && (point.value < 0x80 || point.value >= 0xA0);
  if (prints) return in_quotes(text.substr(offset, point.length));
  return "U+" + in_hex(static_cast<unsigned>(point.value), 4);
}

}  // namespace argwright::json
