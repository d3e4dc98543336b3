// promote_literals() for whoever has to say where something was promoted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"

namespace argwright::repair {

struct Promotion {
  std::string pointer;       // of the value
  std::string_view warning;  // lives for ever
};

// In document order. `at` is the place of `value`.
std::vector<Promotion> promote(json::Value& value, std::string_view at = {});

}  // namespace argwright::repair
