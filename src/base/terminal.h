// What a stream can show: colours or not, and how many columns. Whoever writes for people is given one;
// asking the system and the environment is the program's business (src/app).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace argwright {

enum class Colour : std::uint8_t { kBold, kDim, kGreen, kYellow, kRed, kCyan };

struct Terminal {
  bool colours = false;
  int width = 100;  // columns; the default is for files and pipes

  // `text` between the escape codes of `colour`, or as it is where there are no colours.
  std::string paint(Colour colour, std::string_view text) const;
};

}  // namespace argwright
