// RapidJSON's DOM behind one function: its headers need compiler settings of their own (CMakeLists.txt).
#pragma once

#include <cstddef>

namespace argwright::bench {

// True when RapidJSON accepts the text.
bool parse_with_rapidjson(const char* text, std::size_t size);

}  // namespace argwright::bench
