// Free-text (custom) tools towards protocols that have none: a function with one string argument, `input`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace argwright::protocol {

// {"input": TEXT}
std::string wrapped_input(std::string_view text);
// The text of {"input": TEXT}; nothing when the arguments are not of that shape.
std::optional<std::string> unwrapped_input(std::string_view arguments);

}  // namespace argwright::protocol
