#include "json/walker.h"

#include <algorithm>
#include <array>

#include "json/grammar.h"
#include "json/no_handler.h"
#include "json/string_decode.h"
#include "json/string_scanner.h"

namespace argwright::json {
namespace {

// Tells whether there are escapes, and whether all bytes are ASCII.
class KindSink {
 public:
  void run(const char* /*first*/, const char* /*last*/) {}
  void escape(char32_t /*code_point*/, const char* /*at*/) { has_escapes_ = true; }
  void finish(const char* /*first*/, const char* last) { end_ = last; }

  bool has_escapes() const { return has_escapes_; }
  const char* end() const { return end_; }

 private:
  bool has_escapes_ = false;
  const char* end_ = nullptr;
};

const char* skip_digits(const char* p, const char* end) {
  while (p != end && *p >= '0' && *p <= '9') ++p;
  return p;
}

}  // namespace

std::optional<Walker::Text> Walker::read_string_rest(const char* first, const char* stop) {
  KindSink sink;
  const StringScan scan = scan_string_rest(first, stop, end_, sink);
  if (scan.fault != StringFault::kNone) {
    fail();
    return std::nullopt;
  }
  p_ = scan.position;
  return Text{{first, static_cast<std::size_t>(sink.end() - first)},
              skip_ascii(first, sink.end()) == sink.end(),
              sink.has_escapes()};
}

// Text in text is full of escaped quotes, and its stretches between them are short: each is copied 16 bytes
// at a time to where the next one overwrites what was too much.
bool Walker::string(std::string& out) {
  if (p_ == end_ || *p_ != '"') return fail();
  const char* p = p_ + 1;
  constexpr std::ptrdiff_t kStep = 16;
  std::array<char, 1024> decoded;
  char* to = decoded.data();
  char* const full = decoded.data() + decoded.size() - kStep;
  for (;;) {
    const char* const stop = special_.next(p);
    // The last copy may read so much too much.
    if (end_ - stop < kStep || full - to < stop - p) break;
    for (; p < stop; p += kStep, to += kStep) std::memcpy(to, p, kStep);
    to -= p - stop;
    p = stop;
    if (*p == '"') {
      out.append(decoded.data(), static_cast<std::size_t>(to - decoded.data()));
      p_ = p + 1;
      return true;
    }
    // The byte behind a backslash is there where the string is whole.
    const char simple =
        *p == '\\' ? string_scanner_detail::kSimpleEscapes[static_cast<unsigned char>(p[1])] : '\0';
    if (simple == '\0') break;
    *to++ = simple;
    p += 2;
  }
  // Other escapes, other scripts, long ones and faults.
  Text text;
  if (!read_string(text)) return false;
  return decode_string({text.raw.data() - 1, text.raw.size() + 2}, out) || fail();
}

bool Walker::skip_number() {
  const char* p = p_;
  if (p != end_ && *p == '-') ++p;
  const char* const whole = p;
  p = skip_digits(p, end_);
  if (p == whole || (*whole == '0' && p - whole > 1)) return fail();
  if (p != end_ && *p == '.') {
    const char* const fraction = p + 1;
    p = skip_digits(fraction, end_);
    if (p == fraction) return fail();
  }
  if (p != end_ && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end_ && (*p == '+' || *p == '-')) ++p;
    const char* const exponent = p;
    p = skip_digits(exponent, end_);
    if (p == exponent) return fail();
  }
  p_ = p;
  return true;
}

bool Walker::skip_container(int steps) {
  if (steps == 0) return skip_deep();
  const auto skip_value = [&] {
    return p_ != end_ && (*p_ == '{' || *p_ == '[') ? skip_container(steps - 1) : skip();
  };
  if (*p_ == '[') {
    if (!enter('[')) return false;
    for (bool more = first_item(); more; more = next_item()) skip_value();
  } else {
    if (!enter('{')) return false;
    Text key;  // none is looked for here
    for (bool more = first_key(key); more; more = next_key(key)) skip_value();
  }
  return !failed_;
}

bool Walker::skip_deep() {
  Limits limits = limits_;
  limits.max_depth -= std::min(depth_, limits.max_depth);
  NoHandler nothing;
  Grammar<NoHandler> grammar({p_, static_cast<std::size_t>(end_ - p_)}, limits, nothing);
  if (grammar.read()) {
    p_ = end_;
    return true;
  }
  // Something behind the value is no fault yet.
  if (grammar.fault() != SyntaxFault::kEnd) return fail();
  p_ += grammar.fault_offset();
  return true;
}

}  // namespace argwright::json
