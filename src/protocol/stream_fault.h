// What of a stream cannot be read.
#pragma once

#include <optional>
#include <string_view>

#include "argwright/result.h"
#include "protocol/event.h"
#include "protocol/protocol.h"

namespace argwright::protocol {

// A Failure, and that the block must not pass as it is.
void add_unreadable_block(std::string_view data, const Error& error, Events& events);

// The same for a stream that ends and held nothing of the `expected` protocol: `first` is what came first of
// it, `seen` the protocol that it looks like.
void add_strange_stream(Protocol expected, std::optional<Protocol> seen, std::string_view first,
                        Events& events);

}  // namespace argwright::protocol
