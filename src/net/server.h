// Takes connections, reads requests, and hands them to a handler, one after another for each connection.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "argwright/result.h"
#include "net/asio.h"
#include "net/exchange.h"
#include "net/loop.h"
#include "net/tls.h"

namespace argwright::net {

struct ServerLimits {
  std::size_t head_bytes = std::size_t{64} << 10;
  std::size_t body_bytes = std::size_t{64} << 20;
  std::size_t connections = 20'000;
  std::size_t connections_per_ip = 0;  // 0: no bound
  std::chrono::milliseconds head_time{15'000};
  std::chrono::milliseconds body_time{120'000};
  std::chrono::milliseconds idle_time{75'000};
  std::chrono::milliseconds write_time{60'000};
};

// What the server itself has to say to a client whose request never reached the handler.
struct Refusal {
  int status = 400;
  std::string message;
};

class Handler {
 public:
  virtual ~Handler() = default;
  // Called on the loop of the connection; must begin a reply, or the connection is cut.
  virtual Task<void> handle(Exchange& exchange) = 0;
  // The reply to a request that is refused before it is read: its type and body. `target` may be empty.
  virtual std::string refusal_body(const Refusal& refusal, std::string_view target) = 0;
  // For logs and metrics.
  virtual void refused(const Refusal& refusal, std::string_view peer) = 0;
};

// Shared by all loops: counts that bound them together.
class ConnectionCount {
 public:
  std::atomic<std::size_t> open{0};
  // False: this address has too many.
  bool enter(const std::string& peer, std::size_t per_ip);
  void leave(const std::string& peer, std::size_t per_ip);

 private:
  std::mutex mutex_;
  std::map<std::string, std::size_t> by_peer_;
};

// The listeners and connections of one loop.
class Server {
 public:
  Server(Loop& loop, Handler& handler, std::shared_ptr<ConnectionCount> count);
  ~Server();

  // Binds and listens; several servers may share an address and port (SO_REUSEPORT). Port 0 is chosen by the
  // system: the answer tells it.
  Result<std::uint16_t> listen(const std::string& address, std::uint16_t port, std::optional<ServerTls> tls);
  void set_limits(std::shared_ptr<const ServerLimits> limits) { limits_ = std::move(limits); }
  // From the loop's thread: a certificate for the connections to come. `listener` counts the calls of
  // listen(); it was one with TLS.
  void set_tls(std::size_t listener, ServerTls tls);
  // From the loop's thread: takes no more connections, closes the idle ones; those in use end with their
  // reply.
  void drain();
  // From the loop's thread: ends all that is left.
  void abort_all();
  std::size_t connections() const { return connections_.size(); }

 private:
  struct Listener;
  struct Connection;

  Task<void> accept(std::shared_ptr<Listener> listener);
  Task<void> serve(std::shared_ptr<Connection> connection);
  Task<bool> serve_one(Connection& connection);
  Task<bool> read_body(Connection& connection, const Head& head, std::string& body);
  Task<void> refuse(Connection& connection, Refusal refusal, std::string_view target);

  Loop& loop_;
  Handler& handler_;
  std::shared_ptr<ConnectionCount> count_;
  std::shared_ptr<const ServerLimits> limits_ = std::make_shared<ServerLimits>();
  std::vector<std::shared_ptr<Listener>> listeners_;
  std::unordered_set<Connection*> connections_;
  bool is_draining_ = false;
};

}  // namespace argwright::net
