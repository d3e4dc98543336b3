#include "base/terminal.h"

namespace argwright {
namespace {

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

}  // namespace argwright
