// The address of an upstream.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright::net {

struct Url {
  bool tls = false;
  std::string host;  // without the brackets of an IPv6 address
  std::uint16_t port = 80;
  std::string path;      // "" or "/v1": no slash at its end
  std::string userinfo;  // "name:password", as written; of a proxy

  // As a Host field tells it: the port only where it is not the scheme's own.
  std::string authority() const;
};

// http://host[:port][/path] or https://..; what else may stand in a URL is refused by name. Errors
// leave out the userinfo, which is mostly a password.
Result<Url> parse_url(std::string_view text);

// "127.0.0.1:8787", "[::1]:8787", "localhost:0".
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};
Result<HostPort> parse_host_port(std::string_view text);

// "a%20b" -> "a b". What is no such escape stays as it is.
std::string percent_decoded(std::string_view text);

// 127.0.0.0/8, ::1 or the name localhost.
bool is_loopback_host(std::string_view host);

}  // namespace argwright::net
