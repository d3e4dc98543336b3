#include "repair/chars.h"

namespace argwright::repair {
namespace {

bool starts_with_at(std::string_view text, std::size_t at, std::string_view what) {
  return text.substr(at, what.size()) == what;
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

}  // namespace

Quote quote_at(std::string_view text, std::size_t at) {
  switch (byte_at(text, at)) {
    case '"': return {QuoteKind::kDouble, 1};
    case '\'': return {QuoteKind::kSingle, 1};
    case '`': return {QuoteKind::kBacktick, 1};
    case 0xC2:  // U+00B4 acute accent, typed where a backtick was meant
      return byte_at(text, at + 1) == 0xB4 ? Quote{QuoteKind::kBacktick, 2} : Quote{};
    case 0xE2: {  // U+2018 .. U+201F
      if (byte_at(text, at + 1) != 0x80) return {};
      const unsigned char last = byte_at(text, at + 2);
      if (last >= 0x98 && last <= 0x9B) return {QuoteKind::kSmartSingle, 3};
      if (last >= 0x9C && last <= 0x9F) return {QuoteKind::kSmartDouble, 3};
      return {};
    }
    case 0xEF:  // U+FF02, U+FF07
      if (starts_with_at(text, at, "\xEF\xBC\x82")) return {QuoteKind::kSmartDouble, 3};
      if (starts_with_at(text, at, "\xEF\xBC\x87")) return {QuoteKind::kSmartSingle, 3};
      return {};
    default: return {};
  }
}

bool closes(QuoteKind opener, QuoteKind closer) {
  if (opener == closer) return opener != QuoteKind::kNone;
  if (opener == QuoteKind::kSmartDouble) return closer == QuoteKind::kDouble;
  if (opener == QuoteKind::kSmartSingle) return closer == QuoteKind::kSingle;
  return false;
}

std::size_t invisible_length(std::string_view text, std::size_t at) {
  const unsigned char c = byte_at(text, at);
  if (at >= text.size()) return 0;
  if (c == 0 || c == '\v' || c == '\f') return 1;
  if (c == 0xC2) {
    const unsigned char next = byte_at(text, at + 1);
    return next == 0xA0 || next == 0x85 || next == 0xAD ? 2 : 0;
  }
  if (c == 0xE2) {
    const unsigned char second = byte_at(text, at + 1);
    const unsigned char third = byte_at(text, at + 2);
    if (second == 0x80 && ((third >= 0x80 && third <= 0x8F) || (third >= 0xA8 && third <= 0xAF))) return 3;
    if (second == 0x81 && ((third >= 0x9F && third <= 0xA4) || third == 0x9F)) return 3;
    return 0;
  }
  if (c == 0xE1) {
    return starts_with_at(text, at, "\xE1\xA0\x8E") || starts_with_at(text, at, "\xE1\x9A\x80") ? 3 : 0;
  }
  if (c == 0xE3) return starts_with_at(text, at, "\xE3\x80\x80") ? 3 : 0;
  if (c == 0xEF) return starts_with_at(text, at, "\xEF\xBB\xBF") ? 3 : 0;
  return 0;
}

Punctuation punctuation_at(std::string_view text, std::size_t at) {
  const unsigned char c = byte_at(text, at);
  switch (c) {
    case '{':
    case '}':
    case '[':
    case ']':
    case '(':
    case ')':
    case ',':
    case ':':
    case ';':
    case '=': return {static_cast<char>(c), 1};
    case 0xE3:
      if (starts_with_at(text, at, "\xE3\x80\x81")) return {',', 3};
      return {};
    case 0xEF: break;
    default: return {};
  }
  const unsigned char second = byte_at(text, at + 1);
  const unsigned char third = byte_at(text, at + 2);
  if (second == 0xBC) {
    switch (third) {
      case 0x8C: return {',', 3};
      case 0x9A: return {':', 3};
      case 0x9B: return {';', 3};
      case 0x9D: return {'=', 3};
      case 0xBB: return {'[', 3};
      case 0xBD: return {']', 3};
      case 0x88: return {'(', 3};
      case 0x89: return {')', 3};
      default: return {};
    }
  }
  if (second == 0xBD && third == 0x9B) return {'{', 3};
  if (second == 0xBD && third == 0x9D) return {'}', 3};
  return {};
}

std::size_t identifier_length(std::string_view text, std::size_t at, std::size_t limit) {
  std::size_t i = at;
  const std::size_t end = text.size() - at > limit ? at + limit : text.size();
  while (i < end) {
    const char c = text[i];
    if (is_word(c)) {
      ++i;
    } else if ((c == '-' || c == '.') && i > at && i + 1 < end &&
               (is_word(text[i + 1]) || is_non_ascii(text[i + 1]))) {
      ++i;
    } else if (is_non_ascii(c) && !quote_at(text, i) && punctuation_at(text, i).ascii == 0 &&
               invisible_length(text, i) == 0) {
      ++i;
      while (i < end && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) ++i;
    } else {
      break;
    }
  }
  return i - at;
}

}  // namespace argwright::repair
