// What clients demand of a body, whatever the upstream made of it.
#pragma once

#include <string>
#include <string_view>

#include "protocol/protocol.h"

namespace argwright::dialects {

// What is wrong with it, in words; empty: nothing. `is_own`: it is the upstream's protocol, too, whose ids
// may pass as they are: they go back to where they came from.
std::string breach_of(protocol::Protocol protocol, std::string_view body, bool is_own);

}  // namespace argwright::dialects
