// How often this program asked for memory. Linking counted_allocations.cc replaces the global operator new.
#pragma once

#include <cstddef>

namespace argwright::bench {

// Of the whole program; right as long as it has one thread.
std::size_t allocations();

}  // namespace argwright::bench
