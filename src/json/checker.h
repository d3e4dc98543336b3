// Is this text strict JSON? Answered by our own grammar, without building anything. validator.h is
// the fast face of this; the two always agree.
#pragma once

#include <string_view>

#include "argwright/json.h"

namespace argwright::json {

// The kind of the root, or what is wrong with the text. Takes no memory up to 512 levels.
Result<Kind> check(std::string_view text, const Limits& limits = {});

// As check(), without the words.
bool is_strict(std::string_view text, const Limits& limits = {});

// The kind of value that the first byte of `text` behind white space can begin; kNull, too, for a
// byte that can begin none. For a text that is known to be strict: the kind of its root.
Kind kind_of_root(std::string_view text);

}  // namespace argwright::json
