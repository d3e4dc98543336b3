// A block of a stream that cannot be read.
#pragma once

#include <string_view>

#include "argwright/result.h"
#include "protocol/event.h"

namespace argwright::protocol {

Failure unreadable_block(std::string_view data, const Error& error);

}  // namespace argwright::protocol
