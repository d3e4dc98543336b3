// Texts for parameters, by what their names say: a path for `file_path`, a place for `city`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace argwright::gateway::demo {

// Found in the message where it holds one, else an example that does no harm when a real tool gets it.
// `number` 0 is the first of its kind, 1 another one, for a second call. Never empty.
std::string text_for(std::string_view parameter, std::string_view message, std::size_t number);

// The first number in the message; nothing without one.
std::string number_in(std::string_view message);

}  // namespace argwright::gateway::demo
