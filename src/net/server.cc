#include "net/server.h"

#include <algorithm>
#include <utility>

#include <netinet/tcp.h>
#include <sys/socket.h>
#include <boost/asio/basic_socket_acceptor.hpp>

#include "net/body_reader.h"

namespace argwright::net {
namespace {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;

auto as_result() { return asio::as_tuple(UseTask{}); }

// A client may send its next request before it has our reply; so much of it is taken meanwhile.
constexpr std::size_t kReadAhead = std::size_t{64} << 10;
constexpr std::size_t kBodyRoom = std::size_t{1} << 20;
// So much of a reply lies in the system unsent. Left alone it takes megabytes for a slow client, and then
// tells nothing of that client's progress until a third of them is gone: it would look dead.
constexpr int kUnsent = 256 << 10;

}  // namespace

bool ConnectionCount::enter(const std::string& peer, std::size_t per_ip) {
  open.fetch_add(1, std::memory_order_relaxed);
  if (per_ip == 0) return true;
  const std::lock_guard lock(mutex_);
  std::size_t& count = by_peer_[peer];
  ++count;
  return count <= per_ip;
}

void ConnectionCount::leave(const std::string& peer, std::size_t per_ip) {
  open.fetch_sub(1, std::memory_order_relaxed);
  if (per_ip == 0) return;
  const std::lock_guard lock(mutex_);
  const auto found = by_peer_.find(peer);
  if (found != by_peer_.end() && --found->second == 0) by_peer_.erase(found);
}

struct Server::Listener {
  Acceptor acceptor;
  std::optional<ServerTls> tls;
  ListenerFacts facts;
};

struct Server::Connection {
  std::shared_ptr<Transport> transport;
  std::shared_ptr<Listener> listener;
  std::shared_ptr<const ServerLimits> limits;
  std::string peer;
  bool is_idle = true;
};

Server::Server(Loop& loop, Handler& handler, std::shared_ptr<ConnectionCount> count)
    : loop_(loop), handler_(handler), count_(std::move(count)) {}
Server::~Server() = default;

Result<std::uint16_t> Server::listen(const std::string& address, std::uint16_t port,
                                     std::optional<ServerTls> tls) {
  error_code error;
  const std::string where = address + ":" + std::to_string(port);
  const auto failed = [&](std::string_view doing) {
    return Error{ErrorCode::kIo, std::string(doing) + " " + where + ": " + error.message(), {}};
  };
  const asio::ip::address ip = asio::ip::make_address(address == "localhost" ? "127.0.0.1" : address, error);
  if (error) return failed("the address cannot be used:");
  const tcp::endpoint endpoint(ip, port);
  auto listener = std::make_shared<Listener>(
      Listener{Acceptor(loop_.executor()), std::move(tls), {ip.is_loopback(), false}});
  listener->facts.is_tls = listener->tls.has_value();
  Acceptor& acceptor = listener->acceptor;
  acceptor.open(endpoint.protocol(), error);
  if (error) return failed("cannot listen on");
  acceptor.set_option(asio::socket_base::reuse_address(true), error);
  const int on = 1;
  ::setsockopt(acceptor.native_handle(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  acceptor.bind(endpoint, error);
  if (error) return failed("cannot listen on");
  acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return failed("cannot listen on");
  const std::uint16_t bound = acceptor.local_endpoint(error).port();
  if (error) return failed("cannot listen on");
  listeners_.push_back(listener);
  loop_.spawn(accept(listener));
  return bound;
}

void Server::set_tls(std::size_t listener, ServerTls tls) {
  // Sessions that exist count their own reference to what they began with.
  if (listener < listeners_.size() && listeners_[listener]->tls) listeners_[listener]->tls = std::move(tls);
}

Task<void> Server::accept(std::shared_ptr<Listener> listener) {
  while (listener->acceptor.is_open()) {
    auto [error, socket] = co_await listener->acceptor.async_accept(as_result());
    if (error) {
      if (!listener->acceptor.is_open() || error == asio::error::operation_aborted) co_return;
      // Out of descriptors or memory: those that are open will give some back.
      Timer pause(loop_.executor(), std::chrono::milliseconds(50));
      co_await pause.async_wait(as_result());
      continue;
    }
    error_code ignored;
    const std::string peer = socket.remote_endpoint(ignored).address().to_string();
    socket.set_option(tcp::no_delay(true), ignored);
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsent, sizeof kUnsent);
    auto connection = std::make_shared<Connection>(
        Connection{Transport::make(loop_, Socket(std::move(socket))), listener, limits_, peer});
    loop_.spawn(serve(std::move(connection)));
  }
}

Task<void> Server::serve(std::shared_ptr<Connection> connection) {
  connections_.insert(connection.get());
  struct Leaving {
    Server& server;
    Connection& connection;
    ~Leaving() {
      server.connections_.erase(&connection);
      server.count_->leave(connection.peer, connection.limits->connections_per_ip);
      connection.transport->abort(End::kAborted);
    }
  } const leaving{*this, *connection};
  const ServerLimits& limits = *connection->limits;
  Transport& client = *connection->transport;
  client.set_room(kBodyRoom);
  const bool is_welcome = count_->enter(connection->peer, limits.connections_per_ip);
  client.set_deadline(loop_.now() + limits.head_time);
  if (connection->listener->tls && !co_await client.shake_hands(*connection->listener->tls)) co_return;
  if (!is_welcome || count_->open.load(std::memory_order_relaxed) > limits.connections) {
    co_await refuse(*connection,
                    is_welcome ? Refusal{503, "too many connections are open; try again later"}
                               : Refusal{429, "too many connections from this address are open"},
                    {});
    co_return;
  }
  while (co_await serve_one(*connection)) {
  }
}

// True: the connection may be used for another request.
Task<bool> Server::serve_one(Connection& connection) {
  Transport& client = *connection.transport;
  const ServerLimits& limits = *connection.limits;

  // Nothing has come: the connection is idle, and its end is no fault.
  connection.is_idle = true;
  client.set_deadline(loop_.now() + limits.idle_time);
  while (client.buffered().empty()) {
    if (is_draining_) co_return false;
    if (!co_await client.more(0) && client.ended()) co_return false;
  }
  connection.is_idle = false;

  client.set_deadline(loop_.now() + limits.head_time);
  std::optional<HeadParser> parser(std::in_place, HeadParser::Kind::kRequest, limits.head_bytes);
  for (;;) {
    const std::string_view came = client.buffered();
    const HeadParser::State state = parser->parse(came);
    if (state == HeadParser::State::kDone) break;
    if (state == HeadParser::State::kTooLarge) {
      co_await refuse(connection, {431, parser->fault()}, {});
      co_return false;
    }
    if (state == HeadParser::State::kBad) {
      co_await refuse(connection, {400, "the request cannot be read: " + parser->fault()}, {});
      co_return false;
    }
    if (!co_await client.more(came.size()) && client.ended()) {
      if (client.end() == End::kTimeout) {
        handler_.refused({408, "the head of a request took too long"}, connection.peer);
      }
      co_return false;
    }
  }
  Head head = parser->take();
  client.consume(parser->size());
  parser.reset();  // it is large, and a reply may stream for long
  if (head.version >= 11 && !head.has("host")) {
    co_await refuse(connection, {400, "the request cannot be read: there is no Host field"}, head.target);
    co_return false;
  }

  std::string body;
  const std::uint64_t length = head.content_length.value_or(0);
  if (length > 0 && length <= limits.body_bytes && length <= client.buffered().size()) {
    // It has come with its head, as small ones do.
    body.assign(client.buffered().substr(0, static_cast<std::size_t>(length)));
    client.consume(static_cast<std::size_t>(length));
  } else if (!co_await read_body(connection, head, body)) {
    co_return false;
  }

  if (client.ended()) co_return false;  // nobody would tell the handler
  client.set_deadline(kNever);
  client.set_room(kReadAhead);
  Exchange exchange(client, std::move(head), std::move(body), connection.peer, connection.listener->facts,
                    limits.write_time);
  if (is_draining_) exchange.close_after();
  // The end of the client is seen while the handler waits for others.
  struct Watching {
    Transport& client;
    Exchange& exchange;
    void begin() {
      client.on_stir([this] { stir(); });
      client.keep_reading();
    }
    void stir() {
      if (client.ended()) {
        exchange.cancellation().cancel();
      } else {
        begin();
      }
    }
    // Also where the handler throws: the exchange is gone then, and the client may still stir.
    ~Watching() { client.on_stir(nullptr); }
  };
  {
    Watching watching{client, exchange};
    watching.begin();
    co_await handler_.handle(exchange);
  }
  if (!exchange.is_finished()) co_return false;  // cut: the client must not take it for whole
  if (!exchange.keeps_connection() || is_draining_) {
    co_await client.close();
    co_return false;
  }
  client.set_room(kBodyRoom);
  co_return true;
}

Task<bool> Server::read_body(Connection& connection, const Head& head, std::string& body) {
  Transport& client = *connection.transport;
  const ServerLimits& limits = *connection.limits;
  BodyReader reader = BodyReader::of_request(head);
  if (reader.done()) co_return true;
  const Refusal too_large{413, "the body of the request is larger than " + std::to_string(limits.body_bytes) +
                                   " bytes (limits.body_bytes)"};
  if (head.content_length.value_or(0) > limits.body_bytes) {
    co_await refuse(connection, too_large, head.target);
    co_return false;
  }
  client.set_deadline(loop_.now() + limits.body_time);
  if (head.expects_continue && head.version >= 11 && client.buffered().empty() &&
      !co_await client.write("HTTP/1.1 100 Continue\r\n\r\n")) {
    co_return false;
  }
  // A length that is only announced takes no memory.
  body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(head.content_length.value_or(0), kBodyRoom)));
  for (;;) {
    const BodyReader::Step step = reader.take(client.buffered());
    if (step.is_bad) {
      co_await refuse(connection,
                      {400, std::string("the body of the request cannot be read: ") + reader.fault()},
                      head.target);
      co_return false;
    }
    if (body.size() + step.payload.size() > limits.body_bytes) {
      co_await refuse(connection, too_large, head.target);
      co_return false;
    }
    body.append(step.payload);
    client.consume(step.consumed);
    if (reader.done()) co_return true;
    if (step.consumed > 0 && !client.buffered().empty()) continue;
    if (!co_await client.more(client.buffered().size()) && client.ended()) {
      if (client.end() == End::kTimeout) {
        handler_.refused({408, "the body of a request took too long"}, connection.peer);
      }
      co_return false;
    }
  }
}

Task<void> Server::refuse(Connection& connection, Refusal refusal, std::string_view target) {
  handler_.refused(refusal, connection.peer);
  const std::string body = handler_.refusal_body(refusal, target);
  std::string reply = "HTTP/1.1 " + std::to_string(refusal.status) + " ";
  reply += reason_phrase(refusal.status);
  reply += "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ";
  reply += std::to_string(body.size()) + "\r\n\r\n" + body;
  connection.transport->set_deadline(loop_.now() + connection.limits->write_time);
  if (co_await connection.transport->write(reply)) co_await connection.transport->close();
}

void Server::drain() {
  is_draining_ = true;
  for (const auto& listener : listeners_) {
    error_code ignored;
    listener->acceptor.close(ignored);
  }
  for (Connection* const connection : std::vector<Connection*>(connections_.begin(), connections_.end())) {
    if (connection->is_idle) connection->transport->abort(End::kAborted);
  }
}

void Server::abort_all() {
  for (Connection* const connection : std::vector<Connection*>(connections_.begin(), connections_.end())) {
    connection->transport->abort(End::kAborted);
  }
}

}  // namespace argwright::net
