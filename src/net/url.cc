#include "net/url.h"

#include <algorithm>
#include <charconv>

namespace argwright::net {
namespace {

Error bad(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message), {}}; }

bool read_port(std::string_view text, std::uint16_t& port) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return !text.empty() && error == std::errc{} && stop == text.data() + text.size();
}

bool is_host_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == '_';
}

// Splits "host", "host:port", "[v6]:port"; `port` stays where none is told.
bool split_authority(std::string_view text, std::string& host, std::uint16_t& port) {
  std::string_view rest;
  if (!text.empty() && text.front() == '[') {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos || end == 1) return false;
    host = text.substr(1, end - 1);
    if (!std::all_of(host.begin(), host.end(),
                     [](char c) { return is_host_char(c) || c == ':' || c == '%'; })) {
      return false;
    }
    rest = text.substr(end + 1);
  } else {
    const std::size_t colon = text.find(':');
    host = text.substr(0, colon);
    if (host.empty() || !std::all_of(host.begin(), host.end(), is_host_char)) return false;
    rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
  }
  if (rest.empty()) return true;
  return rest.front() == ':' && read_port(rest.substr(1), port);
}

std::string quoted_without_userinfo(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos) return "'" + std::string(text) + "'";
  const std::size_t scheme = text.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  if (begin > at) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, begin)) + "***" + std::string(text.substr(at)) + "'";
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Url::authority() const {
  std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
  if (port != (tls ? 443 : 80)) text += ":" + std::to_string(port);
  return text;
}

Result<Url> parse_url(std::string_view text) {
  Url url;
  const std::string quoted = quoted_without_userinfo(text);
  if (text.starts_with("https://")) {
    url.tls = true;
    url.port = 443;
    text.remove_prefix(8);
  } else if (text.starts_with("http://")) {
    text.remove_prefix(7);
  } else {
    return bad(quoted + " is no URL that begins with http:// or https://");
  }
  if (text.find_first_of("?#") != std::string_view::npos) {
    return bad(quoted + " has a query or a fragment; an address ends with its path");
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f)
      return bad(quoted + " holds a space or control character");
  }
  const std::size_t slash = text.find('/');
  std::string_view authority = text.substr(0, slash);
  if (slash != std::string_view::npos) url.path = text.substr(slash);
  while (url.path.ends_with('/')) url.path.pop_back();
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    url.userinfo = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  if (!split_authority(authority, url.host, url.port)) return bad(quoted + " has no valid host or port");
  return url;
}

Result<HostPort> parse_host_port(std::string_view text) {
  HostPort parts;
  const std::string quoted = "'" + std::string(text) + "'";
  const bool has_port = text.find(':') != std::string_view::npos && !text.ends_with(']');
  if (!has_port || !split_authority(text, parts.host, parts.port)) {
    return bad(quoted + " is no address of the form HOST:PORT, such as 127.0.0.1:8787 or [::1]:8787");
  }
  return parts;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    if (is_escape) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool is_loopback_host(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  return host.starts_with("127.") &&
         std::all_of(host.begin(), host.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

}  // namespace argwright::net
