#include "exec/core.h"

#include <algorithm>
#include <utility>

#include "exec/texts.h"

namespace argwright::exec {
namespace {

constexpr std::size_t kMaxSummaryBytes = 1000;

// S1-96. A summary: arguments with very many corrections must not flood the answer.
std::string summary_of(const std::string& warning) {
  if (warning.size() <= kMaxSummaryBytes) return warning;
  std::size_t end = kMaxSummaryBytes;
  while (end > 0 && (static_cast<unsigned char>(warning[end]) & 0xC0) == 0x80) --end;
  return warning.substr(0, end) + "...";
}

// Deliveries in progress on this thread, innermost first: an executor may be destroyed inside its own `done`.
struct Delivery {
  explicit Delivery(const Core* delivering) : core(delivering), outer(innermost) { innermost = this; }
  ~Delivery() { innermost = outer; }
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;

  static std::size_t count(const Core* core) {
    std::size_t found = 0;
    for (const Delivery* d = innermost; d != nullptr; d = d->outer) found += d->core == core ? 1 : 0;
    return found;
  }

  const Core* const core;
  const Delivery* const outer;
  static thread_local const Delivery* innermost;
};
thread_local const Delivery* Delivery::innermost = nullptr;

// The user's callbacks promise not to throw; one that does must not take the process down.
template <typename Callback, typename... Arguments>
void call_safely(const Callback& callback, Arguments&&... arguments) noexcept {
  if (!callback) return;
  try {
    callback(std::forward<Arguments>(arguments)...);
  } catch (...) {  // NOLINT(bugprone-empty-catch): executor.h says so
  }
}

}  // namespace

void CancelHook::operator()() const noexcept {
  const std::shared_ptr<Core> owner = core.lock();
  const std::shared_ptr<Call> target = call.lock();
  if (owner != nullptr && target != nullptr) owner->cancel(target);
}

Core::Core(Resolve resolve, ExecutorOptions options)
    : resolve_(std::move(resolve)), options_(std::move(options)) {}

ToolResult Core::cancelled() const { return ToolResult::skipped(cancelled_text(options_.language)); }

std::chrono::milliseconds Core::timeout_of(std::string_view tool_name) const {
  const auto own = options_.tool_timeouts.find(tool_name);
  return own != options_.tool_timeouts.end() ? own->second : options_.timeout;
}

std::shared_ptr<Call> Core::prepare(ToolCallRequest request, Environment environment,
                                    ToolExecutor::Done done) {
  auto call = std::make_shared<Call>();
  ToolExecutionRecord& record = call->record;
  record.tool_name = request.tool_name;
  record.tool_call_id = request.tool_call_id;
  record.outcome = request.outcome;
  record.rejection = request.rejection;
  record.parse_error = request.parse_error;
  record.parse_warning = request.parse_warning;
  record.received = std::chrono::system_clock::now();
  call->timeout = timeout_of(request.tool_name);
  call->request = std::move(request);
  call->environment = std::move(environment);
  call->done = std::move(done);
  call->queued_at = Clock::now();
  return call;
}

void Core::submit(ToolCallRequest request, Environment environment, std::stop_token stop,
                  ToolExecutor::Done done) {
  const std::shared_ptr<Call> call = prepare(std::move(request), std::move(environment), std::move(done));
  // Before anybody else sees the call: the hook may fire at once, on this thread or another.
  if (stop.stop_possible()) call->caller_stop.emplace(std::move(stop), CancelHook{weak_from_this(), call});
  bool stopping = false;
  {
    const Lock lock(mutex_);
    call->record.sequence = ++last_sequence_;
    open_.emplace(call->record.sequence, call);
    stopping = stopping_;
    if (!stopping && start_monitor()) {
      call->is_queued = true;
      if (call->cancelled_early) {
        to_cancel_.push_back(call);
        attention_.notify_one();
      } else {
        queue_.push_back(call);
        dispatch();
      }
      return;
    }
  }
  // Only during shutdown, from a callback, or when the system gives out no thread at all.
  if (stopping) return finish(call, cancelled(), ExecutionEnd::kCancelled);
  finish(call, ToolResult::failed(no_thread_text(options_.language)), ExecutionEnd::kNoThread);
}

void Core::cancel(const std::shared_ptr<Call>& call) {
  const Lock lock(mutex_);
  if (!call->is_queued) {
    call->cancelled_early = true;
    return;
  }
  to_cancel_.push_back(call);
  attention_.notify_one();
}

void Core::finish(const std::shared_ptr<Call>& call, ToolResult result, ExecutionEnd end) {
  if (call->claimed.exchange(true)) return;
  const bool forced = end == ExecutionEnd::kTimedOut || end == ExecutionEnd::kCancelled;
  ToolExecutionRecord& record = call->record;
  {
    const Lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    record.queued = call->taken_at.value_or(now) - call->queued_at;
    if (call->started_at) record.ran = now - *call->started_at;
    call->is_finished = true;
    leave_queue(call);
    if (!call->on_thread) {
      release_slot(*call);
    } else if (forced) {
      give_up_thread(*call);
    }
    dispatch();
  }
  record.end = end;
  record.status = result.status;
  if (result.warnings_summary.empty()) result.warnings_summary = summary_of(record.parse_warning);
  if (forced) call->stop.request_stop();
  call->caller_stop.reset();
  deliver(call, std::move(result));
}

void Core::deliver(const std::shared_ptr<Call>& call, ToolResult result) {
  {
    const Delivery delivery(this);
    for (const ToolMiddleware& middleware : options_.middleware)
      call_safely(middleware.after, call->record, result);
    const ToolExecutor::Done done = std::move(call->done);
    // A copy: a late tool may still look up its name in the record.
    call_safely(done, ToolExecution{std::move(result), call->record});
  }
  const Lock lock(mutex_);
  open_.erase(call->record.sequence);
  quiet_.notify_all();
}

void Core::shut_down() {
  std::vector<std::shared_ptr<Call>> open;
  {
    const Lock lock(mutex_);
    stopping_ = true;
    for (const auto& [sequence, call] : open_) open.push_back(call);
  }
  for (const std::shared_ptr<Call>& call : open) finish(call, cancelled(), ExecutionEnd::kCancelled);
  open.clear();

  Lock lock(mutex_);
  work_.notify_all();
  attention_.notify_all();
  const std::size_t own = Delivery::count(this);
  quiet_.wait(lock, [&] { return open_.size() <= own; });
  join_threads(lock);
}

// Threads that do not come back in time are left to themselves; so is the one this runs on, should it be
// ours.
void Core::join_threads(Lock& lock) {
  const std::thread::id here = std::this_thread::get_id();
  const bool on_worker = std::any_of(workers_.begin(), workers_.end(),
                                     [&](const Worker& worker) { return worker.thread.get_id() == here; });
  quiet_.wait_for(lock, options_.shutdown_grace, [&] { return live_ <= (on_worker ? 1U : 0U); });
  for (Worker& worker : workers_) {
    if (worker.exited) {
      worker.thread.join();
    } else {
      worker.thread.detach();
    }
  }
  std::jthread monitor = std::move(monitor_);
  lock.unlock();
  if (!monitor.joinable()) return;
  if (monitor.get_id() == here) {
    monitor.detach();
  } else {
    monitor.join();
  }
}

}  // namespace argwright::exec
