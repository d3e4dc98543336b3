// The only file that knows simdjson.
//
// simdjson's DOM parser accepts a subset of what our grammar accepts (compared by
// validator_test.cc, round_trip_test.cc and the conformance tests):
//   - numbers beyond 64 bits or beyond a double are errors to it;
//   - with max_depth d it opens d-1 non-empty containers, and accepts empty ones at level d.
// So its yes is final, and so is a no for a reason that has nothing to do with numbers, depth or
// memory; the rest is looked at again by our own checker, which also finds the words.
#include "json/validator.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "json/checker.h"

namespace argwright::json {

namespace {

// Short texts are read by our own checker before simdjson has set out.
constexpr std::size_t kLeastBytes = 1024;
// simdjson needs some 14 bytes of working memory for every byte of text, and a parser keeps them for
// the next text: an idle thread must not hold much. Longer texts go to our own checker, which needs
// none and is as fast on ASCII, about half as fast on other scripts.
constexpr std::size_t kMostBytes = std::size_t{256} << 10;
// Its stacks are allocated in full for the depth that is allowed.
constexpr std::size_t kMostDepth = 1024;

enum class Verdict { kStrict, kNotStrict, kUnknown };

class ThreadParser {
 public:
  Verdict judge(std::string_view text, const Limits& limits) {
    const std::size_t depth = std::min(limits.max_depth, kMostDepth);
    if (text.size() > capacity_ || depth != parser_.max_depth()) {
      if (!prepare(text.size(), depth)) return Verdict::kUnknown;
    }
    // simdjson reads up to SIMDJSON_PADDING bytes behind the text, whatever they are.
    std::memcpy(buffer_.get(), text.data(), text.size());
    switch (parser_.parse_into_document(document_, buffer_.get(), text.size(), false).error()) {
      case simdjson::SUCCESS: return Verdict::kStrict;
      // What is no JSON to simdjson for one of these reasons is none to us: broken texts need no second look.
      case simdjson::TAPE_ERROR:
      case simdjson::STRING_ERROR:
      case simdjson::T_ATOM_ERROR:
      case simdjson::F_ATOM_ERROR:
      case simdjson::N_ATOM_ERROR:
      case simdjson::UTF8_ERROR:
      case simdjson::EMPTY:
      case simdjson::UNESCAPED_CHARS:
      case simdjson::UNCLOSED_STRING: return Verdict::kNotStrict;
      default: return Verdict::kUnknown;
    }
  }

 private:
  // Room for `bytes`, in powers of two so that texts of growing length do not reallocate each time.
  bool prepare(std::size_t bytes, std::size_t depth) {
    if (depth == 0) return false;
    std::size_t capacity = std::max(capacity_, kLeastCapacity);
    while (capacity < bytes) capacity *= 2;
    if (capacity != capacity_) {
      capacity_ = 0;
      buffer_.reset(new (std::nothrow) char[capacity + simdjson::SIMDJSON_PADDING]());
      if (buffer_ == nullptr) return false;
    }
    if (parser_.allocate(capacity, depth) != simdjson::SUCCESS) return false;
    // The parser would make its own document as long as each text and no longer, and so allocate
    // again for every text that is a little longer than the one before.
    if (document_.capacity() < capacity && document_.allocate(capacity) != simdjson::SUCCESS) return false;
    capacity_ = capacity;
    return true;
  }

  static constexpr std::size_t kLeastCapacity = 4096;

  simdjson::dom::parser parser_;
  simdjson::dom::document document_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
};

Verdict ask_simdjson(std::string_view text, const Limits& limits) {
  if (text.size() < kLeastBytes || text.size() > std::min(kMostBytes, limits.max_bytes))
    return Verdict::kUnknown;
  thread_local ThreadParser parser;
  return parser.judge(text, limits);
}

}  // namespace

Result<Kind> validate(std::string_view text, const Limits& limits) {
  if (ask_simdjson(text, limits) == Verdict::kStrict) return kind_of_root(text);
  return check(text, limits);
}

bool is_strict_object(std::string_view text, const Limits& limits) {
  if (kind_of_root(text) != Kind::kObject) return false;
  // Cut-off texts are told by their last byte alone.
  if (text[text.find_last_not_of(" \t\r\n")] != '}') return false;
  const Verdict verdict = ask_simdjson(text, limits);
  return verdict == Verdict::kUnknown ? is_strict(text, limits) : verdict == Verdict::kStrict;
}

}  // namespace argwright::json
