#include "net/pause.h"

#include <memory>

#include "net/waiter.h"

namespace argwright::net {
namespace {

class Alarm final : public Timed {
 public:
  Alarm(Loop& loop, Waiter& waiter, Instant until) : Timed(loop), waiter_(waiter) { due_ = until; }

 private:
  void expired() override { waiter_.wake_soon(); }
  Waiter& waiter_;
};

}  // namespace

Task<void> wait_at_most(Loop& loop, Waiter& waiter, std::chrono::milliseconds time) {
  const Alarm alarm(loop, waiter, Clock::now() + time);
  co_await waiter.wait();
}

Task<void> pause(Loop& loop, std::chrono::milliseconds time, Cancellation& cancellation) {
  if (cancellation.is_cancelled()) co_return;
  Waiter waiter(loop.context());
  cancellation.set_stop([&waiter] { waiter.wake_soon(); });
  co_await wait_at_most(loop, waiter, time);
  cancellation.set_stop(nullptr);
}

}  // namespace argwright::net
