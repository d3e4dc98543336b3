// Runs a store on a thread of its own, so that those who serve never wait for a disk.
//
// Calls are gathered and written together: at least every `write_every` (so a killed process loses nothing
// older than that and the time of one write), or when a batch is full. A batch that cannot be written is
// tried again, later and later, and given up after `attempts`; meanwhile others wait in a queue that is
// bounded by bytes.
//
// Thread-safe. Jobs and callbacks run on the worker's thread: they must not throw, and post back to the
// thread of whoever wants to know.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "argwright/result.h"
#include "store/store.h"

namespace argwright::store {

struct WorkerOptions {
  std::size_t queue_bytes = std::size_t{64} << 20;  // of calls, and again of jobs
  std::size_t queue_jobs = 10'000;
  std::size_t batch_entries = 1000;
  std::chrono::milliseconds write_every{200};

  int attempts = 8;                            // for one batch: about eleven seconds with these pauses
  std::chrono::milliseconds first_pause{100};  // doubled for each further attempt
  std::chrono::milliseconds longest_pause{5000};

  KeepLimits keep;
  std::chrono::milliseconds prune_every{60'000};
  // While last_error() tells of one and nothing is written, the store is asked whether it is well again.
  std::chrono::milliseconds check_every{1000};

  // The destructor takes no longer, but for what the store does at that moment.
  std::chrono::milliseconds end_within{10'000};

  // A batch was given up; not told again before one was written.
  std::function<void(const Error& error, std::size_t entries)> on_loss;
};

class StoreWorker {
 public:
  using Job = std::function<void(Store& store)>;
  using Listener = std::function<void(const std::vector<CallEntry>& entries)>;

  static Result<std::unique_ptr<StoreWorker>> start(std::unique_ptr<Store> store, WorkerOptions options = {});
  // Writes what is queued and runs the jobs that wait, as far as there is time. Where a batch fails twice, or
  // the time is up, the rest is dropped; jobs that are left do not run.
  ~StoreWorker();
  StoreWorker(const StoreWorker&) = delete;
  StoreWorker& operator=(const StoreWorker&) = delete;

  // Never waits. False: the queue is full, the entries are dropped and counted.
  bool log_calls(std::vector<CallEntry> entries);
  // Jobs run one after another, in this order, and find every call that was logged before them (unless it
  // could not be written yet). `bytes`: what the job holds. False: the queue is full, the job will not run.
  bool run(Job job, std::size_t bytes = 0);
  // Waits until nothing is left of what was logged and asked for before; false: the deadline came first. Not
  // for the worker's own thread.
  bool flush(std::chrono::steady_clock::time_point deadline);

  // Told of entries once they are written, with their numbers.
  void on_calls_written(Listener listener);
  void set_keep(const KeepLimits& keep);

  std::size_t dropped() const;  // entries that were never written
  std::size_t queued_entries() const;
  std::size_t queued_bytes() const;  // of those entries
  std::size_t queued_jobs() const;
  // Why the store cannot be written to at present; for /readyz.
  std::optional<Error> last_error() const;

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  struct Logged {
    std::vector<CallEntry> entries;
    std::size_t bytes;
    Clock::time_point time;
  };
  struct Waiting {
    Job job;
    std::size_t bytes;
    std::uint64_t after;  // so many entries were logged before it
  };
  // Of entries or of jobs: how many were taken on, and how many of them are done with.
  struct Progress {
    std::uint64_t accepted = 0, done = 0;
    std::size_t open() const { return static_cast<std::size_t>(accepted - done); }
  };

  StoreWorker(std::unique_ptr<Store> store, WorkerOptions options);

  void work();  // what the thread does
  // The mutex is held, and let go while the store is used or a callback runs.
  void write_batch(Lock& lock);
  void give_up_batch(Lock& lock, const Error& error);
  void give_up_all(Lock& lock);
  void run_job(Lock& lock);
  void prune(Lock& lock);
  void check(Lock& lock);
  // The mutex is held.
  void take_batch();
  void settle_batch();
  void note_failure(Error error);
  bool job_may_run() const;
  bool must_write(Clock::time_point now) const;
  Clock::time_point next_event() const;
  std::chrono::milliseconds pause_after(int failures) const;

  const WorkerOptions options_;
  const std::unique_ptr<Store> store_;  // used by the thread only

  mutable std::mutex mutex_;
  std::condition_variable wake_;     // for the thread
  std::condition_variable settled_;  // for flush()
  bool stopping_ = false;
  Listener listener_;
  KeepLimits keep_;
  std::optional<Error> error_;

  std::deque<Logged> calls_;      // in the order of log_calls()
  std::vector<CallEntry> batch_;  // on its way to the store; kept while that fails
  std::size_t batch_bytes_ = 0;
  Progress entries_;
  std::size_t entry_bytes_ = 0;  // of calls_ and batch_
  std::deque<Waiting> jobs_;
  Progress job_count_;
  std::size_t job_bytes_ = 0;
  std::size_t dropped_ = 0;
  std::size_t flushes_ = 0;  // how many wait

  int failures_ = 0;  // of batch_
  bool loss_told_ = false;
  Clock::time_point next_attempt_, next_prune_, next_check_;
  Clock::time_point end_;  // where stopping_

  std::thread thread_;
};

}  // namespace argwright::store
