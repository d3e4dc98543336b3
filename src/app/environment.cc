#include "app/environment.h"

#include <cstdlib>
#include <string_view>

namespace argwright::app {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here calls setenv
  return value != nullptr ? value : std::string_view();
}

}  // namespace

bool enhance_wanted() { return variable("RCC_TOOL_ENHANCE") != "0"; }

bool aggregate_wanted() { return variable("RCC_SSE_TOOL_AGGREGATE") != "0"; }

bool colour_unwanted() { return !variable("NO_COLOR").empty(); }

std::optional<std::string> environment_value(const std::string& name) {
  const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): as above
  if (value == nullptr) return std::nullopt;
  return value;
}

}  // namespace argwright::app
