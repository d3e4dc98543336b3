// One call on its way through the executor.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include "argwright/executor.h"

namespace argwright::exec {

using Clock = std::chrono::steady_clock;

struct Call;
class Core;

// The earliest first.
using Deadlines = std::multimap<Clock::time_point, std::weak_ptr<Call>>;

// What the caller's stop token triggers.
struct CancelHook {
  std::weak_ptr<Core> core;
  std::weak_ptr<Call> call;
  void operator()() const noexcept;
};

struct Call {
  // Set before the call is queued.
  Environment environment;
  ToolExecutor::Done done;
  std::chrono::milliseconds timeout{0};
  std::stop_source stop;  // what the tool sees
  Clock::time_point queued_at;
  std::optional<std::stop_callback<CancelHook>> caller_stop;

  // The worker's alone: given away to the tool when it starts.
  ToolCallRequest request;
  std::shared_ptr<ToolHandler> handler;  // lives as long as the tool holds on to the call

  // Many may want to finish a call (the tool, twice perhaps; the clock; the caller); whoever sets this does.
  std::atomic<bool> claimed{false};
  // Complete but for the end when queued; the end is the claimer's.
  ToolExecutionRecord record;

  // Guarded by the mutex of Core.
  bool is_queued = false;        // false at first: the cancel hook may fire while it is still being set up
  bool cancelled_early = false;  // ... and leaves this behind
  std::optional<Clock::time_point> taken_at;    // by a worker
  std::optional<Clock::time_point> started_at;  // the tool
  bool is_finished = false;                     // claimed, and told to Core
  bool holds_slot = false;                      // counts against max_parallel
  bool on_thread = false;                       // a worker has not come back from it
  bool is_stuck = false;                        // on_thread, but nobody waits for it any more
  std::optional<Deadlines::iterator> deadline;
};

}  // namespace argwright::exec
