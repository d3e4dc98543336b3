// A strict JSON5 1.0.0 reader that writes compact JSON as it goes: no tree, no recursion, one pass.
//
// Whatever both grammars share is copied as it stands (runs of plain text, JSON's own escapes, JSON numbers),
// so only deviations cost more than a copy.
//
// Tested by json5_test.cc and tests/conformance/json5_suite_test.cc.
#include "repair/json5.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/key_watch.h"
#include "json/nesting.h"
#include "json/utf8.h"
#include "json/utf8_sequence.h"
#include "repair/json5_chars.h"
#include "repair/json5_output.h"
#include "repair/number_text.h"

namespace argwright::repair {
namespace json5 {
namespace {

// Bytes of one character in a JSON string, escaped where JSON asks for it.
constexpr std::size_t kLongestCharacter = 6;
constexpr std::string_view kHexDigits = "0123456789abcdef";

// Of a text with many short strings.
constexpr std::size_t kBytesPerString = 12;

// Bytes of a word that an error message shows.
constexpr std::size_t kLongestWord = 24;

class Reader {
 public:
  Reader(std::string_view text, const Limits& limits, FixLog& fixes)
      : text_(text),
        limits_(limits),
        fixes_(fixes),
        at_(text.data()),
        end_(text.data() + text.size()),
        out_(text.size()) {}

  Result<Json5Document> read() {
    const FixLog::Mark mark = fixes_.mark();
    if (!read_document()) {
      fixes_.forget_after(mark);
      return std::move(error_);
    }
    return Json5Document{out_.take(), is_object_, has_foreign_escape_, !keys_.may_repeat()};
  }

 private:
  // What may come next.
  enum class Next : std::uint8_t {
    kValue,        // a value
    kItemOrEnd,    // in a list: a value or ']'
    kMemberOrEnd,  // in an object: a key or '}'
    kColon,        // after a key
    kCommaOrEnd,   // after a value: ',' or the closing bracket; at the root: the end
  };

  bool read_document() {
    // Once for all, so that no later step needs to look at the bytes of a character.
    if (!json::is_valid_utf8(text_)) return fail_encoding();
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
      at_ += 3;
      note(Rule::kByteOrderMark, 0, 0);
    }
    Next next = Next::kValue;
    for (;;) {
      read_common(next);
      if (!skip_gap()) return false;
      assert(out_.has_room(input_left()));
      switch (next) {
        case Next::kItemOrEnd:
          if (at_ != end_ && *at_ == ']') {
            close(']');
            next = Next::kCommaOrEnd;
            break;
          }
          [[fallthrough]];
        case Next::kValue:
          if (at_ == end_) return fail_expected("a value");
          write_comma();
          if (*at_ == '{' || *at_ == '[') {
            next = *at_ == '{' ? Next::kMemberOrEnd : Next::kItemOrEnd;
            if (!open()) return false;
          } else {
            if (!read_scalar()) return false;
            next = Next::kCommaOrEnd;
          }
          break;
        case Next::kMemberOrEnd:
          if (at_ != end_ && *at_ == '}') {
            close('}');
            next = Next::kCommaOrEnd;
            break;
          }
          write_comma();
          if (!read_key()) return false;
          next = Next::kColon;
          break;
        case Next::kColon:
          if (at_ == end_ || *at_ != ':') return fail_expected("':' after the key");
          ++at_;
          out_.put(':');
          next = Next::kValue;
          break;
        case Next::kCommaOrEnd:
          if (open_.empty()) {
            if (at_ != end_) return fail_expected("the end of the text");
            return true;
          }
          if (at_ != end_ && *at_ == ',') {
            comma_ = at_++;
            comma_place_ = fixes_.place();
            next = open_.in_object() ? Next::kMemberOrEnd : Next::kItemOrEnd;
          } else if (at_ != end_ && *at_ == (open_.in_object() ? '}' : ']')) {
            close(*at_);
          } else {
            return fail_expected(open_.in_object() ? "',' or '}'" : "',' or ']'");
          }
          break;
      }
    }
  }

  // The steps that nearly all of a text consists of, as many as follow each other: strings and numbers that
  // JSON reads alike, separators, brackets, white space. Stops before anything else, which read_document()
  // takes. Both positions are local, to stay in registers: for all the compiler knows, a byte written through
  // a char* may change any member.
  void read_common(Next& next) {
    const char* at = at_;
    char* out = out_.next;
    const char* const end = end_;
    const auto at_token = [&at, end] {
      while (at != end && is(*at, kSpace)) ++at;
      return at != end;
    };
    // The steps stand in the order in which they follow each other, so that each knows the next.
    while (at_token()) {
      if (next == Next::kMemberOrEnd && *at != '}') {
        // What stands here goes out behind the comma that is still to be written.
        char* const to = out + (comma_ != nullptr ? 1 : 0);
        const std::size_t length = *at == '"' || *at == '\'' ? copy_whole_string(at, to) : 0;
        if (length == 0) break;
        keys_.key(between(at + 1, at + length - 1));
        if (comma_ != nullptr) *out = ',';
        comma_ = nullptr;
        at += length;
        out = to + length;
        next = Next::kColon;
        if (!at_token()) break;
      }
      if (next == Next::kColon) {
        if (*at != ':') break;
        ++at;
        *out++ = ':';
        next = Next::kValue;
        if (!at_token()) break;
      }
      if (next == Next::kValue || (next == Next::kItemOrEnd && *at != ']')) {
        char* const to = out + (comma_ != nullptr ? 1 : 0);
        const char c = *at;
        std::size_t length = 1;
        if (c == '"' || c == '\'') {
          length = copy_whole_string(at, to);
          next = length != 0 ? Next::kCommaOrEnd : next;
        } else if (c == '{' || c == '[') {
          if (open_.depth() >= limits_.max_depth) break;
          begin_container(c);
          *to = c;
          next = c == '{' ? Next::kMemberOrEnd : Next::kItemOrEnd;
        } else {
          length = copy_common_scalar(at, to);
          next = length != 0 ? Next::kCommaOrEnd : next;
        }
        if (length == 0) break;
        if (comma_ != nullptr) *out = ',';
        comma_ = nullptr;
        at += length;
        out = to + length;
        if (next != Next::kCommaOrEnd) continue;
        if (!at_token()) break;
      }
      // A value has ended, or nothing stands before the closing bracket.
      const bool may_have_comma = next == Next::kCommaOrEnd;
      if (may_have_comma && open_.empty()) break;
      const bool in_object = open_.in_object();
      if (*at == ',' && may_have_comma) {
        comma_ = at++;
        comma_place_ = fixes_.place();
        next = in_object ? Next::kMemberOrEnd : Next::kItemOrEnd;
        continue;
      }
      if (*at != (in_object ? '}' : ']')) break;
      end_container(in_object);
      *out++ = *at++;
      next = Next::kCommaOrEnd;
    }
    at_ = at;
    out_.next = out;
  }

  // Copies a string without escapes, control characters or double quotes inside; it goes out as long as it
  // came in. Its length with both quotes, or 0 when it is no such string.
  std::size_t copy_whole_string(const char* const begin, char* out) {
    const char quote = *begin;
    const char* at = begin + 1;
    *out++ = '"';
    copy_plain(at, end_, out, quote);
    if (at == end_ || *at != quote) return 0;
    *out = '"';
    if (quote == '\'') {
      // Where one string has single quotes, most have.
      fixes_.expect(text_.size() / kBytesPerString);
      fixes_.add(Rule::kSingleQuotes, offset_of(begin), '\'', '"');
    }
    return static_cast<std::size_t>(at + 1 - begin);
  }

  // Copies a literal or a plain integer. Its length, or 0 when it is neither.
  std::size_t copy_common_scalar(const char* const begin, char* out) const {
    const char* at = begin;
    if (is(*at, kDigit)) {
      while (at != end_ && is(*at, kDigit)) *out++ = *at++;
      if (*begin == '0' && at - begin > 1) return 0;
    } else {
      const std::string_view literal = *at == 't' ? "true" : *at == 'f' ? "false" : "null";
      if (static_cast<std::size_t>(end_ - at) < literal.size() ||
          std::memcmp(at, literal.data(), literal.size()) != 0) {
        return 0;
      }
      std::memcpy(out, literal.data(), literal.size());
      at += literal.size();
    }
    const bool ends = at != end_ && (*at == ',' || *at == '}' || *at == ']' || is(*at, kSpace));
    return ends ? static_cast<std::size_t>(at - begin) : 0;
  }

  // -- structure --

  void begin_container(char bracket) {
    if (open_.empty()) is_object_ = bracket == '{';
    open_.open(bracket == '{');
    if (bracket == '{') keys_.open();
  }
  void end_container(bool object) {
    if (comma_ != nullptr) {
      if (comma_place_ == fixes_.place()) {
        fixes_.add_dropped(Rule::kTrailingComma, offset_of(comma_), ',');
      } else {
        fixes_.insert(comma_place_, Rule::kTrailingComma, offset_of(comma_), ",", "");
      }
      comma_ = nullptr;
    }
    open_.close();
    if (object) keys_.close();
  }

  bool open() {
    if (open_.depth() >= limits_.max_depth) {
      return fail(ErrorCode::kTooDeep, "nested deeper than " + std::to_string(limits_.max_depth) + " levels",
                  offset());
    }
    begin_container(*at_);
    out_.put(*at_++);
    return true;
  }
  void close(char bracket) {
    end_container(bracket == '}');
    ++at_;
    out_.put(bracket);
  }

  // A comma is written only when something follows it.
  void write_comma() {
    if (comma_ == nullptr) return;
    out_.put(',');
    comma_ = nullptr;
  }

  // White space and comments. False: an unclosed comment. A lone '/' is left to the caller, who
  // knows what was expected.
  bool skip_gap() {
    // Mostly there is nothing or one space.
    if (at_ != end_ && *at_ == ' ') ++at_;
    if (at_ != end_ && !is(*at_, kSpace | kGap)) return true;
    return skip_long_gap();
  }

  [[gnu::noinline]] bool skip_long_gap() {
    for (;;) {
      const char* at = at_;
      while (at != end_ && is(*at, kSpace)) ++at;
      at_ = at;
      if (at_ == end_ || !is(*at_, kGap)) return true;
      if (*at_ == '/') {
        if (end_ - at_ < 2 || (at_[1] != '/' && at_[1] != '*')) return true;
        if (!skip_comment()) return false;
      } else {
        const std::size_t begin = offset();
        while (at_ != end_ && is(*at_, kGap)) {
          const json::CodePoint c = json::decode_utf8(text_, offset());
          if (!is_odd_space(c.value)) break;
          at_ += c.length;
        }
        if (offset() == begin) return true;
        note(Rule::kInvisible, begin, out_.size());
      }
    }
  }

  // Precondition: at "//" or "/*".
  bool skip_comment() {
    const std::size_t begin = offset();
    if (at_[1] == '*') {
      const std::size_t closer = text_.find("*/", begin + 2);
      if (closer == std::string_view::npos) {
        return fail(ErrorCode::kTruncated, "found a comment that is not closed, expected '*/'", begin);
      }
      at_ = text_.data() + closer + 2;
    } else {
      at_ += 2;
      while (at_ != end_ && *at_ != '\n' && *at_ != '\r' && line_separator_length() == 0) ++at_;
    }
    note(Rule::kComment, begin, out_.size());
    return true;
  }

  // 3 at U+2028 or U+2029, otherwise 0.
  std::size_t line_separator_length() const {
    const bool here =
        end_ - at_ >= 3 && at_[0] == '\xE2' && at_[1] == '\x80' && (at_[2] == '\xA8' || at_[2] == '\xA9');
    return here ? 3 : 0;
  }

  // -- keys and values --

  bool read_key() {
    if (at_ != end_ && (*at_ == '"' || *at_ == '\'')) {
      const char* const first = at_ + 1;
      if (!read_string()) return false;
      watch_key(first, at_ - 1);
      return true;
    }
    const char* const first_byte = at_;
    const std::size_t begin = offset();
    const std::size_t out_begin = out_.size();
    make_room(2);  // the quotes
    out_.put('"');
    while (at_ != end_) {
      const bool first = offset() == begin;
      const char* run = at_;
      if (*at_ == '\\') {
        const int unit = read_code_unit(at_);
        if (unit < 0 || !is_name_character(static_cast<char32_t>(unit), first)) {
          return fail_expected("an identifier character written as \\uXXXX");
        }
        out_.put_character(static_cast<char32_t>(unit));
        at_ += 6;
        continue;
      }
      if (is_ascii(*at_)) {
        if (!is_name_character(static_cast<unsigned char>(*at_), first)) break;
        ++at_;
        while (at_ != end_ && is(*at_, kNameStart | kDigit)) ++at_;
      } else {
        const json::CodePoint c = json::decode_utf8(text_, offset());
        if (!is_name_character(c.value, first)) break;
        at_ += c.length;
      }
      out_.put(between(run, at_));
    }
    if (offset() == begin) return fail_expected("a key or '}'");
    out_.put('"');
    watch_key(first_byte, at_);
    note(Rule::kUnquotedKey, begin, out_begin);
    return true;
  }
  void watch_key(const char* begin, const char* end) {
    const std::string_view key = between(begin, end);
    if (key.find('\\') != std::string_view::npos) return keys_.doubtful();
    keys_.key(key);
  }

  // Precondition: at_ != end_, no bracket opens here.
  bool read_scalar() {
    const char c = *at_;
    if (c == '"' || c == '\'') return read_string();
    if (is(c, kDigit) || c == '-' || c == '+' || c == '.') return read_number();
    const std::string_view found = word();
    if (found == "true" || found == "false" || found == "null") {
      out_.put(found);
      at_ += found.size();
      return true;
    }
    if (is_not_finite(found)) return fail_not_finite(offset(), found);
    return fail_expected("a value");
  }

  // The identifier at the read position as far as it is ASCII; empty when there is none.
  std::string_view word() const {
    if (at_ == end_ || !is(*at_, kNameStart)) return {};
    const char* stop = at_ + 1;
    while (stop != end_ && is(*stop, kNameStart | kDigit)) ++stop;
    return between(at_, stop);
  }

  bool is_not_finite(std::string_view found) const {
    if (found != "NaN" && found != "Infinity") return false;
    const std::size_t after = offset() + found.size();
    if (after == text_.size()) return true;
    if (is_ascii(text_[after])) return text_[after] != '\\';
    return !is_name_character(json::decode_utf8(text_, after).value, false);
  }

  bool fail_not_finite(std::size_t begin, std::string_view found) {
    const std::size_t length = offset() - begin + found.size();
    return fail(ErrorCode::kUnrepresentable, std::string(text_.substr(begin, length)) + " has no JSON value",
                begin);
  }

  // -- numbers --

  std::string_view read_digits() {
    const char* at = at_;
    while (at != end_ && is(*at, kDigit)) ++at;
    return between(std::exchange(at_, at), at);
  }

  bool read_number() {
    const char* const begin = at_;
    const char sign = *at_;
    if (sign == '-' || sign == '+') {
      ++at_;
      const std::string_view found = word();
      if (is_not_finite(found)) return fail_not_finite(offset_of(begin), found);
    }
    if (end_ - at_ >= 2 && *at_ == '0' && (at_[1] == 'x' || at_[1] == 'X')) return read_hex(begin);

    const std::string_view integer = read_digits();
    if (integer.size() > 1 && integer.front() == '0') {
      at_ -= integer.size();
      return fail_expected("a number without leading zeros");
    }
    std::string_view fraction;
    bool has_point = false;
    if (at_ != end_ && *at_ == '.') {
      has_point = true;
      ++at_;
      fraction = read_digits();
    }
    if (integer.empty() && fraction.empty()) return fail_expected("a digit");
    const char* const exponent = at_;
    if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
      ++at_;
      if (at_ != end_ && (*at_ == '-' || *at_ == '+')) ++at_;
      if (read_digits().empty()) return fail_expected("a digit of the exponent");
    }

    if (sign != '+' && !integer.empty() && has_point == !fraction.empty()) {
      out_.put(between(begin, at_));  // already a JSON number
      return true;
    }
    const std::size_t out_begin = out_.size();
    make_room(static_cast<std::size_t>(at_ - begin) + 1);
    if (sign == '-') out_.put('-');
    out_.put(integer.empty() ? std::string_view("0") : integer);
    if (!fraction.empty()) {
      out_.put('.');
      out_.put(fraction);
    }
    out_.put(between(exponent, at_));
    note(Rule::kNumberFormat, offset_of(begin), out_begin);
    return true;
  }

  // Precondition: at "0x" or "0X"; `begin` is where the number starts, its sign included.
  bool read_hex(const char* begin) {
    at_ += 2;
    const char* first = at_;
    while (at_ != end_ && hex_value(*at_) >= 0) ++at_;
    if (at_ == first) return fail_expected("a hexadecimal digit");
    while (first != at_ - 1 && *first == '0') ++first;
    const std::string decimal = decimal_of_hex(between(first, at_));
    if (decimal.empty()) {
      return fail(
          ErrorCode::kUnrepresentable,
          "found a hexadecimal number of " + std::to_string(at_ - first) + " digits, expected at most 64",
          offset_of(begin));
    }
    const std::size_t out_begin = out_.size();
    make_room(decimal.size() + 1);
    if (*begin == '-') out_.put('-');
    out_.put(decimal);
    note(Rule::kNumberFormat, offset_of(begin), out_begin);
    return true;
  }

  // -- strings --

  // Precondition: at a single or double quote.
  bool read_string() {
    const char quote = *at_;
    if (quote == '\'') fixes_.add(Rule::kSingleQuotes, offset(), '\'', '"');
    // Copies of at_ and out_.next that can stay in registers: for all the compiler knows, a byte
    // written through a char* may change any member.
    const char* at = at_ + 1;
    char* out = out_.next;
    *out++ = '"';
    for (;;) {
      copy_plain(at, end_, out, quote);
      if (at != end_ && *at == quote) break;
      if (end_ - at >= 2 && *at == '\\' && is(at[1], kPlainEscape)) {
        *out++ = *at++;
        *out++ = *at++;
        continue;
      }
      at_ = at;
      out_.next = out;
      if (!read_rare_in_string(quote)) return false;
      at = at_;
      out = out_.next;
    }
    *out++ = '"';
    at_ = at + 1;
    out_.next = out;
    return true;
  }

  // What stopped the copying of a string: neither its end nor a short escape of JSON.
  [[gnu::noinline]] bool read_rare_in_string(char quote) {
    if (at_ == end_) {
      return fail(ErrorCode::kTruncated,
                  std::string("found the end of the text inside a string, expected ") + quote, offset());
    }
    if (*at_ == '\\') return read_escape();
    if (*at_ != '"') return read_control_characters();
    make_room(2);
    out_.put("\\\"");
    ++at_;
    return true;
  }

  // The number that the \uXXXX at `at` stands for, or -1 when there is none.
  int read_code_unit(const char* at) const {
    if (end_ - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    int unit = 0;
    for (int i = 2; i < 6; ++i) {
      const int digit = hex_value(at[i]);
      if (digit < 0) return -1;
      unit = unit * 16 + digit;
    }
    return unit;
  }

  // Precondition: at a backslash, no short escape of JSON. \uXXXX goes out as it stands.
  bool read_escape() {
    if (end_ - at_ < 2) {
      return fail(ErrorCode::kTruncated, "found the end of the text inside an escape, expected its character",
                  text_.size());
    }
    if (at_[1] != 'u') return read_foreign_escape();
    const int unit = read_code_unit(at_);
    if (unit < 0) return fail_expected("four hexadecimal digits after \\u");
    std::ptrdiff_t length = 6;
    if (is_surrogate(unit)) {
      const int low = is_high_surrogate(unit) ? read_code_unit(at_ + 6) : -1;
      if (!is_surrogate(low) || is_high_surrogate(low)) {
        return fail(ErrorCode::kSyntax,
                    "found " + std::string(at_, 6) + ", half a surrogate pair, expected a whole character",
                    offset());
      }
      length = 12;
    }
    out_.put(between(at_, at_ + length));
    at_ += length;
    return true;
  }

  // Precondition: at a backslash and one more byte, no escape of JSON.
  bool read_foreign_escape() {
    const std::size_t begin = offset();
    const std::size_t out_begin = out_.size();
    const char c = at_[1];
    const char after = end_ - at_ > 2 ? at_[2] : '\0';
    make_room(kLongestCharacter);
    has_foreign_escape_ = has_foreign_escape_ || c != '\'';
    if (c == 'v') {
      put_in_string(0x0B);
      at_ += 2;
    } else if (c == '0' && !is(after, kDigit)) {
      put_in_string(0);
      at_ += 2;
    } else if (is(c, kDigit)) {
      return fail_expected("an escape (JSON5 has no octal ones)");
    } else if (c == 'x') {
      const int high = hex_value(after);
      const int low = end_ - at_ > 3 ? hex_value(at_[3]) : -1;
      if (high < 0 || low < 0) return fail_expected("two hexadecimal digits after \\x");
      put_in_string(static_cast<char32_t>(high * 16 + low));
      at_ += 4;
    } else if (c == '\n' || c == '\r') {
      at_ += c == '\r' && after == '\n' ? 3 : 2;
    } else {
      ++at_;
      if (const std::size_t length = line_separator_length(); length != 0) {
        at_ += length;
      } else {
        const json::CodePoint escaped = json::decode_utf8(text_, offset());
        put_in_string(escaped.value);
        at_ += escaped.length;
      }
    }
    note(Rule::kBadEscape, begin, out_begin);
    return true;
  }

  // Precondition: at a byte below 0x20. Takes all that follow each other as one deviation.
  bool read_control_characters() {
    const std::size_t begin = offset();
    const std::size_t out_begin = out_.size();
    for (; at_ != end_ && static_cast<unsigned char>(*at_) < 0x20; ++at_) {
      if (*at_ == '\n' || *at_ == '\r') {
        return fail(ErrorCode::kSyntax,
                    "found a line break inside a string, expected \\n or the closing quote", offset());
      }
      make_room(kLongestCharacter);
      put_in_string(static_cast<unsigned char>(*at_));
    }
    note(Rule::kControlCharacter, begin, out_begin);
    return true;
  }

  // One decoded character into the string being written: at most six bytes.
  void put_in_string(char32_t c) {
    switch (c) {
      case '"': return out_.put("\\\"");
      case '\\': return out_.put("\\\\");
      case '\b': return out_.put("\\b");
      case '\f': return out_.put("\\f");
      case '\n': return out_.put("\\n");
      case '\r': return out_.put("\\r");
      case '\t': return out_.put("\\t");
      default: break;
    }
    if (c >= 0x20) return out_.put_character(c);
    out_.put("\\u00");
    out_.put(kHexDigits[c >> 4]);
    out_.put(kHexDigits[c & 15]);
  }

  // -- positions and fixes --

  std::size_t offset() const { return offset_of(at_); }
  std::size_t offset_of(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }
  std::size_t input_left() const { return static_cast<std::size_t>(end_ - at_); }
  static std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  void make_room(std::size_t bytes) { out_.make_room(bytes, input_left()); }

  // What was read since `begin` became what was written since `out_begin`.
  void note(Rule rule, std::size_t begin, std::size_t out_begin) {
    fixes_.add(rule, begin, text_.substr(begin, offset() - begin), out_.view().substr(out_begin));
  }

  // -- errors --

  bool fail(ErrorCode code, std::string message, std::size_t where) {
    error_ = Error::at(code, std::move(message), where);
    return false;
  }

  bool fail_expected(std::string_view expected) {
    // A text that ends within something was cut off; one that never began has no value at all.
    const bool cut_off = at_ == end_ && !out_.empty();
    return fail(cut_off ? ErrorCode::kTruncated : ErrorCode::kSyntax,
                "found " + describe_here() + ", expected " + std::string(expected), offset());
  }

  bool fail_encoding() {
    std::size_t where = 0;
    while (where < text_.size()) {
      const json::CodePoint c = json::decode_utf8(text_, where);
      if (!c.well_formed) break;
      where += c.length;
    }
    return fail(ErrorCode::kInvalidEncoding, "found bytes that are not UTF-8, expected UTF-8 text", where);
  }

  // What stands at the read position, for people.
  std::string describe_here() const {
    if (at_ == end_) return "the end of the text";
    if (*at_ == '\'') return "\"'\"";
    if (is_ascii(*at_)) {
      const char* stop = at_ + 1;
      if (*at_ == '\\' && stop != end_ && is_ascii(*stop)) ++stop;
      if (is(*at_, kNameStart | kDigit)) {
        while (stop != end_ && is(*stop, kNameStart | kDigit)) ++stop;
      }
      const std::string_view shown = between(at_, stop);
      if (shown.back() > ' ' && shown.back() != 0x7F) {
        if (shown.size() > kLongestWord) return "'" + std::string(shown.substr(0, kLongestWord)) + "...'";
        return "'" + std::string(shown) + "'";
      }
    }
    const json::CodePoint c = json::decode_utf8(text_, offset());
    char digits[8];
    const auto size = static_cast<std::size_t>(
        std::to_chars(digits, std::end(digits), static_cast<std::uint32_t>(c.value), 16).ptr - digits);
    std::string name = "U+" + std::string(size < 4 ? 4 - size : 0, '0');
    for (std::size_t i = 0; i < size; ++i) {
      name += static_cast<char>(digits[i] >= 'a' ? digits[i] - 'a' + 'A' : digits[i]);
    }
    // Signs that can be seen are shown as well; spaces, joiners and controls have only their number.
    if (c.value < 0xA1 || is_odd_space(c.value) || (c.value >= 0x200B && c.value <= 0x200F)) return name;
    return "'" + std::string(text_.substr(offset(), c.length)) + "' (" + name + ")";
  }

  const std::string_view text_;
  const Limits& limits_;
  FixLog& fixes_;
  const char* at_;
  const char* const end_;
  Output out_;
  json::Nesting open_;
  const char* comma_ = nullptr;  // a comma that was read and not yet written
  std::size_t comma_place_ = 0;  // of its fix, should nothing follow it
  json::KeyWatch keys_;
  Error error_;
  bool is_object_ = false;
  bool has_foreign_escape_ = false;
};

}  // namespace
}  // namespace json5

Result<Json5Document> read_json5(std::string_view text, const Limits& limits, FixLog& fixes) {
  if (text.size() > limits.max_bytes) {
    return Error::at(ErrorCode::kTooLarge,
                     "the text is larger than " + std::to_string(limits.max_bytes) + " bytes",
                     limits.max_bytes);
  }
  return json5::Reader(text, limits, fixes).read();
}

}  // namespace argwright::repair
