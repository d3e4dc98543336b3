// For tests: a loop that runs one coroutine to its end, and a peer that says and hears bytes.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/basic_socket_acceptor.hpp>

#include "net/loop.h"
#include "net/transport.h"

#include <gtest/gtest.h>

namespace argwright::net {

inline asio::ip::tcp::endpoint loopback(std::uint16_t port) {
  return {asio::ip::address_v4::loopback(), port};
}

class TestLoop {
 public:
  ~TestLoop() { loop.wind_up(); }

  // Returns when the task is done. One that takes too long is a failure.
  void run(Task<void> task) {
    bool is_done = false;
    loop.spawn(finish(std::move(task), is_done));
    loop.context().restart();
    {
      Watchdog watchdog(loop);
      loop.run([this](std::string_view fault) { faults += std::string(fault) + "\n"; });
    }
    EXPECT_TRUE(is_done) << "the test's coroutine has not ended";
  }

  Loop loop;
  std::string faults;  // that escaped a coroutine

 private:
  class Watchdog final : public Timed {
   public:
    explicit Watchdog(Loop& watched) : Timed(watched) { due_ = Clock::now() + std::chrono::seconds(20); }

   private:
    void expired() override { loop_.stop(); }
  };

  Task<void> finish(Task<void> task, bool& is_done) {
    co_await std::move(task);
    is_done = true;
    loop.stop();
  }
};

// One end of a connection, for scripts.
class Peer {
 public:
  explicit Peer(std::shared_ptr<Transport> connection) : transport(std::move(connection)) {}

  static Task<Peer> connect(Loop& loop, std::uint16_t port) {
    Peer peer(Transport::make(loop, Socket(loop.executor())));
    EXPECT_TRUE(co_await peer.transport->connect(loopback(port)));
    co_return peer;
  }

  Task<bool> say(std::string_view bytes) { return transport->write(bytes); }
  // What comes, up to and with `end`; all that came, where the connection ends first.
  Task<std::string> hear(std::string_view end) {
    for (;;) {
      const std::string_view came = transport->buffered();
      if (const std::size_t at = came.find(end); !end.empty() && at != std::string_view::npos) {
        std::string heard(came.substr(0, at + end.size()));
        transport->consume(heard.size());
        co_return heard;
      }
      const std::size_t seen = came.size();
      if (!co_await transport->more(seen) && transport->ended()) {
        std::string heard(transport->buffered());
        transport->consume(heard.size());
        co_return heard;
      }
    }
  }
  Task<std::string> hear_all() { return hear({}); }

  std::shared_ptr<Transport> transport;
};

// Takes connections on a port of its own and plays a script on each, with its number from 0 on.
class ScriptedServer {
 public:
  using Script = std::function<Task<void>(Peer peer, int number)>;

  ScriptedServer(Loop& loop, Script script)
      : loop_(loop), script_(std::move(script)), acceptor_(loop.executor(), loopback(0)) {
    loop.spawn(accept());
  }
  ~ScriptedServer() { stop(); }
  void stop() {
    error_code ignored;
    acceptor_.close(ignored);
  }
  std::uint16_t port() { return acceptor_.local_endpoint().port(); }
  int connections = 0;

 private:
  Task<void> accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(UseTask{}));
      if (error) co_return;
      loop_.spawn(script_(Peer(Transport::make(loop_, Socket(std::move(socket)))), connections++));
    }
  }

  Loop& loop_;
  Script script_;
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor_;
};

}  // namespace argwright::net
