// An upstream that does to each request what a script says: bytes, pauses, resets, silence.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/gateway/support/http_text.h"

namespace argwright::gateway_test {

struct Step {
  enum class Kind : std::uint8_t {
    kSend,
    kPause,
    kClose,   // in order; nothing more is read
    kReset,   // the peer gets a RST
    kStall,   // silence until the peer goes
    kTunnel,  // after a CONNECT: bytes go to and fro between the peer and a port of this machine
  };
  Kind kind = Kind::kSend;
  std::string bytes = {};
  milliseconds time{0};
  std::uint16_t port = 0;

  static Step send(std::string bytes) { return {Kind::kSend, std::move(bytes)}; }
  static Step pause(milliseconds time) { return {Kind::kPause, {}, time}; }
  static Step close() { return {Kind::kClose}; }
  static Step reset() { return {Kind::kReset}; }
  static Step stall() { return {Kind::kStall}; }
  static Step tunnel(std::uint16_t port) { return {Kind::kTunnel, {}, milliseconds(0), port}; }
};
// A connection whose script has ended waits for the next request.
using Script = std::vector<Step>;

class ScriptedUpstream {
 public:
  // `number` counts requests from 0. Called on the threads of the connections.
  using Author = std::function<Script(const HttpMessage& request, int number)>;
  explicit ScriptedUpstream(Author author, SSL_CTX* tls = nullptr);
  ~ScriptedUpstream();
  ScriptedUpstream(const ScriptedUpstream&) = delete;
  ScriptedUpstream& operator=(const ScriptedUpstream&) = delete;

  std::uint16_t port() const { return listener_.port(); }
  // "http://127.0.0.1:PORT/v1"
  std::string base_url(std::string_view host = "127.0.0.1") const;

  std::vector<HttpMessage> requests() const;
  int connections() const { return connections_; }
  int open() const { return open_; }
  // Stalled or sending connections whose peer went first.
  int abandoned() const { return abandoned_; }
  std::size_t bytes_sent() const { return bytes_sent_; }

 private:
  void accept();
  void serve(Wire wire);
  // False: the connection is over.
  bool run(const Step& step, Wire& wire, std::string& rest);
  bool wait_for_end(Wire& wire);
  void tunnel(Wire& wire, std::uint16_t port);

  Author author_;
  SSL_CTX* tls_;
  ListeningSocket listener_;
  std::atomic<bool> stopping_{false};
  std::atomic<int> connections_{0}, open_{0}, abandoned_{0}, asked_{0};
  std::atomic<std::size_t> bytes_sent_{0};
  mutable std::mutex mutex_;
  std::vector<HttpMessage> requests_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace argwright::gateway_test
