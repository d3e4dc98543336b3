// Tells, as long as a socket is open, each time that there is something to read from it.
//
// Asio's own ways to wait cost a system call for every wait: an attempt to read that finds nothing, or an
// epoll_ctl (which also reports at once that the socket can be written to, and so costs a turn of the loop).
// Its reactor has the socket registered edge-triggered all the time; an operation that is queued there once
// and again after each event needs neither. That takes Asio's reactor by its inner interface (Boost 1.81),
// here and nowhere else.
#pragma once

#include <functional>
#include <memory>

#include <boost/asio/detail/reactor_op.hpp>

#include "net/asio.h"

namespace argwright::net {

class ReadWatch final : private asio::detail::reactor_op {
 public:
  class Listener {
   public:
    // There is something to read, or the end. Not told again before something new comes.
    virtual void on_readable() = 0;
    // The socket was closed, or the loop has ended: the last word.
    virtual void on_watch_end() = 0;

   protected:
    ~Listener() = default;
  };

  explicit ReadWatch(Listener& listener);
  ReadWatch(const ReadWatch&) = delete;
  ReadWatch& operator=(const ReadWatch&) = delete;

  bool is_on() const { return keep_ != nullptr; }
  // What came before is not told. `keep` owns this watch and the listener; it is held until the watch ends.
  void start(Socket& socket, std::shared_ptr<void> keep);

 private:
  static status perform(reactor_op* base);
  static void complete(void* owner, asio::detail::operation* base, const error_code& error, std::size_t size);
  void queue();

  Listener& listener_;
  Socket* socket_ = nullptr;
  asio::detail::reactor* reactor_ = nullptr;  // to look for it costs more than all else here
  std::shared_ptr<void> keep_;
  bool is_starting_ = false;
};

}  // namespace argwright::net
