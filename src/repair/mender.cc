// Structure: members, elements, separators, closers. See mender.h for the idea.
#include "repair/mender.h"

#include <algorithm>

namespace argwright::repair {
namespace {

// Look-ahead over a comment stops here, so that a look-ahead per quote stays linear.
constexpr std::size_t kCommentLookahead = 256;

// {{ is a template's slip; a hundred are something else.
constexpr int kMaxExtraOpeners = 8;

char closer_of(char open) { return open == '{' ? '}' : ']'; }

std::string quoted_excerpt(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the text";
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return "'" + std::string(text.substr(at, end - at)) + "'";
}

}  // namespace

bool Mender::fail(ErrorCode code, std::string message, std::size_t at) {
  error_ = Error::at(code, std::move(message), at);
  return false;
}

bool Mender::cut(std::string message) {
  return fail(ErrorCode::kTruncated, std::move(message), text_.size());
}

// jsonrepair drops it; but it stands for content that was left out, and half a call must not run (L8).
bool Mender::fail_ellipsis() {
  return fail(ErrorCode::kUnrepresentable, "an ellipsis stands where content was left out", at_);
}

bool Mender::value(std::size_t begin, std::string& out) {
  const std::size_t before = out.size();
  at_ = begin;
  stack_.clear();
  const Punctuation bracket = punctuation_at(text_, at_);
  if (open(bracket.ascii, bracket.length, out) && run(out)) return true;
  out.resize(before);
  return false;
}

bool Mender::members(std::size_t begin, MemberStyle style, std::string& out) {
  const std::size_t before = out.size();
  at_ = begin;
  style_ = style;
  braceless_ = true;
  stack_.clear();
  stack_.push_back(Frame{});
  stack_.back().begin = begin;
  out += '{';
  if (run(out)) return true;
  out.resize(before);
  return false;
}

bool Mender::run(std::string& out) {
  while (!finished_) {
    const bool going_on = stack_.back().open == '{' ? step_object(out) : step_list(out);
    if (comment_fault_) return false;
    if (going_on) continue;
    if (error_.code != ErrorCode::kTruncated || !close_policy() || closing_) return false;
    // S2-10: what is half there is dropped, what is open is closed.
    closing_ = true;
    drop_item(out);
    at_ = text_.size();
  }
  if (odd_strings_ >= 2 || (odd_strings_ > 0 && missing_close_ > 0) ||
      (missing_open_ > 0 && (missing_close_ > 0 || odd_strings_ > 0))) {
    return fail(ErrorCode::kAmbiguous,
                "quotes inside strings are not escaped, and more than one reading is possible",
                stack_.empty() ? 0 : stack_.back().begin);
  }
  return true;
}

bool Mender::open(char bracket, std::size_t length, std::string& out) {
  if (stack_.size() >= settings_.max_depth) {
    return fail(ErrorCode::kTooDeep,
                "nesting is deeper than " + std::to_string(settings_.max_depth) + " levels", at_);
  }
  if (length > 1) fixes_.add(Rule::kFullwidth, at_, text_.substr(at_, length), std::string_view(&bracket, 1));
  if (bracket == '(') fixes_.add(Rule::kTuple, at_, "(", "[");
  Frame frame;
  frame.open = bracket;
  frame.begin = at_;
  stack_.push_back(frame);
  out += bracket == '{' ? '{' : '[';
  at_ += length;
  return true;
}

void Mender::begin_item(std::string& out) {
  Frame& frame = stack_.back();
  const bool lines =
      braceless_ && at_root() && style_ != MemberStyle::kBraceless && style_ != MemberStyle::kKeywords;
  if (frame.has_item && !frame.after_comma && !lines) fixes_.add(Rule::kMissingComma, item_end_, "", ",");
  frame.item_out = out.size();
  frame.in_item = true;
  if (frame.has_item) out += ',';
}

void Mender::finish_item() {
  Frame& frame = stack_.back();
  frame.has_item = true;
  frame.after_comma = false;
  frame.in_item = false;
  ++frame.count;
  item_end_ = at_;
}

void Mender::drop_item(std::string& out) {
  Frame& frame = stack_.back();
  if (frame.in_item) {
    fixes_.add(Rule::kDroppedTruncated, item_end_, text_.substr(std::min(item_end_, text_.size())), "");
    out.resize(frame.item_out);
    frame.in_item = false;
  }
  frame.after_comma = false;
}

bool Mender::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (is_json_blank(c)) {
      ++at_;
    } else if (c == '/' && peek(at_ + 1) == '/') {
      skip_comment(text_.find('\n', at_), 0);
    } else if (c == '/' && peek(at_ + 1) == '*') {
      skip_comment(text_.find("*/", at_ + 2), 2);
    } else if (c == '#') {
      skip_comment(text_.find('\n', at_), 0);
    } else if (c == '\\' && (peek(at_ + 1) == 'n' || peek(at_ + 1) == 't' || peek(at_ + 1) == 'r' ||
                             is_json_blank(peek(at_ + 1)))) {
      fixes_.add(Rule::kEscapedWhitespace, at_, text_.substr(at_, 2), "");
      at_ += 2;
    } else if (const std::size_t length = invisible_length(text_, at_); length > 0) {
      fixes_.add(length == 3 && c == '\xEF' ? Rule::kByteOrderMark : Rule::kInvisible, at_,
                 text_.substr(at_, length), "");
      at_ += length;
    } else {
      break;
    }
  }
  return true;
}

// A comment that never ends inside an object holds whatever came behind it, members too: not to be dropped.
void Mender::skip_comment(std::size_t end, std::size_t closer_length) {
  if (end == std::string_view::npos) {
    const std::string_view rest = text_.substr(at_);
    if (rest.find_first_of("}]:") != std::string_view::npos && !comment_fault_) {
      comment_fault_ = true;
      (void)fail(ErrorCode::kAmbiguous, "a comment runs to the end of the text and may hold members", at_);
    }
    end = text_.size();
    closer_length = 0;
  }
  fixes_.add(Rule::kComment, at_, text_.substr(at_, end + closer_length - at_), "");
  at_ = end + closer_length;
}

std::size_t Mender::skip_ahead(std::size_t at) const {
  std::size_t comment_budget = kCommentLookahead;
  while (at < text_.size()) {
    const char c = text_[at];
    if (is_json_blank(c)) {
      ++at;
    } else if (c == '\\' && (peek(at + 1) == 'n' || peek(at + 1) == 't' || peek(at + 1) == 'r')) {
      at += 2;
    } else if (c == '#' || (c == '/' && (peek(at + 1) == '/' || peek(at + 1) == '*'))) {
      const bool block = c == '/' && text_[at + 1] == '*';
      const std::string_view window = text_.substr(at, comment_budget);
      const std::size_t end = block ? window.find("*/", 2) : window.find('\n');
      if (end == std::string_view::npos) return window.size() < comment_budget ? text_.size() : at;
      const std::size_t length = end + (block ? 2 : 1);
      comment_budget -= length;
      at += length;
    } else if (const std::size_t length = invisible_length(text_, at); length > 0) {
      at += length;
    } else {
      break;
    }
  }
  return at;
}

bool Mender::step_object(std::string& out) {
  if (!skip_blanks()) return false;
  if (at_ >= text_.size()) return at_end(out);
  const Punctuation p = punctuation_at(text_, at_);
  const Frame& frame = stack_.back();
  switch (p.ascii) {
    case ',':
    case ';': return handle_comma(p.length);
    case '}':
    case ']':
    case ')': return handle_closer(p.ascii, p.length, out);
    case '{':
      if (!frame.has_item) {
        if (++extra_openers_ > kMaxExtraOpeners)
          return fail(ErrorCode::kTooDeep, "too many opening braces", at_);
        fixes_.add(Rule::kExtraOpener, at_, text_.substr(at_, p.length), "");
        at_ += p.length;
        return true;
      }
      if (stack_.size() >= 2 && stack_[stack_.size() - 2].open != '{') {
        fixes_.add(Rule::kMissingCloser, item_end_, "", "}");
        close_top(out);
        return true;
      }
      return fail(ErrorCode::kSyntax, "expected a key, found '{'", at_);
    default: break;
  }
  if (text_.substr(at_, 3) == "```" && !frame.has_item) {
    const std::size_t word = identifier_length(text_, at_ + 3, 32);
    fixes_.add(Rule::kCodeFence, at_, text_.substr(at_, 3 + word), "");
    at_ += 3 + word;
    return true;
  }
  if (text_.substr(at_, 3) == "...") return fail_ellipsis();
  return read_member(out);
}

bool Mender::read_member(std::string& out) {
  if (braceless_ && at_root() && stack_.back().has_item && !stack_.back().after_comma) {
    const bool line_break = text_.substr(item_end_, at_ - item_end_).find('\n') != std::string_view::npos;
    if (style_ == MemberStyle::kKeywords || (!line_break && style_ != MemberStyle::kBraceless)) {
      return fail(ErrorCode::kSyntax, "expected a comma or a line break, found " + quoted_excerpt(text_, at_),
                  at_);
    }
  }
  begin_item(out);
  if (quote_at(text_, at_)) {
    if (!read_quoted_key(out)) return false;
    if (restart_object_) {
      restart_object_ = false;
      out.resize(stack_.back().item_out);
      stack_.back().in_item = false;
      return true;
    }
  } else if (!read_bare_key(out)) {
    return false;
  }
  if (!read_separator()) return false;
  skip_blanks();
  if (at_ >= text_.size()) return cut("the text ends where a value should follow");
  out += ':';
  return read_value(out, Place::kMember);
}

bool Mender::is_separator(std::size_t at) const {
  const Punctuation p = punctuation_at(text_, at);
  if (p.ascii == ':') return true;
  if (p.ascii == '=') return peek(at + 1) != '=';
  return peek(at) == '-' && peek(at + 1) == '>';
}

bool Mender::starts_value(std::size_t at) const {
  if (at >= text_.size()) return false;
  if (quote_at(text_, at)) return true;
  const char c = text_[at];
  if (c == '{' || c == '[' || c == '-' || is_digit(c)) return true;
  for (const std::string_view word : {"true", "false", "null", "True", "False", "None"}) {
    if (text_.substr(at, word.size()) == word && !is_word(peek(at + word.size()))) return true;
  }
  return false;
}

bool Mender::read_separator() {
  skip_blanks();
  if (at_ >= text_.size()) return cut("the text ends after a key");
  const Punctuation p = punctuation_at(text_, at_);
  if (p.ascii == ':') {
    if (p.length > 1) fixes_.add(Rule::kFullwidth, at_, text_.substr(at_, p.length), ":");
    at_ += p.length;
    for (skip_blanks(); peek(at_) == ':' || peek(at_) == '='; skip_blanks()) {  // "::", ":=", ": :"
      fixes_.add(Rule::kExtraColon, at_, text_.substr(at_, 1), "");
      ++at_;
    }
    return true;
  }
  if (is_separator(at_)) {
    std::size_t length = p.length == 0 ? 2 : p.length;
    if (p.ascii == '=' && peek(at_ + length) == '>') ++length;
    const bool expected = braceless_ && at_root() && p.ascii == '=' && length == 1 &&
                          (style_ == MemberStyle::kKeywords || style_ == MemberStyle::kAssignments);
    if (!expected) fixes_.add(Rule::kSeparator, at_, text_.substr(at_, length), ":");
    at_ += length;
    return true;
  }
  const bool is_plain_object = !braceless_ || !at_root();
  if (is_plain_object && starts_value(at_)) {
    fixes_.add(Rule::kMissingColon, at_, "", ":");
    return true;
  }
  return fail(ErrorCode::kSyntax, "expected ':' after a key, found " + quoted_excerpt(text_, at_), at_);
}

bool Mender::read_value(std::string& out, Place place) {
  const Punctuation p = punctuation_at(text_, at_);
  const bool top = braceless_ && at_root();
  if (top && style_ == MemberStyle::kAssignments && !quote_at(text_, at_)) {
    return fail(ErrorCode::kSyntax, "only quoted values can be assigned", at_);
  }
  switch (p.ascii) {
    case '{':
    case '[':
    case '(': return open(p.ascii, p.length, out);
    case ',':
    case '}':
    case ']':
    case ')':
    case ';': return fail(ErrorCode::kSyntax, "expected a value, found " + quoted_excerpt(text_, at_), at_);
    default: break;
  }
  if (quote_at(text_, at_)) {
    if (!read_string(out, place)) return false;
    while (concatenates_) {
      concatenates_ = false;
      skip_blanks();
      const std::size_t plus = at_;
      ++at_;  // the '+' that follow_after() saw
      skip_blanks();
      fixes_.add(Rule::kConcatenation, plus, "+", "");
      out.pop_back();  // reopen the string just written ...
      const std::size_t seam = out.size();
      if (!read_string(out, place)) return false;
      out.erase(seam, 1);  // ... and go on without the second opening quote
    }
    finish_item();
    return true;
  }
  if (!read_scalar(out, place)) return false;
  if (drop_member_) {
    drop_member_ = false;
    Frame& frame = stack_.back();
    out.resize(frame.item_out);
    frame.in_item = false;
    frame.after_comma = false;
    item_end_ = at_;
    skip_blanks();
    if (punctuation_at(text_, at_).ascii == ',') at_ += punctuation_at(text_, at_).length;
    return true;
  }
  finish_item();
  return true;
}

bool Mender::step_list(std::string& out) {
  if (!skip_blanks()) return false;
  if (at_ >= text_.size()) return at_end(out);
  const Punctuation p = punctuation_at(text_, at_);
  switch (p.ascii) {
    case ',':
    case ';': return handle_comma(p.length);
    case '}':
    case ']':
    case ')': return handle_closer(p.ascii, p.length, out);
    case ':':
    case '=':
      return fail(ErrorCode::kSyntax, "expected ',' or ']' in a list, found " + quoted_excerpt(text_, at_),
                  at_);
    default: break;
  }
  begin_item(out);
  return read_value(out, Place::kElement);
}

bool Mender::handle_comma(std::size_t length) {
  Frame& frame = stack_.back();
  const std::string_view seen = text_.substr(at_, length);
  if (frame.after_comma) {
    fixes_.add(Rule::kExtraComma, at_, seen, "");
  } else if (!frame.has_item) {
    fixes_.add(Rule::kLeadingComma, at_, seen, "");
  } else {
    if (length > 1) {
      fixes_.add(Rule::kFullwidth, at_, seen, ",");
    } else if (seen == ";") {
      fixes_.add(Rule::kSeparator, at_, seen, ",");
    }
    frame.after_comma = true;
    frame.comma_at = at_;
  }
  at_ += length;
  return true;
}

void Mender::close_top(std::string& out) {
  const Frame frame = stack_.back();
  if (frame.after_comma)
    fixes_.add(Rule::kTrailingComma, frame.comma_at, text_.substr(frame.comma_at, 1), "");
  out += closer_of(frame.open);
  stack_.pop_back();
  if (stack_.empty()) {
    finished_ = true;
    top_members_ = frame.count;
  } else {
    finish_item();
  }
}

bool Mender::handle_closer(char closer, std::size_t length, std::string& out) {
  const std::size_t here = at_;
  const std::string_view seen = text_.substr(here, length);
  const char top = stack_.back().open;
  if (length > 1) fixes_.add(Rule::kFullwidth, here, seen, std::string_view(&closer, 1));
  if (braceless_ && at_root()) {
    const char wanted = style_ == MemberStyle::kKeywords ? ')' : '}';
    const bool may_close = style_ == MemberStyle::kKeywords || style_ == MemberStyle::kBraceless;
    if (closer != wanted || !may_close) {
      return fail(ErrorCode::kSyntax, "unexpected " + quoted_excerpt(text_, here), here);
    }
    at_ += length;
    close_top(out);
    return true;
  }
  if (top == '(' && closer == ')' && stack_.back().count == 1 && !stack_.back().after_comma) {
    return fail(ErrorCode::kSyntax, "an expression in parentheses is no value", stack_.back().begin);
  }
  const bool fits =
      (top == '{' && closer == '}') || (top == '[' && closer == ']') || (top == '(' && closer == ')');
  if (fits) {
    at_ += length;
    close_top(out);
    return true;
  }

  // The nearest open bracket that this closer can close; what is open above it lost its closer.
  const auto opener_fits = [closer](const Frame& frame) {
    if (closer == '}') return frame.open == '{';
    if (closer == ']') return frame.open == '[';
    return frame.open == '(';
  };
  const auto nearest = std::find_if(stack_.rbegin(), stack_.rend(), opener_fits);
  bool replace = nearest == stack_.rend();
  if (closer == '}' && stack_.size() == 2 && !braceless_) {
    // {"a": [1, 2}, "b": 3}: the root cannot end where another member follows.
    const std::size_t next = skip_ahead(here + length);
    if (punctuation_at(text_, next).ascii == ',' && looks_like_key(skip_ahead(next + 1))) replace = true;
  }
  if (top != '{' && closer != '}') replace = true;  // ] for ) and the reverse
  if (replace) {
    const char right = closer_of(top);
    fixes_.add(Rule::kWrongCloser, here, seen, std::string_view(&right, 1));
    at_ += length;
    close_top(out);
    return true;
  }
  std::string added;
  const std::size_t keep = static_cast<std::size_t>(stack_.rend() - nearest);
  while (stack_.size() > keep) {
    added += closer_of(stack_.back().open);
    close_top(out);
  }
  fixes_.add(Rule::kMissingCloser, here, "", added);
  at_ += length;
  close_top(out);
  return true;
}

bool Mender::at_end(std::string& out) {
  const Frame& top = stack_.back();
  const bool open_ended = braceless_ && style_ != MemberStyle::kKeywords;
  if (top.after_comma && !closing_) return cut("the text ends after a comma");
  // Without the closing brackets, what was read as members may all be the inside of that key (L8).
  if (unclosed_key_ && !closing_) return cut("the text ends inside a key");
  // An empty list may be meant; an object that was only opened was cut off.
  if (top.open == '{' && !(open_ended && at_root()) && !top.has_item && !closing_) {
    return cut("the text ends after an opening brace");
  }
  if (braceless_ && style_ == MemberStyle::kKeywords)
    return cut("the text ends before the closing parenthesis");
  std::string added;
  while (!stack_.empty()) {
    if (!(open_ended && at_root())) added += closer_of(stack_.back().open);
    close_top(out);
  }
  if (!added.empty()) {
    fixes_.add(closing_ ? Rule::kClosedTruncated : Rule::kMissingCloser, text_.size(), "", added);
    closed_by_end_ = true;
  }
  return true;
}

}  // namespace argwright::repair
