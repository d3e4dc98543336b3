// A place where one coroutine waits until somebody on the same thread wakes it.
#pragma once

#include <memory>
#include <utility>

#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>

#include "net/asio.h"

namespace argwright::net {

class Waiter {
 public:
  explicit Waiter(asio::io_context& context) : context_(context) {}

  // For co_await. Precondition: nobody waits here. Ends after the next wake(). (Deferred: a coroutine that
  // awaits it needs no second one for that.)
  auto wait() {
    asio::deferred_t token;
    return asio::async_initiate<asio::deferred_t, void()>(
        [this](auto handler) { waiting_ = std::make_unique<Holder<decltype(handler)>>(std::move(handler)); },
        token);
  }
  bool is_waited_for() const { return waiting_ != nullptr; }
  // Resumes whoever waits, before it returns: nothing of the caller may be relied upon afterwards.
  void wake() {
    if (const std::unique_ptr<Base> waiting = std::move(waiting_)) waiting->resume();
  }
  // Resumes whoever waits, later, from the loop.
  void wake_soon() {
    if (waiting_ == nullptr) return;
    asio::post(context_, [waiting = std::shared_ptr<Base>(std::move(waiting_))] { waiting->resume(); });
  }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual void resume() = 0;
  };
  template <typename Handler>
  struct Holder final : Base {
    explicit Holder(Handler wrapped) : handler(std::move(wrapped)) {}
    void resume() override { std::move(handler)(); }
    Handler handler;
  };

  asio::io_context& context_;
  std::unique_ptr<Base> waiting_;
};

}  // namespace argwright::net
