// A piece of text with carets under the places that matter, as compilers show it.
//
//   1 | {'city': 'Oslo',}
//     |  ^~~~~~  ^~~~~~^
//     |  1       2     3
//
// Long lines are shown in windows around the carets, and of many lines only those near one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/terminal.h"

namespace argwright::app {

struct Marker {
  std::size_t offset = 0;  // byte; past the end means at the end
  std::size_t length = 1;  // bytes to underline, at least 1
  std::string label;       // below the caret
  Colour colour = Colour::kYellow;
};

// `markers` in ascending order of offset, no two alike. Ends with a line break. Cost: one pass over the text
// to count lines, otherwise bounded by what is shown.
std::string draw_source(std::string_view text, const std::vector<Marker>& markers, const Terminal& terminal);

}  // namespace argwright::app
