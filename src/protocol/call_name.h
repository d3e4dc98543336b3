// Names of tools as models and parsers write them around the name that was declared: behind the namespace of
// the model's own prompt, with a counter, in quotes, with a token of its template.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace argwright::protocol {

// The declared name that is told; nothing where it is declared itself, or nothing in it is. Never a guess:
// what is taken off is no part of any name. Lives as long as `told`.
std::optional<std::string_view> declared_name(std::string_view told,
                                              const std::function<bool(std::string_view)>& is_declared);

}  // namespace argwright::protocol
