// Which fields of a head go on to the other side.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/head.h"
#include "protocol/protocol.h"

namespace argwright::gateway {

// Appends the lines of a client's request that its upstream should see. Left out: what belongs to one
// connection, keys (whoever asks adds the right one), cookies, what tells of proxies, our own fields, and,
// where the protocols differ, what belongs to the client's one (anthropic-*, openai-*, x-stainless-*); and
// the `replaced`, which the upstream gets from its configuration.
using ConfiguredFields = std::vector<std::pair<std::string, std::string>>;
void append_request_fields(std::string& out, const net::Head& head, bool same_protocol,
                           const ConfiguredFields& replaced);

// Appends the lines of an upstream's reply that the client should see. Its x-request-id becomes
// x-upstream-request-id: the one the client sees is ours.
void append_reply_fields(std::string& out, const net::Head& head);

// Appends the id that a client can find its request by in our log: x-request-id, and for Anthropic's clients
// request-id, which they read, unless `fields` hold their upstream's own.
void append_request_id(std::string& fields, protocol::Protocol client, std::string_view id);

}  // namespace argwright::gateway
