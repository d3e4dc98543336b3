// Times as the tables hold them: microseconds since 1970.
#pragma once

#include <chrono>
#include <cstdint>

#include "store/store.h"

namespace argwright::store {

inline std::int64_t micros_of(Time time) {
  return std::chrono::floor<std::chrono::microseconds>(time.time_since_epoch()).count();
}

inline Time time_of(std::int64_t micros) {
  return Time(std::chrono::duration_cast<Time::duration>(std::chrono::microseconds(micros)));
}

}  // namespace argwright::store
