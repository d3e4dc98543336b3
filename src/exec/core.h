// The executor behind ToolExecutor: queue, slots, threads, deadlines.
//
//   core.cc     a call is queued, finished, delivered; the shutdown
//   threads.cc  the workers, the monitor (deadlines, cancellation), who runs next
//   run.cc      what a worker does with one call
//
// A slot (max_parallel of them) is held from the moment a worker takes a call until the call is finished and
// the worker is back. When the clock or the caller ends a call whose worker is not back, slot and worker are
// given up: the worker counts as stuck and is replaced, and leaves when it comes back.
//
// Every callback of the user runs without the mutex held. Core outlives ToolExecutor where a stuck tool or a
// late `done` still refers to it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "argwright/executor.h"
#include "exec/call.h"

namespace argwright::exec {

// What a name stands for at the moment of a call.
struct Target {
  std::shared_ptr<ToolHandler> handler;  // nullptr: cannot be run
  std::shared_ptr<const Schema> schema;  // where one is declared
};
using Resolve = std::function<Target(std::string_view tool_name)>;

class Core : public std::enable_shared_from_this<Core> {
 public:
  Core(Resolve resolve, ExecutorOptions options);

  void submit(ToolCallRequest request, Environment environment, std::stop_token stop,
              ToolExecutor::Done done);
  // Cancels everything, waits for deliveries and, for a while, for threads. No submit() may follow from
  // outside.
  void shut_down();

  // Ends the call unless it has ended.
  void finish(const std::shared_ptr<Call>& call, ToolResult result, ExecutionEnd end);
  // The caller's stop token has fired.
  void cancel(const std::shared_ptr<Call>& call);

 private:
  struct Worker {
    std::jthread thread;
    bool exited = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  // core.cc
  std::shared_ptr<Call> prepare(ToolCallRequest request, Environment environment, ToolExecutor::Done done);
  void deliver(const std::shared_ptr<Call>& call, ToolResult result);
  void join_threads(Lock& lock);
  ToolResult cancelled() const;
  std::chrono::milliseconds timeout_of(std::string_view tool_name) const;

  // threads.cc
  void work(std::list<Worker>::iterator self);  // what a worker does
  void watch();                                 // what the monitor does
  // The mutex is held:
  bool start_monitor();
  bool start_worker();
  void dispatch();
  void give_up_thread(Call& call);
  void release_slot(Call& call);
  void come_back(Call& call);
  void leave_queue(const std::shared_ptr<Call>& call);

  // Starts the clock of the tool; false: the call has ended meanwhile. Takes the mutex itself.
  bool begin(const std::shared_ptr<Call>& call);

  // run.cc
  void run(const std::shared_ptr<Call>& call);
  std::optional<ToolResult> ask_middleware(const Call& call) const;
  void start_tool(const std::shared_ptr<Call>& call);

  const Resolve resolve_;
  const ExecutorOptions options_;

  std::mutex mutex_;
  std::condition_variable work_;       // for workers: a call and a slot are there, or the end
  std::condition_variable attention_;  // for the monitor
  std::condition_variable quiet_;      // for shut_down(): fewer calls, fewer threads
  bool stopping_ = false;
  std::uint64_t last_sequence_ = 0;
  std::deque<std::shared_ptr<Call>> queue_;
  std::map<std::uint64_t, std::shared_ptr<Call>> open_;  // not delivered yet, by sequence
  std::size_t running_ = 0;                              // slots held

  std::list<Worker> workers_;
  std::size_t live_ = 0;   // workers that have not exited
  std::size_t idle_ = 0;   // of them: waiting for work
  std::size_t stuck_ = 0;  // of them: given up

  std::jthread monitor_;
  Deadlines deadlines_;
  std::vector<std::shared_ptr<Call>> to_cancel_;
  std::vector<std::shared_ptr<Call>> to_reject_;  // no thread for them
};

}  // namespace argwright::exec
