// Ids that nobody has given before.
#pragma once

#include <string>
#include <string_view>

namespace argwright::gateway {

// `prefix` and 24 random hex digits. No secret: whoever sees some can guess others.
std::string random_id(std::string_view prefix);

}  // namespace argwright::gateway
