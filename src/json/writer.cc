// Tested by writer_test.cc and round_trip_test.cc.
#include "json/writer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "json/byte_runs.h"

namespace argwright::json {

namespace {

// The short escape of a byte, or 0 where there is none.
char short_escape(char c) {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
  }
}

// What stands for a byte that must not stand for itself.
class Escape {
 public:
  explicit Escape(char c) {
    static constexpr char kHex[] = "0123456789abcdef";
    if (const char letter = short_escape(c); letter != 0) {
      bytes_[1] = letter;
      size_ = 2;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      bytes_[4] = kHex[byte >> 4];
      bytes_[5] = kHex[byte & 0xF];
    }
  }
  std::string_view text() const { return {bytes_, size_}; }

 private:
  char bytes_[6] = {'\\', 'u', '0', '0', 0, 0};
  std::size_t size_ = 6;
};

// Text at the end of a string, written by pointer: one look at the room that is left for each piece, not for
// each byte of it.
class Output {
 public:
  explicit Output(std::string& text) : text_(text), used_(text.size()) {}
  ~Output() { text_.resize(used_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void put(char c) {
    *room(1) = c;
    ++used_;
  }
  void put(std::string_view bytes) {
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    used_ += bytes.size();
  }
  void put(std::size_t count, char c) {
    std::memset(room(count), c, count);
    used_ += count;
  }

  void put_quoted(std::string_view text) {
    const char* p = text.data();
    const char* const end = p + text.size();
    put('"');
    for (;;) {
      const char* const run = p;
      p = skip_unescaped(p, end);
      put({run, static_cast<std::size_t>(p - run)});
      if (p == end) break;
      put(Escape(*p++).text());
    }
    put('"');
  }

 private:
  char* room(std::size_t bytes) {
    if (text_.size() - used_ < bytes) [[unlikely]]
      grow(bytes);
    return text_.data() + used_;
  }
  // By a factor, so that all growing together is linear; what the caller reserved is used first.
  [[gnu::noinline]] void grow(std::size_t bytes) {
    const std::size_t least = used_ + bytes;
    const std::size_t wished = std::max(least, used_ < kPiece ? 4 * used_ : 2 * used_);
    const bool has_room = least <= text_.capacity();
    text_.resize(has_room ? std::min(std::max(wished, used_ + kPiece), text_.capacity()) : wished);
  }

  static constexpr std::size_t kPiece = 512;

  std::string& text_;  // longer than what was written until this dies
  std::size_t used_;
};

// Walks the value with a list of open containers, so that depth costs no stack.
class Writer {
 public:
  Writer(std::string& out, const WriteOptions& options)
      : out_(out), indent_(options.indent > 0 ? static_cast<std::size_t>(options.indent) : 0) {}

  void run(const Value& root) {
    if (root.is_array() || root.is_object()) open_.reserve(kExpectedDepth);
    begin(root);
    while (!open_.empty()) {
      Open& open = open_.back();
      if (open.next == open.count) {
        open_.pop_back();
        break_line();
        out_.put(open.value->is_array() ? ']' : '}');
        continue;
      }
      const std::size_t index = open.next++;
      if (index != 0) out_.put(',');
      break_line();
      if (open.value->is_array()) {
        begin(open.value->items()[index]);
        continue;
      }
      const Member& member = open.value->members()[index];
      out_.put_quoted(member.key);
      out_.put(':');
      if (indent_ != 0) out_.put(' ');
      begin(member.value);
    }
  }

 private:
  struct Open {
    const Value* value;
    std::size_t next;
    std::size_t count;
  };

  // Writes a scalar or an empty container whole, and the opening of any other.
  void begin(const Value& value) {
    switch (value.kind()) {
      case Kind::kNull: out_.put("null"); return;
      case Kind::kBoolean: out_.put(std::string_view(value.boolean() ? "true" : "false")); return;
      case Kind::kNumber: out_.put(value.number_text()); return;
      case Kind::kString: out_.put_quoted(value.string()); return;
      case Kind::kArray: begin(value, '[', ']', value.items().size()); return;
      case Kind::kObject: begin(value, '{', '}', value.members().size()); return;
    }
  }
  void begin(const Value& value, char opener, char closer, std::size_t count) {
    out_.put(opener);
    if (count == 0) {
      out_.put(closer);
    } else {
      open_.push_back({&value, 0, count});
    }
  }

  void break_line() {
    if (indent_ == 0) return;
    out_.put('\n');
    out_.put(open_.size() * indent_, ' ');
  }

  static constexpr std::size_t kExpectedDepth = 8;

  Output out_;
  std::size_t indent_;
  std::vector<Open> open_;
};

}  // namespace

void append(std::string& out, const Value& value, const WriteOptions& options) {
  Writer(out, options).run(value);
}

std::string write(const Value& value, const WriteOptions& options) {
  std::string out;
  append(out, value, options);
  return out;
}

// As Output::put_quoted(), for one string at the end of a text that may be long.
void append_quoted(std::string& out, std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  // Most texts are written as they are: both quotes and the room between them at once.
  if (skip_unescaped(p, end) == end) {
    const std::size_t at = out.size() + 1;
    out.append(text.size() + 2, '"');
    text.copy(out.data() + at, text.size());
    return;
  }
  out += '"';
  for (;;) {
    const char* const run = p;
    p = skip_unescaped(p, end);
    out.append(run, static_cast<std::size_t>(p - run));
    if (p == end) break;
    out += Escape(*p++).text();
  }
  out += '"';
}

}  // namespace argwright::json
