// Do arguments fit their declaration as they were sent? Asked of the text, so that no value has to be built
// for a call that passes anyway.
#pragma once

#include <string_view>

#include "argwright/limits.h"
#include "argwright/schema.h"

namespace argwright::tool {

// True: parse_call() would accept the text by this schema with the outcome ok, as it stands, and would have
// nothing to tell about it. False: it has to be asked. Knows the declarations that most tools have; where a
// schema or a text says more (patterns, lengths, alternatives, duplicate keys, escapes in keys, deep nesting)
// it leaves the answer to parse_call().
bool text_fits(std::string_view arguments, const Schema& schema, const Limits& limits);

}  // namespace argwright::tool
