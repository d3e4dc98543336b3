// The grammar of one JSON string, in one place: the reader, the checker and decode_string() all
// scan with scan_string() and differ only in the sink that takes the decoded text.
//
// A sink has
//   void run(const char* first, const char* last);        // source bytes that stand for themselves
//   void escape(char32_t code_point, const char* at);     // an escape that begins at `at`
//   void finish(const char* first, const char* last);     // the last run; the string is whole
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "json/byte_runs.h"
#include "json/utf8_sequence.h"

namespace argwright::json {

enum class StringFault : std::uint8_t {
  kNone,
  kUnterminated,   // the text ends inside the string
  kControl,        // a raw control character
  kEscape,         // a backslash before something else than an escape of RFC 8259
  kHexDigit,       // \u without four hex digits
  kLoneSurrogate,  // half a surrogate pair
  kIllFormed,      // not UTF-8
};

struct StringScan {
  const char* position;  // behind the closing quote; with a fault, the byte that is at fault
  StringFault fault;
};

namespace string_scanner_detail {

// What the character behind a backslash stands for; 0 where it is no simple escape.
constexpr std::array<char, 256> kSimpleEscapes = [] {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}();

constexpr std::array<std::int8_t, 256> kHexValues = [] {
  std::array<std::int8_t, 256> table{};
  table.fill(-1);
  for (int i = 0; i < 10; ++i) table[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(i);
  for (int i = 0; i < 6; ++i) {
    table[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(10 + i);
    table[static_cast<std::size_t>('A' + i)] = static_cast<std::int8_t>(10 + i);
  }
  return table;
}();

struct HexScan {
  char32_t value;
  const char* position;  // behind the digits, or at what is no digit
  StringFault fault;
};

inline HexScan scan_four_hex_digits(const char* p, const char* end) {
  char32_t value = 0;
  for (int i = 0; i < 4; ++i, ++p) {
    if (p == end) return {0, p, StringFault::kUnterminated};
    const int digit = kHexValues[static_cast<unsigned char>(*p)];
    if (digit < 0) return {0, p, StringFault::kHexDigit};
    value = value << 4 | static_cast<char32_t>(digit);
  }
  return {value, p, StringFault::kNone};
}

// `p` stands behind "\u".
inline HexScan scan_unicode_escape(const char* p, const char* end) {
  const char* const escape = p - 2;
  HexScan first = scan_four_hex_digits(p, end);
  if (first.fault != StringFault::kNone || first.value < 0xD800 || first.value > 0xDFFF) return first;
  const HexScan lone{0, escape, StringFault::kLoneSurrogate};
  if (first.value > 0xDBFF) return lone;
  p = first.position;
  for (const char expected : {'\\', 'u'}) {
    if (p == end) return {0, p, StringFault::kUnterminated};
    if (*p++ != expected) return lone;
  }
  const HexScan second = scan_four_hex_digits(p, end);
  if (second.fault != StringFault::kNone) return second;
  if (second.value < 0xDC00 || second.value > 0xDFFF) return lone;
  return {0x10000 + ((first.value - 0xD800) << 10) + (second.value - 0xDC00), second.position,
          StringFault::kNone};
}

}  // namespace string_scanner_detail

// Scans a string from `p` on; [run, p) is plain, and `run` is just behind the opening quote.
template <typename Sink>
StringScan scan_string_rest(const char* run, const char* p, const char* end, Sink& sink) {
  for (;; p = skip_plain(p, end)) {
    if (p == end) return {p, StringFault::kUnterminated};
    const char c = *p;
    if (c == '"') {
      sink.finish(run, p);
      return {p + 1, StringFault::kNone};
    }
    if (c == '\\') {
      sink.run(run, p);
      if (p + 1 == end) return {end, StringFault::kUnterminated};
      const char simple = string_scanner_detail::kSimpleEscapes[static_cast<unsigned char>(p[1])];
      if (simple != 0) {
        sink.escape(static_cast<char32_t>(simple), p);
        p += 2;
      } else if (p[1] == 'u') {
        const auto unicode = string_scanner_detail::scan_unicode_escape(p + 2, end);
        if (unicode.fault != StringFault::kNone) return {unicode.position, unicode.fault};
        sink.escape(unicode.value, p);
        p = unicode.position;
      } else {
        return {p + 1, StringFault::kEscape};
      }
      run = p;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20) return {p, StringFault::kControl};
    p = skip_multibyte(p, end);
    if (p != end && static_cast<unsigned char>(*p) >= 0x80) {
      if (utf8_sequence(p, end).cut) return {end, StringFault::kUnterminated};
      return {p, StringFault::kIllFormed};
    }
  }
}

// Scans the string whose opening quote is just before `p`.
template <typename Sink>
StringScan scan_string(const char* p, const char* end, Sink& sink) {
  return scan_string_rest(p, skip_plain(p, end), end, sink);
}

// A sink that only wants to know whether the string is one.
struct NoSink {
  void run(const char*, const char*) {}
  void escape(char32_t, const char*) {}
  void finish(const char*, const char*) {}
  std::string_view text() const { return {}; }
};

// Room that a TextSink needs beyond the bytes it was given to decode.
constexpr std::size_t kTextSinkSlack = 16;

// Writes decoded text to memory. Decoding never makes text longer, so room for the source bytes
// from the first run on, plus kTextSinkSlack, is always enough. `source_end` bounds what may be read.
class TextSink {
 public:
  TextSink(char* out, const char* source_end) : out_(out), source_end_(source_end) {}

  void run(const char* first, const char* last) {
    const auto length = static_cast<std::size_t>(last - first);
    if (length <= kTextSinkSlack && source_end_ - first >= static_cast<std::ptrdiff_t>(kTextSinkSlack)) {
      // A fixed size compiles to two instructions; text full of escapes has short runs only.
      std::memcpy(out_, first, kTextSinkSlack);
    } else {
      std::memcpy(out_, first, length);
    }
    out_ += length;
  }
  void escape(char32_t code_point, const char*) { out_ += write_utf8(out_, code_point); }
  void finish(const char* first, const char* last) { run(first, last); }

  char* out() const { return out_; }

 private:
  char* out_;
  const char* source_end_;
};

}  // namespace argwright::json
