// What a stream can show: colours or not, and how many columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace argwright::app {

enum class Colour : std::uint8_t { kBold, kDim, kGreen, kYellow, kRed, kCyan };

struct Terminal {
  bool colours = false;
  int width = 100;  // columns; the default is for files and pipes

  // `text` between the escape codes of `colour`, or as it is where there are no colours.
  std::string paint(Colour colour, std::string_view text) const;
};

bool is_terminal(int descriptor);

// Asks the terminal behind `descriptor` for its width. Colours only on a terminal and without NO_COLOR.
Terminal terminal_of(int descriptor);

}  // namespace argwright::app
