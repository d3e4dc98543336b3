// Patterns of model names: '*' stands for any text, '?' for one character (of UTF-8), all else for itself.
#pragma once

#include <string_view>

namespace argwright::gateway {

// Takes no memory and at most the product of the lengths in time.
bool glob_matches(std::string_view pattern, std::string_view text);

// True only if `wide` matches every text that `narrow` matches. May be false where that is hard to see ("*?"
// and "?*"): it serves a warning, which must not be wrong and may be missing.
bool glob_covers(std::string_view wide, std::string_view narrow);

}  // namespace argwright::gateway
