// Limits that bound what one piece of input may cost. The defaults suit a gateway.
#pragma once

#include <cstddef>

namespace argwright {

struct Limits {
  // Nesting of arrays and objects. Deeper input is an error, never a crash.
  std::size_t max_depth = 512;
  // Bytes of one argument text.
  std::size_t max_bytes = std::size_t{64} << 20;
  // Fixes that are listed one by one; RepairResult::fixes_total counts the rest.
  std::size_t max_fixes = 1000;
};

}  // namespace argwright
