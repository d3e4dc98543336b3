// Tool definitions as a request to a Chat Completions API carries them, for the call benchmark: descriptions,
// enumerations, nested objects, lists and bounds, about 600 bytes each.
#pragma once

#include <cstddef>
#include <string>

namespace argwright::bench {

// A list of `count` definitions, each with a name of its own, without white space between tokens.
std::string make_definitions(std::size_t count);

// The name of the definition that stands at `index` of every such list.
std::string definition_name(std::size_t index);

// Behind this step the same declaration comes again, under another name.
std::size_t different_definitions();

}  // namespace argwright::bench
