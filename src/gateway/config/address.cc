#include "gateway/config/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace argwright::gateway {
namespace {

Error fault(std::string message) { return Error{ErrorCode::kInvalidArgument, std::move(message), {}}; }

std::optional<in_addr> as_ipv4(const std::string& text) {
  in_addr parsed{};
  if (inet_pton(AF_INET, text.c_str(), &parsed) != 1) return std::nullopt;
  return parsed;
}

std::optional<in6_addr> as_ipv6(const std::string& text) {
  in6_addr parsed{};
  if (inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return std::nullopt;
  return parsed;
}

// ::1, 0:0::1 and the like become one spelling, so that duplicates are seen.
std::string spell(const in6_addr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET6, &address, text.data(), text.size()) != nullptr ? text.data() : "";
}

bool is_loopback_ipv4(const unsigned char* bytes) { return bytes[0] == 127; }

}  // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  constexpr std::string_view kExample = R"(; write for example "127.0.0.1:8787" or "[::1]:8787")";
  if (text.find('\0') != std::string_view::npos) return fault("holds a zero byte");
  std::string_view host;
  std::string_view port;
  const bool bracketed = text.starts_with('[');
  if (bracketed) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return fault("has no ']'" + std::string(kExample));
    host = text.substr(1, close - 1);
    port = text.substr(close + 1);
    if (!port.starts_with(':')) return fault("has no port" + std::string(kExample));
    port.remove_prefix(1);
  } else {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return fault("has no port" + std::string(kExample));
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
    if (host.find(':') != std::string_view::npos)
      return fault("is an IPv6 address without brackets" + std::string(kExample));
  }

  unsigned number = 0;
  const char* const end = port.data() + port.size();
  const auto read = std::from_chars(port.data(), end, number);
  if (port.empty() || read.ptr != end || read.ec != std::errc() || number > 65'535)
    return fault("has no port between 0 and 65535" + std::string(kExample));

  if (host.empty()) return fault("has no address" + std::string(kExample));
  const std::string name = host == "localhost" && !bracketed ? "127.0.0.1" : std::string(host);
  if (bracketed) {
    const auto address = as_ipv6(name);
    if (!address) return fault("has no IPv6 address between its brackets" + std::string(kExample));
    return ListenAddress{spell(*address), static_cast<std::uint16_t>(number)};
  }
  if (!as_ipv4(name)) return fault("does not begin with an IP address" + std::string(kExample));
  return ListenAddress{name, static_cast<std::uint16_t>(number)};
}

bool is_loopback(const std::string& address) {
  if (const auto ipv4 = as_ipv4(address)) {
    std::array<unsigned char, sizeof(in_addr)> bytes{};
    std::memcpy(bytes.data(), &*ipv4, bytes.size());
    return is_loopback_ipv4(bytes.data());
  }
  if (const auto ipv6 = as_ipv6(address)) {
    if (IN6_IS_ADDR_V4MAPPED(&*ipv6)) return is_loopback_ipv4(ipv6->s6_addr + 12);
    return std::memcmp(&*ipv6, &in6addr_loopback, sizeof(in6_addr)) == 0;
  }
  return false;
}

std::string show_address(std::string_view address, std::uint16_t port) {
  const bool ipv6 = address.find(':') != std::string_view::npos;
  return (ipv6 ? "[" + std::string(address) + "]" : std::string(address)) + ":" + std::to_string(port);
}

}  // namespace argwright::gateway
