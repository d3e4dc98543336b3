#include "json/validator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "json/checker.h"

namespace {
std::atomic<long> array_allocations{0};
}  // namespace

// The validator and simdjson take all their memory as arrays that may fail; nothing else here does.
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  ++array_allocations;
  return std::malloc(size);
}
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void* operator new[](std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

namespace argwright::json {
namespace {

// Long enough for simdjson to be asked: shorter texts are answered without it. White space in front
// changes the offsets and nothing else.
const std::string kPadding(1100, ' ');

void expect_agreement(std::string_view text, const Limits& limits = {}) {
  for (const std::string& whole : {std::string(text), kPadding + std::string(text)}) {
    const Result<Value> read = parse(whole, limits);
    const Result<Kind> validated = validate(whole, limits);
    ASSERT_EQ(validated.has_value(), read.has_value()) << text;
    if (read) {
      ASSERT_EQ(*validated, read->kind()) << text;
    } else {
      ASSERT_EQ(validated.error().describe(), read.error().describe()) << text;
      ASSERT_EQ(validated.error().code, read.error().code) << text;
    }
    ASSERT_EQ(is_strict_object(whole, limits), read.has_value() && read->is_object()) << text;
  }
}

TEST(Validator, TellsTheKindOfTheRoot) {
  EXPECT_EQ(*validate(kPadding + "{}"), Kind::kObject);
  EXPECT_EQ(*validate(kPadding + "[]"), Kind::kArray);
  EXPECT_EQ(*validate(kPadding + "\"a\""), Kind::kString);
  EXPECT_EQ(*validate(kPadding + "1"), Kind::kNumber);
  EXPECT_EQ(*validate(kPadding + "true"), Kind::kBoolean);
  EXPECT_EQ(*validate(kPadding + "null"), Kind::kNull);
  EXPECT_TRUE(is_strict_object("{\"a\":1}"));
  EXPECT_FALSE(is_strict_object("[]"));
  EXPECT_FALSE(is_strict_object(""));
  EXPECT_FALSE(is_strict_object("{\"a\":1"));
}

// What simdjson 3.0 refuses although RFC 8259 allows it.
TEST(Validator, AcceptsNumbersOfAnySize) {
  for (const std::string_view text :
       {"[12345678901234567890123]", "[-9223372036854775809]", "1e400", "-1e400", "[1e99999999999999999999]",
        "[1e-99999999999999999999]", "[18446744073709551616]"}) {
    EXPECT_TRUE(validate(kPadding + std::string(text))) << text;
    expect_agreement(text);
  }
}

TEST(Validator, RefusesWhatTheReaderRefuses) {
  for (const std::string_view text : {"{}x",
                                      "{} {}",
                                      "1 2",
                                      "\xEF\xBB\xBF{}",
                                      "",
                                      " ",
                                      "\f1",
                                      R"(["\ud800"])",
                                      R"(["\udc00"])",
                                      R"(["\ud800\u0041"])",
                                      R"(["\ud800\ud800"])",
                                      R"(["\udc00\ud800"])",
                                      R"({"\ud800":1})",
                                      "[\"\xFF\"]",
                                      "[\"\xC0\x80\"]",
                                      "[\"\xED\xA0\x80\"]",
                                      "[\"\xF4\x90\x80\x80\"]",
                                      "[\"\n\"]",
                                      "[\"\x01\"]",
                                      R"(["\x"])",
                                      R"(["\u12"])",
                                      "[01]",
                                      "[1.]",
                                      "[.5]",
                                      "[+1]",
                                      "[NaN]",
                                      "[1,]",
                                      "{\"a\":1,}",
                                      "{\"a\"}",
                                      "[\"a\"",
                                      "[1}",
                                      "{'a':1}",
                                      "[1]]",
                                      "\"",
                                      "tru",
                                      "truex",
                                      "nul",
                                      "-",
                                      "--1",
                                      "[\\\"a\"]"}) {
    EXPECT_FALSE(validate(kPadding + std::string(text))) << text;
    expect_agreement(text);
  }
  for (const std::string_view text : {std::string_view("{}\0", 3), std::string_view("\0", 1),
                                      std::string_view("[\"\0\"]", 5), std::string_view("1\0", 2)}) {
    EXPECT_FALSE(validate(kPadding + std::string(text)));
    expect_agreement(text);
  }
}

// simdjson counts empty and non-empty containers differently.
TEST(Validator, KeepsTheDepthLimitExactly) {
  for (const std::size_t limit : {0U, 1U, 2U, 3U, 16U, 64U, 512U, 1024U, 2000U}) {
    for (std::size_t depth = limit == 0 ? 0 : limit - 1; depth <= limit + 2; ++depth) {
      for (const std::string_view inside : {"", "1", "\"a\":{}"}) {
        std::string text;
        const bool objects = inside.size() > 1;
        for (std::size_t i = 0; i < depth; ++i)
          text += objects && i + 1 != depth ? "{\"a\":" : objects ? "{" : "[";
        text += inside;
        text += std::string(depth, objects ? '}' : ']');
        expect_agreement(text, {.max_depth = limit});
      }
    }
  }
}

TEST(Validator, KeepsTheSizeLimit) {
  const std::string text = kPadding + "{}";
  EXPECT_TRUE(is_strict_object(text, {.max_bytes = text.size()}));
  EXPECT_FALSE(is_strict_object(text, {.max_bytes = text.size() - 1}));
  EXPECT_EQ(validate(text, {.max_bytes = text.size() - 1}).error().code, ErrorCode::kTooLarge);
}

// Sizes around every bound inside: what goes to simdjson, how its buffers grow.
TEST(Validator, AnswersForTextsOfEverySize) {
  for (const std::size_t size : {2U, 1023U, 1024U, 1025U, 4095U, 4096U, 4097U, 65535U, 65536U, 65537U,
                                 262143U, 262144U, 262145U, 1048577U}) {
    std::string text = "{\"a\":\"";
    if (size > text.size() + 2) text += std::string(size - text.size() - 2, 'x');
    text += "\"}";
    EXPECT_TRUE(is_strict_object(text)) << size;
    text.pop_back();
    EXPECT_FALSE(is_strict_object(text)) << size;
    text.back() = '\n';
    EXPECT_FALSE(is_strict_object(text)) << size;
  }
}

TEST(Validator, LimitsMayChangeFromCallToCall) {
  const std::string text = kPadding + "[[[[1]]]]";
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(validate(text));
    EXPECT_FALSE(validate(text, {.max_depth = 3}));
    EXPECT_TRUE(validate(text, {.max_depth = 4}));
    EXPECT_TRUE(validate(text, {.max_depth = 100000}));
  }
}

// Memory grows by doubling: a stream of texts that get a little longer each time must not allocate
// for each of them.
TEST(Validator, GrowingTextsDoNotAllocateEachTime) {
  std::thread([] {  // a thread of its own starts with an empty parser
    const long before = array_allocations;
    for (std::size_t size = 2000; size < 100000; size += 50)
      ASSERT_TRUE(is_strict_object("{\"a\":\"" + std::string(size, 'x') + "\"}"));
    const long grown = array_allocations - before;
    EXPECT_GT(grown, 0);
    EXPECT_LT(grown, 60);
    for (std::size_t size = 2000; size < 100000; size += 50)
      ASSERT_TRUE(validate("{\"a\":\"" + std::string(size, 'x') + "\"}"));
    EXPECT_EQ(array_allocations - before, grown);
  })
      .join();
}

TEST(Validator, EveryThreadHasItsOwnParser) {
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t id = 0; id < good.size(); ++id) {
    threads.emplace_back([id, &good] {
      for (int i = 0; i < 200; ++i) {
        const std::string text = "{\"k\":[" + std::string(1000 + 997 * static_cast<std::size_t>(i % 7), ' ') +
                                 std::to_string(id) + "]}";
        good[id] += is_strict_object(text) && !is_strict_object(text + "}") ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : good) EXPECT_EQ(count, 200);
}

// Every sequence of up to four tokens: valid or not, the answers are the same.
TEST(Validator, AgreesWithTheReaderOnEveryShortTokenSequence) {
  const std::string_view tokens[] = {"[",  "]", "{", "}", ",", ":",  "\"a\"", "\"",
                                     "\\", "1", "0", "-", ".", "e5", "true",  " "};
  constexpr std::size_t kTokens = std::size(tokens);
  for (std::size_t length = 1; length <= 4; ++length) {
    std::size_t total = 1;
    for (std::size_t i = 0; i < length; ++i) total *= kTokens;
    for (std::size_t number = 0; number < total; ++number) {
      std::string text = kPadding;
      std::size_t rest = number;
      for (std::size_t i = 0; i < length; ++i, rest /= kTokens) text += tokens[rest % kTokens];
      ASSERT_EQ(validate(text).has_value(), is_strict(text)) << text.substr(kPadding.size());
    }
  }
}

}  // namespace
}  // namespace argwright::json
