// A wish to stop, from whoever lost interest to whatever is being waited for. One thread.
#pragma once

#include <functional>
#include <utility>

namespace argwright::net {

class Cancellation {
 public:
  bool is_cancelled() const { return is_cancelled_; }
  void cancel() {
    is_cancelled_ = true;
    if (const std::function<void()> stop = std::exchange(stop_, nullptr)) stop();
  }
  // What stops the operation that is now being waited for; empty: nothing is.
  void set_stop(std::function<void()> stop) { stop_ = std::move(stop); }

 private:
  bool is_cancelled_ = false;
  std::function<void()> stop_;
};

}  // namespace argwright::net
