#include "gateway/upstream_question.h"

#include <string_view>

#include "gateway/client_reply.h"
#include "gateway/header_rules.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;

constexpr std::string_view kMessagesVersion = "2023-06-01";

}  // namespace

std::string upstream_head(const CallState& state, std::size_t body_size, bool wants_stream) {
  const Upstream& upstream = *state.upstream;
  const Protocol target = upstream.config.protocol;
  const bool same = target == state.protocol;
  std::string head;
  head.reserve(1024);
  head += "POST ";
  head += upstream.origin->request_target(upstream.path_of(target));
  head += " HTTP/1.1\r\nHost: ";
  head += upstream.authority;
  head += "\r\nContent-Type: application/json\r\nContent-Length: ";
  head += std::to_string(body_size);
  head += "\r\nAccept: ";
  head += wants_stream ? kEventStreamType : kJsonType;
  head += "\r\n";
  append_request_fields(head, state.exchange.head, same, upstream.config.headers);
  if (target == Protocol::kMessages && !upstream.sets("anthropic-version") &&
      (!same || !state.exchange.head.has("anthropic-version"))) {
    net::append_field(head, "anthropic-version", kMessagesVersion);
  }
  net::append_field(head, "x-request-id", state.record.request_id);
  // Keys that are ours stay here.
  const bool own_keys = !state.site.runtime->keys.empty();
  const std::string_view key = !upstream.key.empty() ? std::string_view(upstream.key)
                               : own_keys            ? std::string_view()
                                                     : shown_secret(state.exchange.head);
  append_key_field(head, upstream, key);
  head += upstream.extra_fields;
  head += "\r\n";
  return head;
}

net::ClientTimes upstream_times(const CallState& state) {
  const Timeouts& timeouts = state.upstream->config.timeouts;
  net::ClientTimes times;
  times.connect = timeouts.connect;
  times.first_byte = timeouts.first_byte;
  times.gap = timeouts.gap;
  times.total = state.until();
  return times;
}

}  // namespace argwright::gateway
