// Do two texts of arguments mean the same call?
#pragma once

#include <string_view>

namespace argwright::protocol {

// As text, or as values: an object that was written with other white space is the same. Without arguments an
// empty object may stand or not. Costs no more than the length of `one`.
bool say_the_same(std::string_view one, std::string_view other);

}  // namespace argwright::protocol
