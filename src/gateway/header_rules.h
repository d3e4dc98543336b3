// Which fields of a head go on to the other side.
#pragma once

#include <string>
#include <string_view>

#include "net/head.h"
#include "protocol/protocol.h"

namespace argwright::gateway {

// Appends the lines of a client's request that its upstream should see. Left out: what belongs to one
// connection, keys (whoever asks adds the right one), cookies, what tells of proxies, our own fields, and,
// where the protocols differ, what belongs to the client's one (anthropic-*, openai-*, x-stainless-*).
void append_request_fields(std::string& out, const net::Head& head, bool same_protocol);

// Appends the lines of an upstream's reply that the client should see. Its x-request-id becomes
// x-upstream-request-id: the one the client sees is ours.
void append_reply_fields(std::string& out, const net::Head& head);

}  // namespace argwright::gateway
