// The grammar of RFC 8259, once: Grammar<Handler> reads a text from left to right and tells the
// handler what it meets. The reader's handler builds a Value, the checker's does nothing. There is
// no recursion, so depth costs one bit per level and never the stack.
//
// A handler has
//   using Sink = ...;                         // see string_scanner.h; its text() is the decoded text
//   Sink string_sink(const char* source_end); // only asked for when a string is not plain ASCII
//   void key(std::string_view text); void string(std::string_view text);
//   void null(); void boolean(bool); void number(std::string_view text);
//   void empty_object(); void empty_array();
//   void open_object(); void open_array();    // at least one child follows
//   void close_object(); void close_array();
//
// Tested by reader_test.cc, checker_test.cc and round_trip_test.cc.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "argwright/json.h"
#include "json/nesting.h"
#include "json/string_scanner.h"
#include "json/syntax_fault.h"

namespace argwright::json {

template <typename Handler>
class Grammar {
 public:
  // `text`, `limits` and `handler` must outlive this.
  Grammar(std::string_view text, const Limits& limits, Handler& handler)
      : begin_(text.data()), end_(text.data() + text.size()), limits_(limits), handler_(handler) {}

  // True when the text is one JSON value and nothing else. Otherwise error() tells, and the handler
  // has seen an unspecified prefix. Once per object.
  bool read() {
    if (size() > limits_.max_bytes) return failed(SyntaxFault::kSize, begin_ + limits_.max_bytes);
    const char* p = skip_space(begin_);
    SyntaxFault due = SyntaxFault::kValue;
    for (;;) {
      // A value begins here; `due` is what to call it should it be missing.
      if (p == end_) return failed(due, p);
      switch (*p) {
        case '{':
          if (nesting_.depth() >= limits_.max_depth) return failed(SyntaxFault::kDepth, p);
          p = skip_space(p + 1);
          if (at(p, '}')) {
            handler_.empty_object();
            ++p;
            break;
          }
          handler_.open_object();
          nesting_.open(true);
          p = key(p, SyntaxFault::kKeyOrClose);
          if (p == nullptr) return false;
          due = SyntaxFault::kValue;
          continue;
        case '[':
          if (nesting_.depth() >= limits_.max_depth) return failed(SyntaxFault::kDepth, p);
          p = skip_space(p + 1);
          if (at(p, ']')) {
            handler_.empty_array();
            ++p;
            break;
          }
          handler_.open_array();
          nesting_.open(false);
          due = SyntaxFault::kElementOrClose;
          continue;
        case '"': {
          std::string_view text;
          p = string(p, text);
          if (p == nullptr) return false;
          handler_.string(text);
          break;
        }
        case 't':
          p = literal("true", p, due);
          if (p == nullptr) return false;
          handler_.boolean(true);
          break;
        case 'f':
          p = literal("false", p, due);
          if (p == nullptr) return false;
          handler_.boolean(false);
          break;
        case 'n':
          p = literal("null", p, due);
          if (p == nullptr) return false;
          handler_.null();
          break;
        case '-':
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9': {
          const char* const start = p;
          p = number(p);
          if (p == nullptr) return false;
          handler_.number({start, static_cast<std::size_t>(p - start)});
          break;
        }
        default: return failed(due, p);
      }
      // A value has just ended: close what ends with it, up to where the next one begins.
      for (;;) {
        p = skip_space(p);
        if (nesting_.empty()) return p == end_ || failed(SyntaxFault::kEnd, p);
        if (nesting_.in_object()) {
          if (at(p, ',')) {
            p = key(skip_space(p + 1), SyntaxFault::kKey);
            if (p == nullptr) return false;
            due = SyntaxFault::kValue;
            break;
          }
          if (!at(p, '}')) return failed(SyntaxFault::kCommaOrBrace, p);
          handler_.close_object();
        } else {
          if (at(p, ',')) {
            p = skip_space(p + 1);
            due = SyntaxFault::kElement;
            break;
          }
          if (!at(p, ']')) return failed(SyntaxFault::kCommaOrBracket, p);
          handler_.close_array();
        }
        nesting_.close();
        ++p;
      }
    }
  }

  // After read() said no: what was wrong, and where.
  SyntaxFault fault() const { return fault_; }
  std::size_t fault_offset() const { return static_cast<std::size_t>(fault_at_ - begin_); }
  bool fault_in_key() const { return in_key_; }
  // The brackets that would close what was open there.
  std::string closers() {
    std::string brackets;
    for (; !nesting_.empty(); nesting_.close()) brackets += nesting_.in_object() ? '}' : ']';
    return brackets;
  }

  Error error() const {
    return make_syntax_error(fault_, {begin_, size()}, static_cast<std::size_t>(fault_at_ - begin_), limits_);
  }

 private:
  // The functions below take the place where something begins and return the place behind it, or
  // nullptr after a fault. The place is no member: every byte the handler writes could alias it.

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }

  const char* fail(SyntaxFault fault, const char* at) {
    fault_ = fault;
    fault_at_ = at;
    return nullptr;
  }
  bool failed(SyntaxFault fault, const char* at) { return fail(fault, at) != nullptr; }

  const char* skip_space(const char* p) const {
    // One comparison is enough where there is none.
    while (p != end_ && static_cast<unsigned char>(*p) <= ' ') {
      if (*p != ' ' && *p != '\n' && *p != '\r' && *p != '\t') break;
      ++p;
    }
    return p;
  }
  bool at(const char* p, char c) const { return p != end_ && *p == c; }
  bool at_digit(const char* p) const { return p != end_ && *p >= '0' && *p <= '9'; }

  // A key, its colon and the white space behind.
  [[gnu::always_inline]] const char* key(const char* p, SyntaxFault due) {
    if (!at(p, '"')) return fail(due, p);
    std::string_view text;
    p = string(p, text);
    if (p == nullptr) {
      in_key_ = true;
      return nullptr;
    }
    handler_.key(text);
    p = skip_space(p);
    if (!at(p, ':')) return fail(SyntaxFault::kColon, p);
    return skip_space(p + 1);
  }

  [[gnu::always_inline]] const char* string(const char* p, std::string_view& text) {
    const char* const first = p + 1;
    const char* const stop = skip_plain(first, end_);
    // Most strings are plain to their end.
    if (stop == end_ || *stop != '"') [[unlikely]]
      return string_rest(first, stop, text);
    text = {first, static_cast<std::size_t>(stop - first)};
    return stop + 1;
  }
  [[gnu::noinline]] const char* string_rest(const char* first, const char* stop, std::string_view& text) {
    typename Handler::Sink sink = handler_.string_sink(end_);
    const StringScan scan = scan_string_rest(first, stop, end_, sink);
    if (scan.fault != StringFault::kNone) return fail(to_syntax_fault(scan.fault), scan.position);
    text = sink.text();
    return scan.position;
  }

  const char* literal(std::string_view name, const char* p, SyntaxFault due) {
    const auto available = static_cast<std::size_t>(end_ - p);
    if (available >= name.size()) {
      if (std::memcmp(p, name.data(), name.size()) != 0) return fail(due, p);
      return p + name.size();
    }
    if (std::memcmp(p, name.data(), available) != 0) return fail(due, p);
    return fail(SyntaxFault::kLiteral, end_);
  }

  const char* number(const char* p) {
    if (*p == '-') ++p;
    if (at(p, '0')) {
      ++p;
      if (at_digit(p)) return fail(SyntaxFault::kLeadingZero, p);
    } else {
      p = digits(p, SyntaxFault::kDigit);
      if (p == nullptr) return nullptr;
    }
    if (at(p, '.')) {
      p = digits(p + 1, SyntaxFault::kFractionDigit);
      if (p == nullptr) return nullptr;
    }
    if (at(p, 'e') || at(p, 'E')) {
      ++p;
      if (at(p, '+') || at(p, '-')) ++p;
      p = digits(p, SyntaxFault::kExponentDigit);
    }
    return p;
  }
  const char* digits(const char* p, SyntaxFault due) {
    if (!at_digit(p)) return fail(due, p);
    do {
      ++p;
    } while (at_digit(p));
    return p;
  }

  const char* begin_;
  const char* end_;
  const Limits& limits_;
  Handler& handler_;
  Nesting nesting_;
  SyntaxFault fault_ = SyntaxFault::kNone;
  const char* fault_at_ = nullptr;
  bool in_key_ = false;
};

}  // namespace argwright::json
