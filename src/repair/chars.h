// What a byte sequence means between tokens: blanks, quotes, punctuation, with their typographic and
// full-width relatives. Every function is bounded by a few bytes, so that callers stay linear.
#pragma once

#include <cstddef>
#include <string_view>

namespace argwright::repair {

inline bool is_json_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
inline bool is_non_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
// Characters of an ASCII identifier or unquoted key.
inline bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

enum class QuoteKind : unsigned char { kNone, kDouble, kSingle, kBacktick, kSmartDouble, kSmartSingle };

struct Quote {
  QuoteKind kind = QuoteKind::kNone;
  std::size_t length = 0;
  explicit operator bool() const { return kind != QuoteKind::kNone; }
};
// The quote character at `at`, if one is there.
Quote quote_at(std::string_view text, std::size_t at);
// May a string opened by `opener` be closed by `closer`? Typographic quotes close loosely, since
// models mix them up.
bool closes(QuoteKind opener, QuoteKind closer);

// Length of a character that JSON does not count as white space but a reader does not see: NUL, no-break and
// zero-width spaces, byte order mark, line separators. 0 when there is none at `at`.
std::size_t invisible_length(std::string_view text, std::size_t at);

// Structural punctuation at `at`, ASCII or full-width. `ascii` is 0 when there is none.
struct Punctuation {
  char ascii = 0;
  std::size_t length = 0;
};
Punctuation punctuation_at(std::string_view text, std::size_t at);

// Length of the identifier at `at`: ASCII word characters and non-ASCII characters that are neither
// quotes, punctuation nor invisible; '-' and '.' inside. At most `limit` bytes are looked at.
std::size_t identifier_length(std::string_view text, std::size_t at, std::size_t limit);

}  // namespace argwright::repair
