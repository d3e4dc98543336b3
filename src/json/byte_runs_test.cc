#include "json/byte_runs.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace argwright::json {
namespace {

using Skip = const char* (*)(const char*, const char*);

// Every byte value at every place of texts of every length around the block sizes, compared with
// the plain loop. The text is copied to memory of its exact size, so that a sanitizer sees any read
// behind it.
void expect_like_loop(Skip skip, bool (*goes_on)(char)) {
  for (std::size_t size = 0; size <= 170; size += size < 40 ? 1 : 13) {
    for (std::size_t place = 0; place < std::max<std::size_t>(size, 1); ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        if (size > 0) text[place] = static_cast<char>(byte);
        const auto exact = std::make_unique<char[]>(size);
        text.copy(exact.get(), size);
        const char* const end = exact.get() + size;
        const char* expected = exact.get();
        while (expected != end && goes_on(*expected)) ++expected;
        ASSERT_EQ(skip(exact.get(), end) - exact.get(), expected - exact.get())
            << "size " << size << ", byte " << byte << " at " << place;
      }
    }
  }
}

TEST(ByteRuns, SkipPlainStopsAtTheFirstByteThatIsNot) { expect_like_loop(skip_plain, is_plain); }

TEST(ByteRuns, ThePortableWayDoesTheSame) {
  expect_like_loop(byte_runs_detail::skip_plain_by_words, is_plain);
}

TEST(ByteRuns, SkipUnescapedStopsAtWhatAWriterMustEscape) { expect_like_loop(skip_unescaped, is_unescaped); }

TEST(ByteRuns, SkipAsciiStopsAtTheFirstHighByte) {
  expect_like_loop(skip_ascii, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

TEST(ByteRuns, PlainIsAsciiThatStandsForItself) {
  EXPECT_TRUE(is_plain('a'));
  EXPECT_TRUE(is_plain(' '));
  EXPECT_TRUE(is_plain('\x7F'));
  EXPECT_FALSE(is_plain('"'));
  EXPECT_FALSE(is_plain('\\'));
  EXPECT_FALSE(is_plain('\x1F'));
  EXPECT_FALSE(is_plain('\x80'));
  EXPECT_TRUE(is_unescaped('\x80'));
  EXPECT_FALSE(is_unescaped('\0'));
}

}  // namespace
}  // namespace argwright::json
