// Numbers, literals and values without quotes.
#include <algorithm>

#include "json/utf8.h"
#include "repair/mender.h"
#include "repair/number_text.h"
#include "repair/string_text.h"

namespace argwright::repair {
namespace {

bool equals_ignoring_case(std::string_view a, std::string_view lower) {
  return a.size() == lower.size() && std::equal(a.begin(), a.end(), lower.begin(), [](char x, char y) {
           return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + 32) : x) == y;
         });
}

// Characters that an unquoted text value may hold. Operators, brackets and quotes are out: that would be an
// expression or a command, and half of one is worse than none.
bool is_plain_text(char c) {
  return is_word(c) || std::string_view(" \t-./:@%+~!?\\,&#").find(c) != std::string_view::npos;
}

// 1 + 2, 60 * 60: an expression is not evaluated.
bool reads_as_arithmetic(std::string_view value) {
  for (std::size_t i = 1; i + 1 < value.size(); ++i) {
    if (std::string_view("+-*/%").find(value[i]) == std::string_view::npos) continue;
    if (value[i - 1] == ' ' && value[i + 1] == ' ' && is_digit(value[0])) return true;
  }
  return false;
}

// https://... : then the characters of a query belong to it.
bool starts_like_url(std::string_view value) {
  const std::size_t scheme = value.substr(0, 12).find("://");
  return scheme != std::string_view::npos && scheme > 0 && is_letter(value[0]);
}

}  // namespace

// May a number or literal end before `at`?
bool Mender::ends_scalar(std::size_t at) const {
  if (at >= text_.size()) return true;
  const char c = text_[at];
  if (is_json_blank(c) || c == '#' || c == '<' || c == '`') return true;
  if (c == '/' && (peek(at + 1) == '/' || peek(at + 1) == '*')) return true;
  if (c == '\\' && (peek(at + 1) == 'n' || peek(at + 1) == 'r' || peek(at + 1) == 't')) return true;
  const char p = punctuation_at(text_, at).ascii;
  if (p == ',' || p == '}' || p == ']' || p == ')' || p == ';' || p == '{') return true;
  if (quote_at(text_, at)) return looks_like_key(at);
  return invisible_length(text_, at) > 0;
}

bool Mender::read_scalar(std::string& out, Place place) {
  const char c = text_[at_];
  if (text_.substr(at_, 3) == "...") return fail_ellipsis();
  bool done = false;
  if (is_digit(c) || c == '-' || c == '+' || c == '.') {
    if (!read_number(out, place, done)) return false;
    if (done) return true;
  }
  if (is_letter(c) || c == '-' || c == '+') {
    if (!read_word(out, place, done)) return false;
    if (done) return true;
  }
  return read_bare_string(out, place);
}

bool Mender::read_number(std::string& out, Place place, bool& done) {
  (void)place;
  done = false;
  const NumberToken number = read_number_token(text_, at_);
  const std::size_t end = at_ + number.length;
  if (number.length == 0 || !ends_scalar(end)) return true;
  if (end >= text_.size() && number.form == NumberForm::kUnfinished)
    return cut("the text ends inside a number");
  if (number.form == NumberForm::kUnfinished || number.form == NumberForm::kTooLong) return true;
  // After white space there must be the end of the item, or this was the first word of a text.
  const std::size_t next = skip_ahead(end);
  if (next > end && next < text_.size() && !ends_scalar(next) && !looks_like_key(next) && !starts_value(next))
    return true;
  done = true;
  const std::string_view seen = text_.substr(at_, number.length);
  switch (number.form) {
    case NumberForm::kJson: out += seen; break;
    case NumberForm::kRewritten:
      fixes_.add(Rule::kNumberFormat, at_, seen, number.json);
      out += number.json;
      break;
    case NumberForm::kLeadingZero:
      // 00420 may be a postcode or the number 420: the text loses nothing, and a declaration can still make
      // it a number.
      fixes_.add(Rule::kLeadingZero, at_, seen, "\"" + std::string(seen) + "\"");
      append_string({seen, at_, QuoteKind::kDouble, false}, fixes_, out);
      break;
    case NumberForm::kUnfinished:
    case NumberForm::kTooLong: break;
  }
  at_ = end;
  return true;
}

bool Mender::read_word(std::string& out, Place place, bool& done) {
  done = false;
  std::size_t end = at_;
  if (text_[end] == '-' || text_[end] == '+') ++end;
  const std::size_t word_begin = end;
  while (end < text_.size() && end - word_begin < 16 && is_word(text_[end])) ++end;
  const std::string_view word = text_.substr(word_begin, end - word_begin);
  const std::string_view seen = text_.substr(at_, end - at_);

  // r'...', u"...": a string with a prefix.
  if (word_begin == at_ && word.size() <= 2 && quote_at(text_, end)) {
    const bool raw = equals_ignoring_case(word, "r") || equals_ignoring_case(word, "br") ||
                     equals_ignoring_case(word, "rb");
    if (raw || equals_ignoring_case(word, "u") || equals_ignoring_case(word, "b")) {
      fixes_.add(Rule::kStringPrefix, at_, seen, "");
      at_ = end;
      raw_string_ = raw;
      done = true;
      return read_string(out, place);
    }
  }
  if (equals_ignoring_case(word, "nan") || equals_ignoring_case(word, "infinity") ||
      equals_ignoring_case(word, "inf")) {
    if (ends_scalar(end)) {
      return fail(ErrorCode::kUnrepresentable, std::string(seen) + " has no JSON value", at_);
    }
    return true;
  }
  if (word_begin != at_) return true;
  if (!ends_scalar(end)) return true;
  const std::size_t next = skip_ahead(end);
  if (next > end && next < text_.size() && !ends_scalar(next) && !looks_like_key(next) &&
      !(place == Place::kElement && starts_value(next))) {
    return true;  // "True story"
  }

  for (const std::string_view literal : {"true", "false", "null"}) {
    if (!equals_ignoring_case(word, literal)) continue;
    if (word != literal) {
      fixes_.add(word == "True" || word == "False" ? Rule::kPythonLiteral : Rule::kLiteralCase, at_, word,
                 literal);
    }
    out += literal;
    at_ = end;
    done = true;
    return true;
  }
  if (word == "None" || word == "NONE" || word == "nil") {
    fixes_.add(Rule::kPythonLiteral, at_, word, "null");
    out += "null";
    at_ = end;
    done = true;
    return true;
  }
  for (const std::string_view literal : {"true", "false", "null", "True", "False", "None"}) {
    if (word.size() < 2 || word.size() >= literal.size() || !literal.starts_with(word)) continue;
    if (word == "No") continue;
    if (end >= text_.size()) return cut("the text ends inside a literal");
    return fail(ErrorCode::kSyntax, "'" + std::string(word) + "' is the beginning of a literal, not a value",
                at_);
  }
  if (word == "undefined") {
    if (place != Place::kMember) return fail(ErrorCode::kUnrepresentable, "undefined has no JSON value", at_);
    fixes_.add(Rule::kUndefined, at_, word, "");
    at_ = end;
    drop_member_ = true;
    done = true;
    return true;
  }
  return true;
}

bool Mender::read_bare_string(std::string& out, Place place) {
  if (braceless_ && at_root() && style_ != MemberStyle::kBraceless) {
    return fail(ErrorCode::kSyntax, "a value without quotes is not understood here", at_);
  }
  const std::size_t begin = at_;
  std::size_t end = begin;
  bool missing_open_quote = false;
  const bool url = starts_like_url(text_.substr(begin, 16));
  for (std::size_t i = begin;; ++i) {
    if (i >= text_.size()) return cut("the text ends inside a value");
    const char c = text_[i];
    const Punctuation p = punctuation_at(text_, i);
    if (p.ascii == '}' || p.ascii == ']') {
      end = i;
      break;
    }
    if (p.ascii == ',') {
      const std::size_t next = skip_ahead(i + p.length);
      const bool item_ends = place == Place::kElement || looks_like_key(next) ||
                             punctuation_at(text_, next).ascii == '}' ||
                             punctuation_at(text_, next).ascii == ']';
      if (item_ends) {
        end = i;
        break;
      }
    }
    if (c == '\n') {
      const std::size_t next = skip_ahead(i);
      const char closer = punctuation_at(text_, next).ascii;
      if (next >= text_.size()) return cut("the text ends inside a value");
      if (closer == '}' || closer == ']' || closer == ',' || place == Place::kElement ||
          looks_like_key(next)) {
        end = i;
        break;
      }
      return fail(ErrorCode::kSyntax, "a value without quotes runs over the end of its line", begin);
    }
    if (const Quote quote = quote_at(text_, i)) {
      if (quote.kind == QuoteKind::kSingle && i > begin && is_letter(text_[i - 1]) && is_letter(peek(i + 1)))
        continue;
      const Follow follow = follow_after(i + quote.length, place, false);
      if (i == begin || follow == Follow::kNo || follow == Follow::kConcatenation) {
        return fail(ErrorCode::kSyntax, "a quote stands inside a value without quotes", i);
      }
      missing_open_quote = true;
      end = i;
      at_ = i + quote.length;
      break;
    }
    if (is_non_ascii(c)) {
      const json::CodePoint point = json::decode_utf8(text_, i);
      if (!point.well_formed)
        return fail(ErrorCode::kInvalidEncoding, "bytes that are not UTF-8 stand outside a string", i);
      i += point.length - 1;
      continue;
    }
    if (!is_plain_text(c) && !(url && c == '=')) {
      return fail(ErrorCode::kSyntax, "expected a value, found an expression or text without quotes", begin);
    }
  }
  if (!missing_open_quote) at_ = end;
  while (end > begin && is_json_blank(text_[end - 1])) --end;
  const std::string_view value = text_.substr(begin, end - begin);
  const bool says_something =
      std::any_of(value.begin(), value.end(), [](char c) { return is_word(c) || is_non_ascii(c); });
  if (!says_something || value[0] == ':' || reads_as_arithmetic(value) ||
      ((value[0] == '-' || value[0] == '+') && !is_letter(value.size() > 1 ? value[1] : ' '))) {
    return fail(ErrorCode::kSyntax, "expected a value, found an expression or text without quotes", begin);
  }
  if (missing_open_quote && bare_key_) {
    // {"title": A, B: C", ...}: B may be a key, or part of a title that lost its opening quote.
    return fail(ErrorCode::kAmbiguous, "cannot tell where a string without its opening quote begins", begin);
  }
  if (missing_open_quote) {
    fixes_.add(Rule::kMissingQuote, begin, "", "\"");
    ++missing_open_;
  } else {
    fixes_.add(Rule::kUnquotedString, begin, value, "");
  }
  // Backslashes are literal: without quotes there was no escaping.
  append_string({value, begin, QuoteKind::kBacktick, !missing_open_quote}, fixes_, out);
  return true;
}

}  // namespace argwright::repair
