// The address of an upstream's API: what stands before /chat/completions.
#pragma once

#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright::gateway {

// The URL without slashes at its end. The error continues a sentence that begins with the name of the setting
// (`must begin with ..`) and does not repeat the URL: it may hold a key.
Result<std::string> parse_base_url(std::string_view text);

}  // namespace argwright::gateway
