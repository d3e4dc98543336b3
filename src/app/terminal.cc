#include "app/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "app/environment.h"

namespace argwright::app {
namespace {

// Narrower than the first, nothing is readable; wider than the second, nobody reads on.
constexpr int kMinWidth = 40;
constexpr int kMaxWidth = 160;

std::string_view code_of(Colour colour) {
  switch (colour) {
    case Colour::kBold: return "\x1b[1m";
    case Colour::kDim: return "\x1b[2m";
    case Colour::kGreen: return "\x1b[32m";
    case Colour::kYellow: return "\x1b[33m";
    case Colour::kRed: return "\x1b[31m";
    case Colour::kCyan: return "\x1b[36m";
  }
  return {};
}

}  // namespace

std::string Terminal::paint(Colour colour, std::string_view text) const {
  if (!colours || text.empty()) return std::string(text);
  std::string painted(code_of(colour));
  painted += text;
  painted += "\x1b[0m";
  return painted;
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

Terminal terminal_of(int descriptor) {
  Terminal terminal;
  if (!is_terminal(descriptor)) return terminal;
  terminal.colours = !colour_unwanted();
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = std::clamp(static_cast<int>(size.ws_col), kMinWidth, kMaxWidth);
  }
  return terminal;
}

}  // namespace argwright::app
