// Who may use the gateway's own pages, and which requests come from somebody else's web page.
#pragma once

#include "net/exchange.h"
#include "net/head.h"

namespace argwright::gateway {

// A request that nobody but a program or person on this machine can have made: on a loopback listener, with a
// loopback Host (a name that was bound to 127.0.0.1 by a stranger is none), not forwarded by a proxy.
bool is_local(const net::Head& head, const net::ListenerFacts& listener);

// Made by a script of a page from elsewhere: it names an Origin that is not loopback.
bool is_foreign_page(const net::Head& head);

}  // namespace argwright::gateway
