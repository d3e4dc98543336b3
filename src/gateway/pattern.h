// "gpt-*": '*' stands for any text, '?' for one character. Case counts.
#pragma once

#include <string_view>

namespace argwright::gateway {

bool matches(std::string_view pattern, std::string_view text);

}  // namespace argwright::gateway
