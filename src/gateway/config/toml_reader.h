// Reads TOML 1.0. The one door to toml++.
#pragma once

#include <string_view>
#include <variant>

#include "gateway/config/toml_value.h"

namespace argwright::gateway {

struct TomlFault {
  Place place;
  std::string message;
};

// The root table, or the first thing that is no TOML. Never throws; text, lines and nesting are bounded, so
// that no file can exhaust the stack.
std::variant<TomlValue, TomlFault> read_toml(std::string_view text);

}  // namespace argwright::gateway
