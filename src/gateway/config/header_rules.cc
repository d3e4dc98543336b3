#include "gateway/config/header_rules.h"

#include <algorithm>
#include <array>

namespace argwright::gateway {
namespace {

// Those of one connection (RFC 9110, 7.6.1), and those that frame a message: the HTTP client writes them.
constexpr std::array<std::string_view, 11> kOurs = {"connection",
                                                    "content-length",
                                                    "host",
                                                    "keep-alive",
                                                    "proxy-authenticate",
                                                    "proxy-authorization",
                                                    "proxy-connection",
                                                    "te",
                                                    "trailer",
                                                    "transfer-encoding",
                                                    "upgrade"};

bool is_token_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

std::string header_name_fault(std::string_view name) {
  if (name.empty() || !std::ranges::all_of(name, is_token_character))
    return "is no name of a header: letters, digits and !#$%&'*+-.^_`|~ only";
  if (std::ranges::any_of(kOurs, [&](std::string_view ours) { return same_ignoring_case(ours, name); }))
    return "belongs to the connection and cannot be set";
  return {};
}

std::string header_value_fault(std::string_view value) {
  const bool control = std::ranges::any_of(value, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
  return control ? "has a value with a line break or another control character" : "";
}

}  // namespace argwright::gateway
