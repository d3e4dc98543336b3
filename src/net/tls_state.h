// What stands behind tls.h. Only transport.cc and tls.cc include it: it brings in OpenSSL.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "net/asio.h"
#include "net/tls.h"

namespace argwright::net {

// Asio wants a context that it may change when a stream is made from it; OpenSSL counts references and locks.
struct ClientTls::State {
  mutable asio::ssl::context context{asio::ssl::context::tls_client};
  bool verify = true;
};

struct ServerTls::State {
  mutable asio::ssl::context context{asio::ssl::context::tls_server};
};

}  // namespace argwright::net
