// Connections to upstreams, kept open between requests. One pool for each loop.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "argwright/result.h"
#include "net/asio.h"
#include "net/cancellation.h"
#include "net/loop.h"
#include "net/name_lookup.h"
#include "net/tls.h"
#include "net/transport.h"
#include "net/url.h"

namespace argwright::net {

// One upstream's host and the way to it. Shared by all loops, never changed.
struct Origin {
  Url url;
  std::optional<Url> proxy;
  std::optional<ClientTls> tls;  // set where url.tls is
  std::string key;               // tells origins apart that must not share connections

  // What stands behind the method for `path`: through a proxy without TLS the whole URL.
  std::string request_target(std::string_view path) const;
  // The value of Proxy-Authorization, or nothing.
  std::string proxy_authorization() const;
};

enum class FaultKind : std::uint8_t {
  kResolve,    // the name has no address
  kConnect,    // nobody answers there, or it refuses
  kTls,        // the peers do not agree, or the certificate is not trusted
  kTimeout,    // see the message for what was waited for
  kBroken,     // the connection broke off
  kBadReply,   // what came is no HTTP
  kCancelled,  // the client has gone
};
std::string_view fault_name(FaultKind kind);  // "connect", "timeout" ..

struct Fault {
  FaultKind kind = FaultKind::kBroken;
  std::string message;
};

class Pool {
 public:
  struct Lease {
    std::shared_ptr<Transport> transport;
    bool is_reused = false;
  };

  explicit Pool(Loop& loop, std::size_t max_idle = 256) : loop_(loop), max_idle_(max_idle), names_(loop) {}
  ~Pool();

  // One of those that are idle; nothing: there is none.
  std::shared_ptr<Transport> take_idle(const Origin& origin);
  // A connection, from those that are idle unless `fresh`.
  Task<std::variant<Lease, Fault>> lease(std::shared_ptr<const Origin> origin, Instant deadline, bool fresh,
                                         Cancellation& cancellation);
  // Precondition: its last reply was read to the end and it may be used again.
  void give_back(const Origin& origin, std::shared_ptr<Transport> transport);
  std::size_t idle() const;

 private:
  using Addresses = std::vector<asio::ip::tcp::endpoint>;
  struct Known {
    Addresses addresses;
    Instant until;
  };

  Task<std::variant<std::shared_ptr<Transport>, Fault>> connect(std::shared_ptr<const Origin> origin,
                                                                Instant deadline, Cancellation& cancellation);
  Task<std::variant<Addresses, Fault>> resolve(std::string host, std::uint16_t port, Instant deadline,
                                               Cancellation& cancellation);
  Task<std::optional<Fault>> open_tunnel(const Origin& origin, Transport& transport);
  void forget(const Transport* transport);

  Loop& loop_;
  std::size_t max_idle_;
  std::unordered_map<std::string, std::vector<std::shared_ptr<Transport>>> idle_;
  NameLookup names_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace argwright::net
