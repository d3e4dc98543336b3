// The strict reader: Grammar with a handler that constructs every value where it will stand, so
// that a finished value is moved only when the vector around it grows.
//
// Tested by reader_test.cc and round_trip_test.cc.
#include "json/reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "json/grammar.h"
#include "json/string_scanner.h"

namespace argwright::json {

namespace {

class ValueBuilder {
 public:
  // Builds at `root`, which is null and must stay where it is.
  ValueBuilder(Value& root, std::string_view text) : root_(root), text_size_(text.size()) {}

  // A string stays a view of the source as long as it holds no escape; from the first escape on it
  // is decoded to the builder's scratch memory.
  class Sink {
   public:
    Sink(ValueBuilder& builder, const char* source_end) : builder_(builder), source_end_(source_end) {}

    void run(const char* first, const char* last) {
      char* const out =
          out_ != nullptr ? out_ : builder_.scratch(static_cast<std::size_t>(source_end_ - first));
      TextSink sink(out, source_end_);
      sink.run(first, last);
      out_ = sink.out();
    }
    void escape(char32_t code_point, const char*) { out_ += write_utf8(out_, code_point); }
    void finish(const char* first, const char* last) {
      if (out_ == nullptr) {
        text_ = {first, static_cast<std::size_t>(last - first)};
        return;
      }
      run(first, last);
      const char* const decoded = builder_.scratch_;
      text_ = {decoded, static_cast<std::size_t>(out_ - decoded)};
    }

    // Valid until the next string is read.
    std::string_view text() const { return text_; }

   private:
    ValueBuilder& builder_;
    const char* source_end_;
    char* out_ = nullptr;
    std::string_view text_;
  };

  Sink string_sink(const char* source_end) { return {*this, source_end}; }

  void key(std::string_view text) {
    key_ = text;
    if (text.data() == scratch_) key_ = key_copy_ = text;  // the value may need the scratch, too
  }
  void string(std::string_view text) { add(text); }
  void null() { add(nullptr); }
  void boolean(bool value) { add(value); }
  void number(std::string_view text) { add(Number{std::string(text)}); }

  void empty_object() { add(Object()); }
  void empty_array() { add(Array()); }
  void open_object() {
    Value& value = add(Object());
    push();
    array_ = nullptr;
    object_ = &value.members();
    object_->reserve(expected_size(object_sizes_));
  }
  void open_array() {
    Value& value = add(Array());
    push();
    object_ = nullptr;
    array_ = &value.items();
    array_->reserve(expected_size(array_sizes_));
  }
  void close_object() { close(object_sizes_, object_->size()); }
  void close_array() { close(array_sizes_, array_->size()); }

 private:
  // Converts where the aggregate Member is initialised, i.e. in its place inside the vector.
  struct KeyText {
    std::string_view text;
    operator std::string() const { return std::string(text); }  // NOLINT(google-explicit-constructor)
  };
  // The open container: one of the two is set, or neither at the root. Its vector does not grow
  // while a child is open, so pointers to open containers stay good.
  struct Container {
    Object* object;
    Array* array;
  };
  static constexpr std::size_t kInlineLevels = 16;
  // Children of the container last closed at each level; 0: none yet.
  using Sizes = std::array<std::uint32_t, kInlineLevels>;
  static constexpr std::size_t kMostRemembered = std::numeric_limits<std::uint32_t>::max();

  // Puts a value where it belongs, made from what Value can be made from.
  template <typename Content>
  Value& add(Content&& content) {
    // Null so far: there is nothing to destroy.
    return *new (&place()) Value(std::forward<Content>(content));
  }
  [[gnu::always_inline]] Value& place() {
    if (object_ != nullptr) return object_->emplace_back(KeyText{key_}, nullptr).value;
    if (array_ != nullptr) return array_->emplace_back();
    return root_;
  }

  [[gnu::always_inline]] void push() {
    if (depth_ < kInlineLevels) {
      parents_[depth_] = {object_, array_};
    } else {
      push_deep();
    }
    ++depth_;
  }
  [[gnu::noinline]] void push_deep() { more_parents_.push_back({object_, array_}); }
  [[gnu::always_inline]] void close(Sizes& sizes, std::size_t size) {
    --depth_;
    Container parent{};
    if (depth_ < kInlineLevels) {
      parent = parents_[depth_];
      sizes[depth_] = static_cast<std::uint32_t>(std::min(size, kMostRemembered));
    } else {
      parent = more_parents_.back();
      more_parents_.pop_back();
    }
    object_ = parent.object;
    array_ = parent.array;
  }

  // How many children to reserve for the container just opened: as many as the one of its kind
  // before had at the same level, since lists of like records are the rule. Memory stays linear in the text:
  // every reserve is paid for by children that were read before. For the first of its level, a
  // small number that the text could hold; more at the root, which is reserved for only once.
  std::size_t expected_size(const Sizes& sizes) const {
    if (depth_ > kInlineLevels) return 0;
    const std::size_t before = sizes[depth_ - 1];
    if (before != 0) return before;
    constexpr std::size_t kBytesPerChild = 24;
    return std::clamp<std::size_t>(text_size_ / kBytesPerChild, 1, depth_ == 1 ? 32 : 8);
  }

  char* scratch(std::size_t bytes) {
    // The first call asks for the rest of the text, later ones for less: one allocation at most.
    if (scratch_ == nullptr) {
      if (bytes + kTextSinkSlack > small_scratch_.size()) {
        large_scratch_ = std::make_unique_for_overwrite<char[]>(bytes + kTextSinkSlack);
        scratch_ = large_scratch_.get();
      } else {
        scratch_ = small_scratch_.data();
      }
    }
    return scratch_;
  }

  Value& root_;
  std::size_t text_size_;
  Object* object_ = nullptr;
  Array* array_ = nullptr;
  std::size_t depth_ = 0;
  std::string_view key_;  // of the member whose value is being read
  std::string key_copy_;
  std::array<Container, kInlineLevels> parents_;
  Sizes object_sizes_{};
  Sizes array_sizes_{};
  std::vector<Container> more_parents_;
  char* scratch_ = nullptr;
  std::unique_ptr<char[]> large_scratch_;
  std::array<char, 512> small_scratch_;
};

}  // namespace

bool read(std::string_view text, const Limits& limits, Value& value) {
  ValueBuilder builder(value, text);
  return Grammar<ValueBuilder>(text, limits, builder).read();
}

Result<Value> parse(std::string_view text, const Limits& limits) {
  Result<Value> result{Value()};
  ValueBuilder builder(*result, text);
  Grammar<ValueBuilder> grammar(text, limits, builder);
  if (!grammar.read()) result = grammar.error();
  return result;
}

}  // namespace argwright::json
