// Stage 2: arguments that were JSON-encoded as a string once or several times (S0-15 to S0-18, S0-31).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::repair {

// S0-31: at the limit unquoting stops, and what is left goes to the object parse.
inline constexpr int kMaxUnquoteLayers = 10;

// White space around a text, as each unquoting step trims it.
std::string_view trim(std::string_view text);

struct Unquoted {
  int layers = 0;  // 0: nothing could be taken off, `text` is empty
  std::string text;
};
// Takes off up to `max_layers` layers. Where `origins` is given, it gets for every byte of the text
// the offset in `raw` that it came from.
Unquoted unquote(std::string_view raw, int max_layers, std::vector<std::uint32_t>* origins = nullptr);

}  // namespace argwright::repair
