// A thought as one piece of bytes, for memory: it lies together, takes no more room than its texts, and is
// read at the cost of copying them. Stores keep JSON (thought.h), which other releases can read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateway/reasoning/thought.h"

namespace argwright::gateway {

void append_packed(std::string& out, const Thought& thought);
// None: these are no such bytes.
std::optional<Thought> read_packed(std::string_view bytes);

}  // namespace argwright::gateway
