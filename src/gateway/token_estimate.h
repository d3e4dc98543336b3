// How many tokens a request may have, where nobody can count them.
#pragma once

#include <cstdint>
#include <string_view>

namespace argwright::gateway {

// About one token for each 4 bytes of ASCII and each 2 bytes of other text; JSON's own marks count as well.
// Meant to be a little too high rather than too low: clients use it to stay below a limit.
std::int64_t estimate_tokens(std::string_view request_body);

}  // namespace argwright::gateway
