// Where a listener listens: "127.0.0.1:8787", "[::1]:8787", "localhost:8787".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright::gateway {

struct ListenAddress {
  std::string address;  // an IP address in its usual spelling, without brackets
  std::uint16_t port = 0;
};

// The error continues a sentence that begins with the quoted text: `has no port; ..`.
Result<ListenAddress> parse_listen_address(std::string_view text);

// An address as parse_listen_address() gives it: does it reach this machine only?
bool is_loopback(const std::string& address);

// "127.0.0.1:8787", "[::1]:8787"
std::string show_address(std::string_view address, std::uint16_t port);

}  // namespace argwright::gateway
