// The environment variables that the program reads. No other file, and no other layer, reads any.
#pragma once

#include <optional>
#include <string>

namespace argwright::app {

// RCC_TOOL_ENHANCE: repair is on unless it is exactly "0".
bool enhance_wanted();

// RCC_SSE_TOOL_AGGREGATE: pieces of calls are gathered unless it is exactly "0".
bool aggregate_wanted();

// NO_COLOR (no-color.org): colours are off where it is set and not empty.
bool colour_unwanted();

// Any other, by a name that the configuration tells: keys, proxies.
std::optional<std::string> environment_value(const std::string& name);

}  // namespace argwright::app
