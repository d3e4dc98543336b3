// Where history and call log are kept: "sqlite:FILE", "sqlite::memory:", "postgresql://.." or "off".
#pragma once

#include <string>
#include <string_view>

namespace argwright::gateway {

// What is wrong, as the end of a sentence that begins with the setting's name; empty: nothing. Never repeats
// the URL: it may hold a password.
std::string store_url_fault(std::string_view url);

// The URL with everything between "://" and '@' hidden, and its parameters where one of them is a password.
std::string redacted_store_url(std::string_view url);

}  // namespace argwright::gateway
