#include "gateway/header_rules.h"

#include <algorithm>
#include <array>

#include "net/exchange.h"

namespace argwright::gateway {
namespace {

// Names that are compared with only where one of them may be meant.
template <std::size_t kSize>
struct Names {
  consteval explicit Names(const std::string_view (&names)[kSize]) {
    for (std::size_t i = 0; i < kSize; ++i) {
      list[i] = names[i];
      traits |= net::name_trait(names[i]);
    }
  }
  bool hold(std::string_view name) const {
    return (traits & net::name_trait(name)) != 0 &&
           std::any_of(list.begin(), list.end(),
                       [&](std::string_view each) { return net::same_name(name, each); });
  }

  std::array<std::string_view, kSize> list{};
  std::uint64_t traits = 0;
};

constexpr Names kConnection({
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
});
constexpr Names kNotUpstream({
    "host",
    "authorization",
    "x-api-key",
    "api-key",
    "cookie",
    "accept-encoding",
    "content-type",
    "accept",
    "forwarded",
    "via",
    "x-real-ip",
    "x-request-id",
    "origin",
    "referer",
});
constexpr std::string_view kNotUpstreamBegins[] = {"x-forwarded-", "x-argwright-", "sec-", "access-control-"};
constexpr std::string_view kOfOneProtocol[] = {"anthropic-", "openai-", "x-stainless-"};
constexpr Names kNotClient({
    "content-type",
    "content-encoding",
    "date",
    "server",
    "set-cookie",
    "alt-svc",
    "content-range",
    "accept-ranges",
    "etag",
    "vary",
    "age",
    "strict-transport-security",
});

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

void append_request_fields(std::string& out, const net::Head& head, bool same_protocol,
                           const ConfiguredFields& replaced) {
  const bool has_connection = head.has("connection");
  for (const net::Field& field : head.fields) {
    if (kConnection.hold(field.name) || kNotUpstream.hold(field.name) ||
        begins_with_one_of(field.name, kNotUpstreamBegins)) {
      continue;
    }
    if (!same_protocol && begins_with_one_of(field.name, kOfOneProtocol)) continue;
    if (has_connection && is_named_by_connection(head, field.name)) continue;
    if (std::any_of(replaced.begin(), replaced.end(),
                    [&](const auto& own) { return net::same_name(own.first, field.name); })) {
      continue;
    }
    net::append_field(out, field.name, field.value);
  }
}

void append_reply_fields(std::string& out, const net::Head& head) {
  const bool has_connection = head.has("connection");
  for (const net::Field& field : head.fields) {
    if (kConnection.hold(field.name) || kNotClient.hold(field.name)) continue;
    if (has_connection && is_named_by_connection(head, field.name)) continue;
    net::append_field(out, net::same_name(field.name, "x-request-id") ? "x-upstream-request-id" : field.name,
                      field.value);
  }
}

void append_request_id(std::string& fields, protocol::Protocol client, std::string_view id) {
  constexpr std::string_view kTheirs = "request-id";
  net::append_field(fields, "x-request-id", id);
  if (client != protocol::Protocol::kMessages) return;
  for (std::string_view rest = fields; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (net::same_name(line.substr(0, line.find(':')), kTheirs)) return;
  }
  net::append_field(fields, kTheirs, id);
}

}  // namespace argwright::gateway
