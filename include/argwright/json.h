// Strict JSON (RFC 8259) that loses nothing: key order, duplicate keys and the text of numbers
// survive reading and writing, so 12345678901234567890, 1.10 and 1e400 come out as they went in.
//
// Threading: values are plain data; distinct values may be used from distinct threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "argwright/limits.h"
#include "argwright/result.h"

namespace argwright::json {

class Value;
struct Member;

using Array = std::vector<Value>;
// Members in the order of the text, duplicates included.
using Object = std::vector<Member>;

// A number as it was written. `text` is a number of the JSON grammar.
struct Number {
  std::string text;
  bool operator==(const Number&) const = default;
};

// Those that hold text, then those that hold values, stand last.
enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

std::string_view kind_name(Kind kind);  // "null", "boolean", "number", "string", "array", "object"

class Value {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a value reads like what it holds
  Value() noexcept;  // null
  Value(std::nullptr_t) noexcept;
  Value(bool value) noexcept;
  Value(Number number) noexcept;
  Value(std::string text) noexcept;
  Value(std::string_view text);
  Value(const char* text);
  Value(Array items) noexcept;
  Value(Object members) noexcept;
  // NOLINTEND(google-explicit-constructor)
  static Value integer(std::int64_t value);

  // Copying, comparing and destroying work at any depth: none of them recurses without bound. A
  // value may be assigned from a part of itself (`v = std::move(*v.find("arguments"))`).
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  Kind kind() const { return kind_; }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_boolean() const { return kind() == Kind::kBoolean; }
  bool is_number() const { return kind() == Kind::kNumber; }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_array() const { return kind() == Kind::kArray; }
  bool is_object() const { return kind() == Kind::kObject; }

  // Precondition of each: the kind fits.
  bool boolean() const { return boolean_; }
  const std::string& number_text() const { return text_; }
  const std::string& string() const { return text_; }
  std::string& string() { return text_; }
  const Array& items() const { return items_; }
  Array& items() { return items_; }
  const Object& members() const { return members_; }
  Object& members() { return members_; }

  // The number as int64 when it is written as an integer and fits; as double when the double
  // nearest to it is finite (S3-20: integer first, then double, else the text stays).
  std::optional<std::int64_t> as_int64() const;
  std::optional<double> as_double() const;

  // The member with this key, the last one where it is duplicated; nullptr when absent or when
  // this is no object.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);

  // Exact equality: order of keys and text of numbers count.
  bool operator==(const Value& other) const;

 private:
  bool holds_text() const { return kind_ == Kind::kNumber || kind_ == Kind::kString; }
  void copy_scalar(const Value& other);
  void take(Value& other) noexcept;
  void release() noexcept;
  void release_children() noexcept;

  // A variant by hand: it is made, moved and destroyed for every token that is read, and two pairs of its
  // alternatives are alike.
  Kind kind_ = Kind::kNull;
  bool boolean_ = false;
  union {
    // NOLINTBEGIN(readability-identifier-naming): private all the same
    std::string text_;  // kNumber, kString
    Array items_;       // kArray
    Object members_;    // kObject
    // NOLINTEND(readability-identifier-naming)
  };
};

struct Member {
  std::string key;
  Value value;
  bool operator==(const Member&) const = default;
};

// Defined here, where Member is complete.
inline Value::Value() noexcept {}
inline Value::Value(std::nullptr_t) noexcept {}
inline Value::Value(bool value) noexcept : kind_(Kind::kBoolean), boolean_(value) {}
inline Value::Value(Number number) noexcept : kind_(Kind::kNumber), text_(std::move(number.text)) {}
inline Value::Value(std::string text) noexcept : kind_(Kind::kString), text_(std::move(text)) {}
inline Value::Value(std::string_view text) : kind_(Kind::kString), text_(text) {}
inline Value::Value(const char* text) : kind_(Kind::kString), text_(text) {}
inline Value::Value(Array items) noexcept : kind_(Kind::kArray), items_(std::move(items)) {}
inline Value::Value(Object members) noexcept : kind_(Kind::kObject), members_(std::move(members)) {}
inline Value::Value(Value&& other) noexcept { take(other); }
inline Value::~Value() { release(); }

// Precondition: this holds nothing that needs a destructor.
inline void Value::take(Value& other) noexcept {
  kind_ = other.kind_;
  boolean_ = other.boolean_;
  if (holds_text()) {
    new (&text_) std::string(std::move(other.text_));
  } else if (kind_ == Kind::kArray) {
    new (&items_) Array(std::move(other.items_));
  } else if (kind_ == Kind::kObject) {
    new (&members_) Object(std::move(other.members_));
  }
}

inline void Value::release() noexcept {
  if (kind_ >= Kind::kArray) {
    release_children();
  } else if (holds_text()) {
    text_.~basic_string();
  }
}

// Equality of meaning: key order does not count and the last duplicate wins; number text counts.
bool same_meaning(const Value& a, const Value& b);

// Reads one JSON text; anything but white space after it is an error. The error names the byte.
Result<Value> parse(std::string_view text, const Limits& limits = {});

struct WriteOptions {
  int indent = 0;  // 0: one line without spaces after separators; otherwise spaces per level
};

std::string write(const Value& value, const WriteOptions& options = {});

// Appends `text` (valid UTF-8) as a JSON string with its quotes.
void append_quoted(std::string& out, std::string_view text);

}  // namespace argwright::json
