#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "argwright/c.h"
#include "argwright/limits.h"

// The nth allocation of this thread from now on fails; below 0 none does. SQLite's habit: fail each step in
// turn.
static thread_local long allocations_left = -1;

static void* allocate(std::size_t size) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace argwright {
namespace {

struct Free {
  void operator()(argwright_result* result) const { argwright_result_free(result); }
  void operator()(argwright_stream* stream) const { argwright_stream_free(stream); }
};
using Handle = std::unique_ptr<argwright_result, Free>;
using Stream = std::unique_ptr<argwright_stream, Free>;

Handle repair(std::string_view raw, const argwright_options* options = nullptr) {
  return Handle(argwright_repair(raw.data(), raw.size(), options));
}

std::string text_of(const Handle& result) {
  std::size_t length = 0;
  const char* const text = argwright_result_text(result.get(), &length);
  EXPECT_EQ(text[length], '\0');
  return std::string(text, length);
}

TEST(CApi, RepairsWithDefaults) {
  const Handle result = repair("{'city': 'Oslo',}");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(argwright_result_outcome(result.get()), ARGWRIGHT_REPAIRED);
  EXPECT_EQ(argwright_result_rejection(result.get()), ARGWRIGHT_NOT_REJECTED);
  EXPECT_EQ(argwright_result_accepted(result.get()), 1);
  EXPECT_EQ(argwright_result_complete(result.get()), 1);
  EXPECT_EQ(argwright_result_unquote_depth(result.get()), 0);
  EXPECT_EQ(text_of(result), R"({"city":"Oslo"})");
  EXPECT_STREQ(argwright_result_parse_error(result.get(), nullptr), "");
  EXPECT_STRNE(argwright_result_parse_warning(result.get(), nullptr), "");
  EXPECT_STREQ(argwright_result_error_code(result.get()), "");
  EXPECT_STREQ(argwright_result_error_message(result.get(), nullptr), "");
  EXPECT_EQ(argwright_result_error_offset(result.get()), ARGWRIGHT_NOWHERE);
}

TEST(CApi, ListsEveryFix) {
  const Handle result = repair(R"({"a": 1,})");
  ASSERT_NE(result, nullptr);
  ASSERT_EQ(argwright_result_fix_count(result.get()), 1U);
  EXPECT_EQ(argwright_result_fixes_total(result.get()), 1U);
  const argwright_fix* const fix = argwright_result_fix(result.get(), 0);
  ASSERT_NE(fix, nullptr);
  EXPECT_STREQ(fix->rule, "trailing_comma");
  EXPECT_STREQ(fix->words, "dropped a trailing comma");
  EXPECT_EQ(fix->offset, 7U);
  EXPECT_EQ(std::string(fix->before, fix->before_length), ",");
  EXPECT_EQ(std::string(fix->after, fix->after_length), "");
  EXPECT_EQ(argwright_result_fix(result.get(), 1), nullptr);
}

TEST(CApi, TellsWhyItRejects) {
  const Handle result = repair(R"({"city": "Osl)");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(argwright_result_outcome(result.get()), ARGWRIGHT_REJECTED);
  EXPECT_EQ(argwright_result_rejection(result.get()), ARGWRIGHT_TRUNCATED);
  EXPECT_EQ(argwright_result_accepted(result.get()), 0);
  EXPECT_EQ(argwright_result_complete(result.get()), 0);
  EXPECT_EQ(text_of(result), "");
  EXPECT_STREQ(argwright_result_error_code(result.get()), "truncated");
  std::size_t length = 0;
  EXPECT_EQ(std::strlen(argwright_result_error_message(result.get(), &length)), length);
  EXPECT_GT(length, 0U);
  EXPECT_EQ(std::string_view(argwright_result_parse_error(result.get(), nullptr)).substr(0, 41),
            "failed to parse arguments after unquoting");
}

TEST(CApi, OffersThePartsOfASplit) {
  const Handle result = repair(R"({"city": "Oslo"}{"city": "Bergen"})");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(argwright_result_outcome(result.get()), ARGWRIGHT_SPLIT);
  EXPECT_EQ(argwright_result_accepted(result.get()), 0);
  ASSERT_EQ(argwright_result_part_count(result.get()), 2U);
  std::size_t length = 0;
  const char* const second = argwright_result_part(result.get(), 1, &length);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(std::string_view(second, length).find("Bergen"), std::string_view::npos);
  EXPECT_EQ(argwright_result_part(result.get(), 2, nullptr), nullptr);
}

TEST(CApi, HonoursOptions) {
  const std::string_view cut = R"({"city": "Oslo", "days": 3)";

  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.incomplete = 1;
  EXPECT_EQ(argwright_result_outcome(repair(cut, &options).get()), ARGWRIGHT_REJECTED);
  options.close_truncated = 1;
  EXPECT_EQ(argwright_result_outcome(repair(cut, &options).get()), ARGWRIGHT_REPAIRED);

  options = ARGWRIGHT_OPTIONS_INIT;
  options.pass_through = 1;
  const Handle passed = repair("{'a': 1}", &options);
  EXPECT_EQ(text_of(passed), "{'a': 1}");
  EXPECT_EQ(argwright_result_outcome(passed.get()), ARGWRIGHT_REPAIRED);

  options = ARGWRIGHT_OPTIONS_INIT;
  options.max_bytes = 4;
  EXPECT_STREQ(argwright_result_error_code(repair(R"({"a":1})", &options).get()), "too_large");

  options = ARGWRIGHT_OPTIONS_INIT;
  options.max_fixes = 1;
  const Handle capped = repair("{'a': 'b', 'c': 'd'}", &options);
  EXPECT_EQ(argwright_result_fix_count(capped.get()), 1U);
  EXPECT_GT(argwright_result_fixes_total(capped.get()), 1U);
}

TEST(CApi, TakesToolNameAndKeys) {
  const std::string_view wrapped = R"({"name": "weather", "arguments": {"city": "Oslo"}})";
  EXPECT_EQ(text_of(repair(wrapped)), wrapped);

  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.tool_name = "weather";
  EXPECT_EQ(text_of(repair(wrapped, &options)), R"({"city":"Oslo"})");

  const char* const declared[] = {"name", "arguments"};
  options.declared_keys = declared;
  options.declared_key_count = 2;
  EXPECT_EQ(text_of(repair(wrapped, &options)), wrapped);
}

TEST(CApi, RefusesArgumentsThatMakeNoSense) {
  EXPECT_EQ(argwright_repair(nullptr, 1, nullptr), nullptr);
  EXPECT_NE(Handle(argwright_repair(nullptr, 0, nullptr)), nullptr);

  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.struct_size = 0;
  EXPECT_EQ(argwright_repair("{}", 2, &options), nullptr);
  EXPECT_EQ(argwright_stream_new(&options), nullptr);

  options = ARGWRIGHT_OPTIONS_INIT;
  options.declared_key_count = 1;
  EXPECT_EQ(argwright_repair("{}", 2, &options), nullptr);
  const char* const hole[] = {nullptr};
  options.declared_keys = hole;
  EXPECT_EQ(argwright_repair("{}", 2, &options), nullptr);
}

TEST(CApi, KnowsOptionsOfANewerHeaderOnlyWhileTheyAreUnset) {
  struct Newer {
    argwright_options known;
    std::size_t added;
  };
  Newer newer = {ARGWRIGHT_OPTIONS_INIT, 0};
  newer.known.struct_size = sizeof(newer);
  EXPECT_NE(Handle(argwright_repair("{}", 2, &newer.known)), nullptr);
  newer.added = 1;
  EXPECT_EQ(argwright_repair("{}", 2, &newer.known), nullptr);
}

TEST(CApi, KeepsBytesThatAreNul) {
  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.pass_through = 1;
  const std::string raw("{\0}", 3);
  EXPECT_EQ(text_of(repair(raw, &options)), raw);
}

TEST(CApi, StreamsInPieces) {
  std::string name = "weather";
  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.tool_name = name.c_str();
  const Stream stream(argwright_stream_new(&options));
  ASSERT_NE(stream, nullptr);
  name = "gone";  // nothing handed in is kept

  const std::string_view wrapped = R"({"name": "weather", "arguments": {"city": "Oslo"}})";
  for (int round = 0; round < 2; ++round) {  // the stream is ready again after finish
    for (const char byte : wrapped) EXPECT_EQ(argwright_stream_feed(stream.get(), &byte, 1), 1);
    const Handle result(argwright_stream_finish(stream.get(), 1));
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(text_of(result), R"({"city":"Oslo"})");
  }
  EXPECT_EQ(argwright_stream_feed(stream.get(), nullptr, 1), 0);
  EXPECT_EQ(argwright_stream_feed(stream.get(), nullptr, 0), 1);
}

TEST(CApi, StreamSaysWhenItIsFull) {
  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.max_bytes = 4;
  const Stream stream(argwright_stream_new(&options));
  EXPECT_EQ(argwright_stream_feed(stream.get(), "{}", 2), 1);
  EXPECT_EQ(argwright_stream_feed(stream.get(), "    ", 4), 0);
  const Handle result(argwright_stream_finish(stream.get(), 1));
  EXPECT_STREQ(argwright_result_error_code(result.get()), "too_large");
}

TEST(CApi, StreamThatBrokeOffIsTruncated) {
  const Stream stream(argwright_stream_new(nullptr));
  argwright_stream_feed(stream.get(), "{\"a\": 1", 7);
  const Handle result(argwright_stream_finish(stream.get(), 0));
  EXPECT_EQ(argwright_result_rejection(result.get()), ARGWRIGHT_TRUNCATED);
}

TEST(CApi, NamesEveryValue) {
  EXPECT_STREQ(argwright_outcome_name(ARGWRIGHT_REPAIRED), "repaired");
  EXPECT_STREQ(argwright_outcome_name(6), "unknown");
  EXPECT_STREQ(argwright_outcome_name(-1), "unknown");
  EXPECT_STREQ(argwright_rejection_name(ARGWRIGHT_TRUNCATED), "truncated");
  EXPECT_STREQ(argwright_rejection_name(4), "unknown");
  EXPECT_STREQ(argwright_version(), ARGWRIGHT_VERSION);
}

TEST(CApi, FreesNull) {
  argwright_result_free(nullptr);
  argwright_stream_free(nullptr);
}

// Whatever allocation fails, the answer is NULL or the right one, and nothing leaks (asan watches).
TEST(CApi, ReturnsNullWhenMemoryRunsOut) {
  const std::string_view broken =
      R"("{'name': 'weather', 'arguments': {'city': 'Oslo', 'days': [1, 2,]}, // hm
  }")";
  argwright_options options = ARGWRIGHT_OPTIONS_INIT;
  options.tool_name = "a tool with a name too long for the small string buffer";
  const Handle expected = repair(broken, &options);
  ASSERT_NE(expected, nullptr);

  int nulls = 0;
  bool answered = false;
  for (long step = 0; step < 100000 && !answered; ++step) {
    allocations_left = step;
    Handle result = repair(broken, &options);
    const bool ran_out = allocations_left == 0;
    allocations_left = -1;
    if (result == nullptr) {
      ++nulls;
      continue;
    }
    answered = !ran_out;
    EXPECT_EQ(argwright_result_outcome(result.get()), argwright_result_outcome(expected.get()));
    EXPECT_EQ(text_of(result), text_of(expected));
  }
  EXPECT_TRUE(answered);
  EXPECT_GT(nulls, 3);
}

TEST(CApi, StreamNeverReadsWhatItCouldNotKeep) {
  const std::string head = R"({"command": "echo )" + std::string(200, 'a');
  const std::string tail = R"("})";
  bool answered = false;
  for (long step = 0; step < 100000 && !answered; ++step) {
    allocations_left = step;
    const Stream stream(argwright_stream_new(nullptr));
    Handle result;
    if (stream != nullptr) {
      argwright_stream_feed(stream.get(), head.data(), head.size());
      argwright_stream_feed(stream.get(), tail.data(), tail.size());
      result.reset(argwright_stream_finish(stream.get(), 1));
    }
    allocations_left = -1;
    if (result == nullptr) continue;
    answered = true;
    EXPECT_EQ(text_of(result), head + tail);
  }
  EXPECT_TRUE(answered);
}

}  // namespace
}  // namespace argwright
