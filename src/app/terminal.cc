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

}  // namespace

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
