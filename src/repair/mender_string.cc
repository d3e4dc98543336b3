// Where a string ends, and keys. A quote inside a string closes it only if what follows can follow a value: a
// comma and a key, closing brackets, the end. The look-ahead is bounded, so the decision costs linear time.
#include <algorithm>

#include "repair/mender.h"
#include "repair/string_text.h"

namespace argwright::repair {
namespace {

// Longest key that the look-ahead recognises.
constexpr std::size_t kKeyLookahead = 256;

bool is_opening_bracket(char c) { return c == '{' || c == '[' || c == '('; }
bool is_closing_bracket(char c) { return c == '}' || c == ']' || c == ')'; }

// Is this the beginning of a Windows path whose backslashes are not escaped? C:\dir and \\host\dir are,
// C:\\dir is not, and of \\n nobody can tell.
bool is_unescaped_path(std::string_view text) {
  if (!starts_like_windows_path(text.substr(0, 4)))
    return text.size() == 2 && is_letter(text[0]) && text[1] == ':';
  if (text[0] != '\\') return text.size() < 4 || text[3] != '\\';
  std::size_t host = 2;
  while (host < text.size() && host < 64 && (is_word(text[host]) || text[host] == '.' || text[host] == '-'))
    ++host;
  return host + 1 < text.size() && text[host] == '\\' && text[host + 1] != '\\' && text[host + 1] != '"';
}

// Counts brackets of a growing prefix; each byte is looked at once however often it is asked.
class BracketBalance {
 public:
  BracketBalance(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}
  int until(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (is_opening_bracket(text_[at_])) ++depth_;
      if (is_closing_bracket(text_[at_])) --depth_;
    }
    return depth_;
  }

 private:
  std::string_view text_;
  std::size_t at_;
  int depth_ = 0;
};

bool is_quote_boundary(char c, std::string_view punctuation) {
  return is_json_blank(c) || punctuation.find(c) != std::string_view::npos;
}

}  // namespace

bool Mender::ambiguous_quote(std::size_t at) {
  return fail(ErrorCode::kAmbiguous, "cannot tell whether a quote ends the string or belongs to it", at);
}

void Mender::note_opening_quote(Quote quote, std::size_t at) {
  const std::string_view seen = text_.substr(at, quote.length);
  switch (quote.kind) {
    case QuoteKind::kSingle: fixes_.add(Rule::kSingleQuotes, at, seen, "\""); break;
    case QuoteKind::kBacktick: fixes_.add(Rule::kBacktickQuotes, at, seen, "\""); break;
    case QuoteKind::kSmartDouble:
    case QuoteKind::kSmartSingle: fixes_.add(Rule::kSmartQuotes, at, seen, "\""); break;
    case QuoteKind::kDouble:
    case QuoteKind::kNone: break;
  }
}

bool Mender::looks_like_key(std::size_t at) const {
  const Quote quote = quote_at(text_, at);
  if (quote) {
    const std::size_t begin = at + quote.length;
    const std::size_t end = std::min(text_.size(), begin + kKeyLookahead);
    bool closed = false;
    for (std::size_t i = begin; i < end; ++i) {
      const char c = text_[i];
      if (c == '\n') {
        closed = true;
        break;
      }
      if (c == '\\') {
        ++i;
        continue;
      }
      const Quote closer = quote_at(text_, i);
      if (!closer) continue;
      // A quote of another kind closes a plain name: "cwd': ...
      if (i > begin && begin + identifier_length(text_, begin, kKeyLookahead) == i &&
          is_separator(skip_ahead(i + closer.length)))
        return true;
      if (!closes(quote.kind, closer.kind) && closer.kind != QuoteKind::kSmartDouble &&
          closer.kind != QuoteKind::kDouble)
        continue;
      const std::size_t next = skip_ahead(i + closer.length);
      if (i > begin && (is_separator(next) || next >= text_.size())) return true;
      closed = true;
      break;
    }
    if (!closed && end == text_.size()) return true;  // a key that the end of the text cuts off
    // A key whose closing quote is missing: "label: ...
    std::size_t i = begin + identifier_length(text_, begin, kKeyLookahead);
    if (i == begin) return false;
    while (peek(i) == ' ') ++i;
    return peek(i) == ':' && peek(i + 1) != '/';
  }
  const std::size_t length = identifier_length(text_, at, kKeyLookahead);
  if (length == 0) return false;
  std::size_t i = at + length;
  if (const Quote stray = quote_at(text_, i)) i += stray.length;  // the opening quote is missing: label": ...
  i = skip_ahead(i);
  return is_separator(i) && !(peek(i) == ':' && peek(i + 1) == '/');
}

Mender::Follow Mender::follow_closers(std::size_t at, bool inner_seen) const {
  const Follow doubtful = inner_seen ? Follow::kNo : Follow::kWeak;
  std::size_t count = 0;
  while (at < text_.size() && is_closing_bracket(punctuation_at(text_, at).ascii) &&
         count < stack_.size() + 8) {
    at = skip_ahead(at + punctuation_at(text_, at).length);
    ++count;
  }
  if (at >= text_.size()) return Follow::kStrong;
  const bool root_closed = count >= stack_.size();
  const Punctuation p = punctuation_at(text_, at);
  if (p.ascii == ',' || p.ascii == ';') {
    const std::size_t next = skip_ahead(at + p.length);
    if (next >= text_.size()) return Follow::kStrong;
    if (root_closed) return peek(next) == '{' ? Follow::kStrong : doubtful;
    if (looks_like_key(next) || starts_value(next)) return Follow::kStrong;
    if (is_closing_bracket(punctuation_at(text_, next).ascii)) return Follow::kStrong;
    return doubtful;
  }
  if (looks_like_key(at)) return doubtful;
  if (!root_closed) return peek(at) == '{' || peek(at) == '[' ? doubtful : Follow::kNo;
  if (peek(at) == '{' || peek(at) == '<' || peek(at) == '`') return Follow::kStrong;
  if (quote_at(text_, at)) return Follow::kNo;  // print("}"): text, not the end
  return doubtful;
}

Mender::Follow Mender::follow_after(std::size_t at, Place place, bool inner_seen) const {
  const Follow doubtful = inner_seen ? Follow::kNo : Follow::kWeak;
  const std::size_t next = skip_ahead(at);
  if (next >= text_.size()) return doubtful;
  const Punctuation p = punctuation_at(text_, next);
  if (p.ascii == ',' || p.ascii == ';') {
    std::size_t behind = skip_ahead(next + p.length);
    for (int i = 0; i < 4 && punctuation_at(text_, behind).ascii == ','; ++i) {
      behind = skip_ahead(behind + punctuation_at(text_, behind).length);
    }
    if (behind >= text_.size()) return doubtful;
    if (is_closing_bracket(punctuation_at(text_, behind).ascii)) return follow_closers(behind, inner_seen);
    if (text_.substr(behind, 3) == "...") return doubtful;  // an ellipsis, refused where members are read
    if (place == Place::kMember) {
      // Behind an inner quote a key without quotes is no anchor: `say "hi", note: ...` is text.
      return looks_like_key(behind) && (!inner_seen || quote_at(text_, behind)) ? Follow::kStrong
                                                                                : Follow::kNo;
    }
    if (starts_value(behind)) return Follow::kStrong;
    return doubtful;
  }
  if (place == Place::kMember ? p.ascii == '}' : p.ascii == ']') return follow_closers(next, inner_seen);
  if (is_closing_bracket(p.ascii)) {
    // A closer of the wrong kind: only with certainty about what comes behind it.
    return follow_closers(next, inner_seen) == Follow::kStrong ? doubtful : Follow::kNo;
  }
  if (p.ascii == ':' || p.ascii == '=') return Follow::kNo;
  if (inner_seen) return Follow::kNo;
  if (peek(next) == '+' && quote_at(text_, skip_ahead(next + 1))) return Follow::kConcatenation;
  if (peek(next) == '<' || text_.substr(next, 3) == "```") return Follow::kWeak;
  if (place == Place::kElement) return starts_value(next) ? Follow::kWeak : Follow::kNo;
  // A comma is missing.
  if (!looks_like_key(next)) return Follow::kNo;
  if (quote_at(text_, next)) return Follow::kStrong;
  return text_.substr(at, next - at).find('\n') != std::string_view::npos ? Follow::kWeak : Follow::kNo;
}

bool Mender::read_triple(Quote quote, std::string& out, bool& done) {
  done = false;
  if (quote.length != 1) return true;
  const std::string_view fence = text_.substr(at_, 3);
  if (fence.size() < 3 || fence[1] != fence[0] || fence[2] != fence[0]) return true;
  const std::size_t begin = at_ + 3;
  std::size_t close = text_.find(fence, begin);
  if (close == std::string_view::npos) return true;
  while (peek(close + 3) == fence[0]) ++close;  // """say "hi"""": the last three close
  done = true;
  fixes_.add(Rule::kTripleQuotes, at_, fence, "\"");
  // Opener kBacktick: inner double quotes are legal here and no fix.
  append_string({text_.substr(begin, close - begin), begin, QuoteKind::kBacktick, raw_string_}, fixes_, out);
  raw_string_ = false;
  at_ = close + 3;
  return true;
}

bool Mender::read_string(std::string& out, Place place) {
  const Quote quote = quote_at(text_, at_);
  bool done = false;
  if (!read_triple(quote, out, done)) return false;
  if (done) return true;

  const bool raw_prefix = raw_string_;
  raw_string_ = false;
  const std::size_t open_at = at_;
  const std::size_t begin = at_ + quote.length;
  const bool plain = quote.kind == QuoteKind::kDouble || quote.kind == QuoteKind::kSingle;
  const char quote_char = text_[open_at];
  BracketBalance balance(text_, begin);
  std::size_t inner = 0;
  std::size_t opening = 0;    // inner quotes that stand like opening ones: say "hi
  bool closes_first = false;  // the first inner quote stands like a closing one: a" ...
  const auto accept = [&](std::size_t end, std::size_t behind) {
    note_opening_quote(quote, open_at);
    append_string({text_.substr(begin, end - begin), begin, quote.kind, raw_prefix}, fixes_, out);
    if (inner % 2 == 1 && quote.kind == QuoteKind::kDouble) ++odd_strings_;
    at_ = behind;
    return true;
  };

  for (std::size_t i = begin;;) {
    while (i < text_.size() && text_[i] != '\\' && text_[i] != quote_char &&
           (plain ? quote.length == 1 : (text_[i] != '"' && text_[i] != '\'' && !is_non_ascii(text_[i]))))
      ++i;
    if (i >= text_.size()) break;
    if (text_[i] == '\\') {
      // C:\dir\" : the backslash belongs to the path when the quote is followed like a closing one.
      const bool path_end = !raw_prefix && peek(i + 1) == quote_char &&
                            is_unescaped_path(text_.substr(begin, i - begin)) &&
                            follow_after(i + 2, place, true) == Follow::kStrong;
      if (path_end) return accept(i + 1, i + 2);
      i += 2;
      continue;
    }
    const Quote closer = quote_at(text_, i);
    if (!closer || !closes(quote.kind, closer.kind)) {
      i += closer ? closer.length : 1;
      continue;
    }
    Follow follow = follow_after(i + closer.length, place, inner > 0);
    // Inside an open bracket of the string's own text an anchor belongs to that text: "{"a": "b", "c": 1}".
    if (inner > 0 && follow != Follow::kNo && balance.until(i) > 0) follow = Follow::kNo;
    if (follow == Follow::kConcatenation) concatenates_ = true;
    if (follow != Follow::kNo) {
      // An odd quote is an inch mark (24" wide) unless it opens something: `bash -c "ls` lost its other half.
      if (inner % 2 == 1 && opening * 2 > inner) return ambiguous_quote(i);
      return accept(i, i + closer.length);
    }
    if (inner == 0 && place == Place::kMember && close_before_next_key(begin, i, out)) {
      note_opening_quote(quote, open_at);
      return true;
    }
    if (peek(skip_ahead(i + closer.length)) == ':' && balance.until(i) <= 0) {
      return ambiguous_quote(i);
    }
    ++inner;
    const bool opens = (i == begin || is_quote_boundary(text_[i - 1], "([{,=:")) &&
                       !is_quote_boundary(peek(i + closer.length), ")]},;:.");
    if (opens) ++opening;
    // "a", "b": the first inner quote closes and the second opens. Two strings, or one with quotes in it?
    if (inner == 1) closes_first = !opens && is_quote_boundary(peek(i + closer.length), ",;");
    if (inner == 2 && closes_first && opens) return ambiguous_quote(i);
    i += closer.length;
  }

  if (close_policy()) {
    closing_ = true;
    std::size_t end = text_.size();
    // Half an escape at the very end says nothing.
    std::size_t slash = end;
    while (slash > begin && end - slash < 6 && text_[slash - 1] != '\\') --slash;
    if (slash > begin && text_[slash - 1] == '\\' &&
        (slash == end || (text_[slash] == 'u' && end - slash < 5))) {
      std::size_t run = slash - 1;
      while (run > begin && text_[run - 1] == '\\') --run;
      if ((slash - run) % 2 == 1) end = slash - 1;
    }
    fixes_.add(Rule::kClosedTruncated, end, text_.substr(end), "\"");
    return accept(end, text_.size());
  }
  if (inner == 0 && place == Place::kMember && close_at_final_brackets(begin, out)) {
    note_opening_quote(quote, open_at);
    return true;
  }
  return cut("the text ends inside a string");
}

// {"unit": "celsius, "days": 3}: the quote at `quote_at_offset` opens the next key, so the string ended
// before the comma.
bool Mender::close_before_next_key(std::size_t begin, std::size_t quote_at_offset, std::string& out) {
  std::size_t comma = quote_at_offset;
  while (comma > begin && is_json_blank(text_[comma - 1])) --comma;
  if (comma <= begin || text_[comma - 1] != ',') return false;
  --comma;
  if (comma <= begin || !looks_like_key(quote_at_offset)) return false;
  std::size_t end = comma;
  // A quote of another kind closed it: "celsius', or "celsius”,
  for (std::size_t length = 1; length <= 3 && length < end - begin; length += 2) {
    const Quote stray = quote_at(text_, end - length);
    if (stray && stray.length == length) {
      // A quote with a partner belongs to the text: "c = 'x', ...
      const std::string_view mark = text_.substr(end - length, length);
      if (length == 1 && text_.substr(begin, end - length - begin).find(mark) != std::string_view::npos)
        break;
      end -= length;
      break;
    }
  }
  BracketBalance balance(text_, begin);
  if (balance.until(end) != 0) return false;
  fixes_.add(Rule::kMissingQuote, end, text_.substr(end, comma - end), "\"");
  append_string({text_.substr(begin, end - begin), begin, QuoteKind::kDouble, false}, fixes_, out);
  ++missing_close_;
  at_ = comma;
  return true;
}

// {"a": "b}: a single word whose closing quote is missing, with every closing bracket present. More than one
// word may be text that was cut off, the bracket its own (L8).
bool Mender::close_at_final_brackets(std::size_t begin, std::string& out) {
  std::size_t end = text_.size();
  std::size_t brackets = 0;
  while (end > begin && (is_json_blank(text_[end - 1]) || text_[end - 1] == '}' || text_[end - 1] == ']')) {
    if (!is_json_blank(text_[end - 1])) ++brackets;
    --end;
  }
  if (brackets != stack_.size() || end <= begin) return false;
  std::size_t word_end = end;
  bool typographic = false;
  for (std::size_t length = 1; length <= 3 && length < end - begin; ++length) {
    const Quote stray = quote_at(text_, end - length);
    if (stray && stray.length == length) {
      word_end -= length;
      typographic = length > 1;
      break;
    }
  }
  const std::string_view word = text_.substr(begin, word_end - begin);
  // A typographic quote in front of the brackets is the closing one, however many words stand before it.
  const bool one_word = typographic ? word.find('"') == std::string_view::npos && !word.empty()
                                    : !word.empty() && std::none_of(word.begin(), word.end(), [](char c) {
                                        return is_json_blank(c) || is_opening_bracket(c) ||
                                               is_closing_bracket(c) || c == ',' || c == '\\';
                                      });
  if (!one_word) return false;
  fixes_.add(Rule::kMissingQuote, word_end, text_.substr(word_end, end - word_end), "\"");
  append_string({word, begin, QuoteKind::kDouble, false}, fixes_, out);
  ++missing_close_;
  at_ = end;
  return true;
}

bool Mender::read_quoted_key(std::string& out) {
  bare_key_ = false;
  const Quote quote = quote_at(text_, at_);
  const std::size_t open_at = at_;
  const std::size_t begin = at_ + quote.length;
  // {"{"a": 1}: the beginning was sent twice.
  if (peek(begin) == '{' && !stack_.back().has_item && quote_at(text_, begin + 1) &&
      looks_like_key(begin + 1)) {
    fixes_.add(Rule::kExtraOpener, open_at, text_.substr(open_at, begin + 1 - open_at), "");
    unclosed_key_ = true;
    at_ = begin + 1;
    restart_object_ = true;
    return true;
  }
  // {""cmd": 1}: the opening quote was sent twice.
  if (const Quote second = quote_at(text_, begin); second.kind == quote.kind && looks_like_key(begin) &&
                                                   !is_separator(skip_ahead(begin + second.length))) {
    fixes_.add(Rule::kExtraQuote, open_at, text_.substr(open_at, quote.length), "");
    at_ = begin;
    return read_quoted_key(out);
  }
  const auto accept = [&](std::size_t end, std::size_t behind) {
    note_opening_quote(quote, open_at);
    append_string({text_.substr(begin, end - begin), begin, quote.kind, false}, fixes_, out);
    at_ = behind;
    // {"a"": 1}: so was the closing one.
    const Quote second = quote_at(text_, at_);
    if (second && is_separator(skip_ahead(at_ + second.length))) {
      fixes_.add(Rule::kExtraQuote, at_, text_.substr(at_, second.length), "");
      at_ += second.length;
    }
    return true;
  };
  // "line: "df": the closing quote of the key is missing.
  const auto accept_unclosed = [&]() {
    const std::size_t length = identifier_length(text_, begin, kKeyLookahead);
    if (length == 0) return false;
    const std::size_t end = begin + length;
    std::size_t colon = end;
    if (const Quote stray = quote_at(text_, colon); stray && !closes(quote.kind, stray.kind))
      colon += stray.length;
    while (peek(colon) == ' ') ++colon;
    if (!is_separator(colon)) return false;
    fixes_.add(Rule::kMissingQuote, end, text_.substr(end, colon - end), "\"");
    unclosed_key_ = true;
    return accept(end, colon);
  };
  bool first = true;
  for (std::size_t i = begin; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
      continue;
    }
    const Quote closer = quote_at(text_, i);
    if (!closer || !closes(quote.kind, closer.kind)) continue;
    const std::size_t next = skip_ahead(i + closer.length);
    if (is_separator(next)) return accept(i, i + closer.length);
    if (first && accept_unclosed()) return true;
    if (next >= text_.size()) return cut("the text ends after a key");
    if (first && i > begin && starts_value(next)) return accept(i, i + closer.length);
    const char punctuation = punctuation_at(text_, next).ascii;
    if (punctuation == ',' || is_closing_bracket(punctuation) || i - begin > kKeyLookahead) {
      return fail(ErrorCode::kSyntax, "a key has no value", open_at);
    }
    first = false;
  }
  if (first && accept_unclosed()) return true;
  return cut("the text ends inside a key");
}

bool Mender::read_bare_key(std::string& out) {
  const std::size_t length = identifier_length(text_, at_, kKeyLookahead);
  if (length == 0) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return fail(ErrorCode::kSyntax,
                "expected a key, found '" + std::string(text_.substr(at_, end - at_)) + "'", at_);
  }
  const std::string_view key = text_.substr(at_, length);
  const std::size_t behind = at_ + length;
  if (behind >= text_.size()) return cut("the text ends inside a key");
  const bool expected = braceless_ && at_root() && style_ != MemberStyle::kBraceless;
  if (const Quote stray = quote_at(text_, behind); stray && is_separator(skip_ahead(behind + stray.length))) {
    fixes_.add(Rule::kMissingQuote, at_, "", "\"");
    append_string({key, at_, QuoteKind::kDouble, false}, fixes_, out);
    at_ = behind + stray.length;
    return true;
  }
  if (!expected) fixes_.add(Rule::kUnquotedKey, at_, key, "");
  bare_key_ = true;
  append_string({key, at_, QuoteKind::kDouble, false}, fixes_, out);
  at_ = behind;
  return true;
}

}  // namespace argwright::repair
