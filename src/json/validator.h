// Is this text strict JSON? The common case is answered by simdjson; what simdjson refuses although
// RFC 8259 allows it (numbers beyond 64 bits or beyond a double) is answered by our own reader.
#pragma once

#include <string_view>

#include "argwright/json.h"

namespace argwright::json {

// The kind of the root when `text` is one strict JSON text (UTF-8, no lone surrogate, depth within
// limits); otherwise the error of our own reader, which names the byte. Uses a parser kept per
// thread, so that repeated calls allocate nothing.
Result<Kind> validate(std::string_view text, const Limits& limits = {});

// As validate(), for callers that need no error text: true only for a strict JSON object.
bool is_strict_object(std::string_view text, const Limits& limits = {});

}  // namespace argwright::json
