// Which headers may be sent with every request to an upstream.
#pragma once

#include <string>
#include <string_view>

namespace argwright::gateway {

// What is wrong, as the end of a sentence that begins with the header's name; empty: nothing.
std::string header_name_fault(std::string_view name);
std::string header_value_fault(std::string_view value);  // never repeats the value, which may be a key

}  // namespace argwright::gateway
