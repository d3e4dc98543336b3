// Client keys are kept as digests only: who reads the configuration or the memory of the gateway finds no
// key.
#pragma once

#include <string>
#include <string_view>

namespace argwright::gateway {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

// Compares in a time that depends on the lengths only, so that a digest cannot be guessed digit by digit.
bool same_digest(std::string_view a, std::string_view b);

}  // namespace argwright::gateway
