// Base64 of RFC 4648, section 4, read strictly.
#pragma once

#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright {

// No white space, no other alphabet, padding required, no bits left over; the error names the byte.
Result<std::string> decode_base64(std::string_view text);

std::string encode_base64(std::string_view bytes);

}  // namespace argwright
