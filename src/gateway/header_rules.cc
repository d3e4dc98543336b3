#include "gateway/header_rules.h"

#include <algorithm>
#include <array>

#include "net/exchange.h"

namespace argwright::gateway {
namespace {

// Sorted by nothing: short lists, compared by length first.
constexpr std::string_view kConnection[] = {
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "content-length",
    "expect",
};
constexpr std::string_view kNotUpstream[] = {
    "host",   "authorization", "x-api-key", "api-key",   "cookie",       "accept-encoding", "content-type",
    "accept", "forwarded",     "via",       "x-real-ip", "x-request-id", "origin",          "referer",
};
constexpr std::string_view kNotUpstreamBegins[] = {"x-forwarded-", "x-argwright-", "sec-", "access-control-"};
constexpr std::string_view kOfOneProtocol[] = {"anthropic-", "openai-", "x-stainless-"};
constexpr std::string_view kNotClient[] = {
    "content-type",  "content-encoding", "date", "server", "set-cookie", "alt-svc",
    "content-range", "accept-ranges",    "etag", "vary",   "age",        "strict-transport-security",
};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::string_view (&list)[kSize]) {
  return std::any_of(std::begin(list), std::end(list),
                     [&](std::string_view each) { return net::same_name(name, each); });
}

template <std::size_t kSize>
bool begins_with_one_of(std::string_view name, const std::string_view (&list)[kSize]) {
  return std::any_of(std::begin(list), std::end(list), [&](std::string_view each) {
    return name.size() >= each.size() && net::same_name(name.substr(0, each.size()), each);
  });
}

// Fields that a Connection field names belong to one connection, too.
bool is_named_by_connection(const net::Head& head, std::string_view name) {
  return std::any_of(head.fields.begin(), head.fields.end(), [&](const net::Field& field) {
    return net::same_name(field.name, "connection") && net::list_holds(field.value, name);
  });
}

}  // namespace

void append_request_fields(std::string& out, const net::Head& head, bool same_protocol) {
  const bool has_connection = head.has("connection");
  for (const net::Field& field : head.fields) {
    if (is_one_of(field.name, kConnection) || is_one_of(field.name, kNotUpstream) ||
        begins_with_one_of(field.name, kNotUpstreamBegins)) {
      continue;
    }
    if (!same_protocol && begins_with_one_of(field.name, kOfOneProtocol)) continue;
    if (has_connection && is_named_by_connection(head, field.name)) continue;
    net::append_field(out, field.name, field.value);
  }
}

void append_reply_fields(std::string& out, const net::Head& head) {
  const bool has_connection = head.has("connection");
  for (const net::Field& field : head.fields) {
    if (is_one_of(field.name, kConnection) || is_one_of(field.name, kNotClient)) continue;
    if (has_connection && is_named_by_connection(head, field.name)) continue;
    net::append_field(out, net::same_name(field.name, "x-request-id") ? "x-upstream-request-id" : field.name,
                      field.value);
  }
}

}  // namespace argwright::gateway
