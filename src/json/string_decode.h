// One JSON string token, decoded strictly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/result.h"

namespace argwright::json {

// `token` must be exactly one JSON string with its quotes (RFC 8259, UTF-8 checked, lone surrogates
// refused). Appends the decoded text to `out`; where `origins` is given, appends for every byte of
// it the offset in `token` of the character or escape it came from. False: not such a token; then
// `out` and `origins` hold an unspecified prefix.
bool decode_string(std::string_view token, std::string& out, std::vector<std::uint32_t>* origins = nullptr);

}  // namespace argwright::json
