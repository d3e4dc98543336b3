#include "json/special_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "json/byte_runs.h"

namespace argwright::json {
namespace {

// Asked from every place. The text is copied to memory of its exact size, so that a sanitizer sees any read
// behind it.
void expect_like_loop(std::size_t size, std::size_t place, char byte) {
  const auto exact = std::make_unique<char[]>(size);
  std::fill_n(exact.get(), size, 'x');
  exact[place] = byte;
  const char* const end = exact.get() + size;
  SpecialBytes special(end);
  for (const char* p = exact.get(); p <= end; ++p) {
    ASSERT_EQ(special.next(p) - exact.get(), std::find_if_not(p, end, is_plain) - exact.get())
        << "size " << size << ", byte " << static_cast<int>(byte) << " at " << place << ", asked from "
        << (p - exact.get());
  }
}

TEST(SpecialBytes, StopAtTheFirstByteThatIsNotPlain) {
  for (const std::size_t size : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 150U, 200U}) {
    for (std::size_t place = 0; place < size; place += 3) {
      for (const char byte : {'"', 'x', '\x80'}) expect_like_loop(size, place, byte);
    }
  }
  for (int byte = 0; byte < 256; ++byte) {
    for (const std::size_t place : {5U, 40U, 70U, 130U})
      expect_like_loop(140, place, static_cast<char>(byte));
  }
}

TEST(SpecialBytes, AreFoundOneBehindTheOtherAndFromBeforeAgain) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += i % 7 == 0 || i % 130 > 100 ? '"' : 'a';
  SpecialBytes special(text.data() + text.size());
  for (const std::size_t from : {std::size_t{0}, std::size_t{250}, std::size_t{3}, std::size_t{0}}) {
    for (std::size_t at = from; at < text.size(); ++at) {
      const auto expected = std::min(text.find('"', at), text.size());
      ASSERT_EQ(special.next(text.data() + at) - text.data(), static_cast<std::ptrdiff_t>(expected)) << at;
    }
  }
}

}  // namespace
}  // namespace argwright::json
