// A block of a stream that cannot be read.
#pragma once

#include <string_view>

#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::protocol {

// A Failure, and that the block must not pass as it is.
void add_unreadable_block(std::string_view data, const Error& error, Events& events);

}  // namespace argwright::protocol
