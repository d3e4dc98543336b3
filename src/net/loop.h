// One thread that serves: its io_context, and the instants at which something has to happen. Everything of
// one connection lives on one loop, so that nothing in src/net needs a lock.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/asio/basic_waitable_timer.hpp>

#include "net/asio.h"

namespace argwright::net {

using Clock = std::chrono::steady_clock;
using Instant = Clock::time_point;
inline constexpr Instant kNever = Instant::max();

class Loop;

// Something with an instant. Setting it is one store; the loop looks at all of them at every tick, which
// costs less than a timer for each message at every number of connections one thread can serve.
class Timed {
 public:
  explicit Timed(Loop& loop);
  virtual ~Timed();
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 protected:
  friend class Loop;
  virtual void expired() = 0;  // `due_` has passed; it is kNever again
  Instant due_ = kNever;
  Loop& loop_;

 private:
  std::size_t slot_;
};

class Loop {
 public:
  static constexpr std::chrono::milliseconds kTick{25};

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  asio::io_context& context() { return context_; }
  Executor executor() { return context_.get_executor(); }
  // As of the last tick: good enough for timeouts, and free.
  Instant now() const { return now_; }
  // The value of a Date field.
  std::string_view date() const { return date_; }

  // Runs until stop(). A fault that escapes a handler is told to `on_fault` and the loop goes on.
  void run(const std::function<void(std::string_view)>& on_fault);
  void stop();  // from any thread
  // After run() has ended: runs what is ready, for a moment, then drops what still waits. Whatever waiting
  // coroutines refer to must still be there.
  void wind_up();

  // Begins a coroutine on this loop. What it throws is told to on_fault.
  void spawn(Task<void> task);

 private:
  friend class Timed;
  void tick();

  // Asio lets only heirs end what is pending before the context itself ends.
  class Context : public asio::io_context {
   public:
    using asio::io_context::io_context;
    void drop_pending() { shutdown(); }
  };

  Context context_{1};
  asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor> timer_;
  std::vector<Timed*> timed_;
  Instant now_;
  std::string date_;
  std::time_t dated_ = 0;
  std::function<void(std::string_view)> on_fault_;
};

}  // namespace argwright::net
