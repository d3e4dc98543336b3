// Result<T> and Error: how every layer reports failure. No layer throws across its border.
//
// Result<T> is shaped like C++23's std::expected<T, Error>, so that it can be replaced by it:
//
//   argwright::Result<int> r = parse(...);
//   if (!r) return r.error();
//   use(*r);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace argwright {

// Few, stable codes. What exactly went wrong is said by Error::message.
enum class ErrorCode {
  kSyntax,           // the text is not what the grammar allows
  kNotAnObject,      // readable, but the root is no object
  kTruncated,        // the text ends before the value does
  kAmbiguous,        // two readings with different meaning, and no ground to choose
  kUnrepresentable,  // a value that JSON cannot hold (NaN, Infinity)
  kInvalidEncoding,  // not UTF-8 where text must be UTF-8
  kTooDeep,          // nesting above Limits::max_depth
  kTooLarge,         // input above Limits::max_bytes
  kInvalidArgument,  // the caller asked for something that makes no sense
  kIo,               // a file or stream could not be read or written
  kUnavailable,      // what is there cannot be used now: locked, full, damaged
  kInternal,         // our own fault
};

// The stable spelling of a code in reports, e.g. "truncated".
std::string_view error_code_name(ErrorCode code);

// Where in the input an error or a fix is: a byte offset for text, a JSON pointer for values.
struct Where {
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  std::size_t offset = kNowhere;
  std::string pointer;
  bool at_root = false;  // `pointer` is known and that of the root: empty

  static Where at(std::string pointer) {
    const bool root = pointer.empty();
    return Where{kNowhere, std::move(pointer), root};
  }
  bool known() const { return offset != kNowhere || !pointer.empty() || at_root; }
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  Where where;

  static Error at(ErrorCode code, std::string message, std::size_t offset) {
    return Error{code, std::move(message), Where{offset, {}}};
  }
  // "message (at byte 17)", "message (at /a/b)" or "message (at the root)".
  std::string describe() const;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Precondition for the value accessors: has_value(); for error(): !has_value().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }
  const Error& error() const& { return *std::get_if<1>(&state_); }

  template <typename U>
  T value_or(U&& fallback) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(fallback));
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace argwright
