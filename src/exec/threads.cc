// The threads of the executor: workers that run calls, and a monitor that ends those whose time is up.
#include <algorithm>
#include <system_error>
#include <utility>

#include "exec/core.h"
#include "exec/texts.h"

namespace argwright::exec {
namespace {

constexpr std::chrono::milliseconds kForEver =
    std::chrono::hours(24 * 365);  // far from what the clock can hold

}  // namespace

// Threads start when they are first needed, and hold on to Core: they may be left behind by shut_down().
bool Core::start_monitor() {
  if (monitor_.joinable()) return true;
  try {
    monitor_ = std::jthread([core = shared_from_this()] { core->watch(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

bool Core::start_worker() {
  std::erase_if(workers_, [](Worker& worker) {
    if (worker.exited) worker.thread.join();  // at its very end, past the mutex
    return worker.exited;
  });
  const auto self = workers_.emplace(workers_.end());
  try {
    self->thread = std::jthread([core = shared_from_this(), self] { core->work(self); });
  } catch (const std::system_error&) {
    workers_.erase(self);
    return false;
  }
  ++live_;
  return true;
}

// Sees to it that whatever can run has a thread to run on.
void Core::dispatch() {
  if (stopping_) return;
  const std::size_t limit = std::max<std::size_t>(options_.max_parallel, 1);
  const std::size_t wanted = running_ < limit ? std::min(queue_.size(), limit - running_) : 0;
  if (wanted == 0) return;
  std::size_t ready = idle_;
  for (std::size_t i = 0; i < std::min(wanted, ready); ++i) work_.notify_one();
  while (ready < wanted && live_ - stuck_ < limit && live_ < limit + options_.max_stuck_threads &&
         start_worker())
    ++ready;
  if (live_ > stuck_) return;
  // Every thread there may be hangs in a tool that was given up.
  to_reject_.insert(to_reject_.end(), queue_.begin(), queue_.end());
  queue_.clear();
  attention_.notify_one();
}

void Core::work(std::list<Worker>::iterator self) {
  const std::size_t limit = std::max<std::size_t>(options_.max_parallel, 1);
  Lock lock(mutex_);
  // One more than needed once a stuck thread comes back.
  while (!stopping_ && live_ - stuck_ <= limit) {
    ++idle_;
    work_.wait(lock, [&] { return stopping_ || (!queue_.empty() && running_ < limit); });
    --idle_;
    if (stopping_) break;
    const std::shared_ptr<Call> call = std::move(queue_.front());
    queue_.pop_front();
    call->taken_at = Clock::now();
    call->on_thread = true;
    call->holds_slot = true;
    ++running_;
    lock.unlock();
    run(call);
    lock.lock();
    come_back(*call);
    dispatch();
  }
  --live_;
  self->exited = true;
  quiet_.notify_all();
}

void Core::come_back(Call& call) {
  call.on_thread = false;
  if (call.is_stuck) {
    call.is_stuck = false;
    --stuck_;
  } else if (call.is_finished) {
    release_slot(call);
  }
}

void Core::release_slot(Call& call) {
  if (call.deadline) deadlines_.erase(*call.deadline);
  call.deadline.reset();
  if (!call.holds_slot) return;
  call.holds_slot = false;
  --running_;
}

void Core::give_up_thread(Call& call) {
  release_slot(call);
  call.is_stuck = true;
  ++stuck_;
}

void Core::leave_queue(const std::shared_ptr<Call>& call) {
  if (!call->taken_at) std::erase(queue_, call);
}

bool Core::begin(const std::shared_ptr<Call>& call) {
  const Lock lock(mutex_);
  if (call->is_finished) return false;
  call->started_at = Clock::now();
  if (call->timeout <= std::chrono::milliseconds::zero() || call->timeout > kForEver) return true;
  call->deadline = deadlines_.emplace(*call->started_at + call->timeout, call);
  if (call->deadline == deadlines_.begin()) attention_.notify_one();
  return true;
}

void Core::watch() {
  Lock lock(mutex_);
  while (!stopping_) {
    const Clock::time_point now = Clock::now();
    std::vector<std::shared_ptr<Call>> late;
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
      const std::shared_ptr<Call> call = deadlines_.begin()->second.lock();
      deadlines_.erase(deadlines_.begin());
      if (call == nullptr) continue;
      call->deadline.reset();
      if (!call->is_finished) {
        late.push_back(call);
      } else if (call->on_thread && !call->is_stuck) {
        give_up_thread(*call);  // it has answered, but does not return
        dispatch();
      }
    }
    const std::vector<std::shared_ptr<Call>> unwanted = std::exchange(to_cancel_, {});
    const std::vector<std::shared_ptr<Call>> rejected = std::exchange(to_reject_, {});
    if (late.empty() && unwanted.empty() && rejected.empty()) {
      if (deadlines_.empty()) {
        attention_.wait(lock);
      } else {
        attention_.wait_until(lock, deadlines_.begin()->first);
      }
      continue;
    }
    lock.unlock();
    for (const std::shared_ptr<Call>& call : unwanted) finish(call, cancelled(), ExecutionEnd::kCancelled);
    for (const std::shared_ptr<Call>& call : late) {
      finish(call, ToolResult::failed(timeout_text(options_.language, call->record.tool_name, call->timeout)),
             ExecutionEnd::kTimedOut);
    }
    for (const std::shared_ptr<Call>& call : rejected) {
      finish(call, ToolResult::failed(no_thread_text(options_.language)), ExecutionEnd::kNoThread);
    }
    lock.lock();
  }
}

}  // namespace argwright::exec
