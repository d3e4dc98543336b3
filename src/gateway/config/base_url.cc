#include "gateway/config/base_url.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace argwright::gateway {
namespace {

Error fault(std::string message) { return Error{ErrorCode::kInvalidArgument, std::move(message), {}}; }

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_';
}

bool is_ipv6_character(char c) {
  return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || (c >= '0' && c <= '9') || c == ':' || c == '.';
}

bool is_port(std::string_view text) {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return !text.empty() && read.ptr == end && read.ec == std::errc() && number >= 1 && number <= 65'535;
}

// "example.com:8080" or "[::1]:8080"; the fault, or nothing.
std::string authority_fault(std::string_view authority) {
  constexpr const char* kHost = "must name a host, as in \"https://api.example.com/v1\"";
  constexpr const char* kPort = "has a port that is no number between 1 and 65535";
  std::string_view host = authority;
  std::string_view rest;
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return "has a '[' without ']'";
    host = authority.substr(1, close - 1);
    rest = authority.substr(close + 1);
    if (host.empty() || !std::ranges::all_of(host, is_ipv6_character)) return kHost;
    if (!rest.empty() && !rest.starts_with(':')) return kPort;
  } else {
    const std::size_t colon = authority.find(':');
    host = authority.substr(0, colon);
    if (colon != std::string_view::npos) rest = authority.substr(colon);
    if (host.empty() || !std::ranges::all_of(host, is_host_character)) return kHost;
  }
  return rest.empty() || is_port(rest.substr(1)) ? "" : kPort;
}

}  // namespace

Result<std::string> parse_base_url(std::string_view text) {
  const std::size_t scheme_end = text.find("://");
  const std::string_view scheme = text.substr(0, scheme_end == std::string_view::npos ? 0 : scheme_end);
  if (scheme != "http" && scheme != "https") return fault("must begin with \"http://\" or \"https://\"");
  const bool bad_byte = std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte >= 0x7F || c == '"' || c == '<' || c == '>' || c == '\\';
  });
  if (bad_byte)
    return fault("holds a space, a control character or a character that a URL must escape as %XX");

  const std::string_view after = text.substr(scheme_end + 3);
  const std::string_view authority = after.substr(0, after.find_first_of("/?#"));
  if (authority.find('@') != std::string_view::npos)
    return fault("holds a user name or password; name the key's environment variable by api_key_env");
  if (text.find_first_of("?#") != std::string_view::npos) return fault("must not hold '?' or '#'");
  if (std::string wrong = authority_fault(authority); !wrong.empty()) return fault(std::move(wrong));

  while (text.ends_with('/')) text.remove_suffix(1);
  static constexpr std::array<std::string_view, 3> kEndpoints = {"/chat/completions", "/responses",
                                                                 "/messages"};
  for (const std::string_view endpoint : kEndpoints) {
    if (text.ends_with(endpoint))
      return fault("must end before \"" + std::string(endpoint) + "\", which is added for each request");
  }
  return std::string(text);
}

}  // namespace argwright::gateway
