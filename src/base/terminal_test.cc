#include "base/terminal.h"

#include <gtest/gtest.h>

namespace argwright {
namespace {

TEST(Terminal, PaintsOnlyWhereColoursAreShown) {
  EXPECT_EQ((Terminal{.colours = false}.paint(Colour::kRed, "text")), "text");
  EXPECT_EQ((Terminal{.colours = true}.paint(Colour::kRed, "text")), "\x1b[31mtext\x1b[0m");
  EXPECT_EQ((Terminal{.colours = true}.paint(Colour::kRed, "")), "");
}

}  // namespace
}  // namespace argwright
