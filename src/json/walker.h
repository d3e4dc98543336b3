// Walks over a strict JSON text (RFC 8259) for whoever knows what to expect of it: the caller asks for the
// values that it wants and skips the rest. Nothing is built, nothing is allocated.
//
//   Walker walk(text, limits);
//   std::string_view key;
//   if (walk.enter_object()) {
//     for (bool more = walk.first_member(key); more; more = walk.next_member(key)) {
//       if (key == "name") { walk.string(name); } else { walk.skip(); }
//     }
//   }
//   if (!walk.arrived()) ..   // no JSON, or not of the shape that was asked for
//
// The first fault, and the first value of another kind than was asked for, end the walk: from there on every
// answer is no. Where it arrives, Grammar accepts the text, too. Tested by walker_test.cc.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/limits.h"
#include "json/special_bytes.h"

namespace argwright::json {

class Walker {
 public:
  // A string.
  struct Text {
    std::string_view raw;      // between the quotes, as it stands
    bool is_ascii = true;      // no byte of another script
    bool has_escapes = false;  // else `raw` is what it means
    bool is_plain() const { return is_ascii && !has_escapes; }
  };

  // Both must outlive the walker.
  Walker(std::string_view text, const Limits& limits)
      : p_(text.data()), end_(text.data() + text.size()), special_(end_), limits_(limits) {
    if (text.size() > limits.max_bytes) fail();
    skip_space();
  }

  // The first byte of the value at hand, which tells its kind; 0 where the text ends.
  char peek() const { return p_ != end_ ? *p_ : '\0'; }

  // Precondition of the functions below: a value is at hand. After them it is behind.

  // An object and its members: after each true answer the value of `key` is at hand, after a false one the
  // object is behind. A key with an escape, which may spell a name in disguise, ends the walk; `key` is a
  // view of the text.
  bool enter_object() { return enter('{'); }
  bool first_member(std::string_view& key) {
    Text text;
    if (!first_key(text)) return false;
    key = text.raw;
    return !text.has_escapes || fail();
  }
  bool next_member(std::string_view& key) {
    Text text;
    if (!next_key(text)) return false;
    key = text.raw;
    return !text.has_escapes || fail();
  }

  // A list and its items, likewise.
  bool enter_list() { return enter('['); }
  bool first_item() { return p_ != end_ && *p_ != ']' ? true : leave(']'); }
  bool next_item() {
    skip_space();
    if (p_ == end_ || *p_ != ',') return leave(']');
    ++p_;
    skip_space();
    return p_ != end_ || fail();
  }

  bool string(Text& text) {
    if (p_ == end_ || *p_ != '"') return fail();
    return read_string(text);
  }
  // Appends what the string means to `out`.
  bool string(std::string& out);
  bool number(std::string_view& text) {
    const char* const first = p_;
    if (!skip_number()) return false;
    text = {first, static_cast<std::size_t>(p_ - first)};
    return true;
  }
  bool null() { return skip_literal("null"); }
  bool boolean() { return p_ != end_ && *p_ == 't' ? skip_literal("true") : skip_literal("false"); }
  // Whatever it is.
  bool skip() {
    if (p_ == end_) return fail();
    switch (*p_) {
      case '"': {
        Text text;
        return read_string(text);
      }
      case '{':
      case '[': return skip_container(kSteps);
      case 'n': return skip_literal("null");
      case 't':
      case 'f': return boolean();
      default: return skip_number();
    }
  }

  // The text has ended behind one value, and no question was answered no but that for a further member or
  // item.
  bool arrived() {
    skip_space();
    return p_ == end_ && depth_ == 0 && !failed_;
  }

 private:
  // Containers within containers that are skipped by calls; what is deeper needs a stack of its own.
  static constexpr int kSteps = 4;

  [[gnu::noinline, gnu::cold]] bool fail() {
    failed_ = true;
    p_ = end_;
    return false;
  }

  // Functions with a place of their own keep it in a register: every byte that is written could alias p_.
  static const char* behind_space(const char* p, const char* end) {
    // One comparison is enough where there is none.
    while (p != end && static_cast<unsigned char>(*p) <= ' ') {
      if (*p != ' ' && *p != '\n' && *p != '\r' && *p != '\t') break;
      ++p;
    }
    return p;
  }
  void skip_space() { p_ = behind_space(p_, end_); }

  bool enter(char bracket) {
    if (p_ == end_ || *p_ != bracket || depth_ >= limits_.max_depth) return fail();
    ++depth_;
    ++p_;
    skip_space();
    return true;
  }
  bool leave(char bracket) {
    if (p_ == end_ || *p_ != bracket) return fail();
    --depth_;
    ++p_;
    return false;
  }

  [[gnu::always_inline]] bool first_key(Text& key) {
    return p_ != end_ && *p_ == '"' ? read_key(p_, key) : leave('}');
  }
  [[gnu::always_inline]] bool next_key(Text& key) {
    // Most texts have no white space between tokens.
    if (end_ - p_ >= 2 && p_[0] == ',' && p_[1] == '"') [[likely]]
      return read_key(p_ + 1, key);
    const char* const p = behind_space(p_, end_);
    if (p == end_ || *p != ',') {
      p_ = p;
      return leave('}');
    }
    return read_key(behind_space(p + 1, end_), key);
  }
  // The key that begins at `p`, and its colon.
  [[gnu::always_inline]] bool read_key(const char* p, Text& key) {
    if (p == end_ || *p != '"') return fail();
    const char* const stop = special_.next(p + 1);
    if (stop != end_ && *stop == '"') [[likely]] {
      key.raw = {p + 1, static_cast<std::size_t>(stop - p - 1)};
      if (end_ - stop > 2 && stop[1] == ':' && stop[2] > ' ') [[likely]] {
        p_ = stop + 2;
        return true;
      }
      p = stop + 1;
    } else {
      const std::optional<Text> rest = read_string_rest(p + 1, stop);
      if (!rest) return false;
      key = *rest;
      p = p_;
    }
    p = behind_space(p, end_);
    if (p == end_ || *p != ':') return fail();
    p_ = behind_space(p + 1, end_);
    return true;
  }
  [[gnu::always_inline]] bool read_string(Text& text) {
    const char* const first = p_ + 1;
    const char* const stop = special_.next(first);
    // Most strings are plain to their end.
    if (stop == end_ || *stop != '"') [[unlikely]] {
      const std::optional<Text> rest = read_string_rest(first, stop);
      if (rest) text = *rest;
      return rest.has_value();
    }
    text.raw = {first, static_cast<std::size_t>(stop - first)};
    p_ = stop + 1;
    return true;
  }
  // By value: a text whose address is known elsewhere would be written to memory and read back each time.
  std::optional<Text> read_string_rest(const char* first, const char* stop);

  bool skip_literal(std::string_view name) {
    if (static_cast<std::size_t>(end_ - p_) < name.size() || std::memcmp(p_, name.data(), name.size()) != 0)
      return fail();
    p_ += name.size();
    return true;
  }
  bool skip_number();
  bool skip_container(int steps);
  bool skip_deep();

  const char* p_;
  const char* end_;
  SpecialBytes special_;
  const Limits& limits_;
  std::size_t depth_ = 0;
  bool failed_ = false;
};

}  // namespace argwright::json
