#include "tool/same_text.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::tool {
namespace {

TEST(SameText, SeesEveryByteAtEveryLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(same_text(text, std::string(size, 'x'))) << size;
    EXPECT_FALSE(same_text(text, text + "x")) << size;
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'y';
      EXPECT_FALSE(same_text(text, other)) << size << " " << i;
    }
  }
}

}  // namespace
}  // namespace argwright::tool
