// Threads that answer questions, each with a store of its own, so that a look-up waits neither for a batch
// that is being written nor for a slow search.
//
// Thread-safe. Jobs run on the threads of the pool: they must not throw, must only read, and post back to the
// thread of whoever wants to know. Every job that was taken on runs, unless the pool ends first.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "argwright/result.h"
#include "store/store.h"

namespace argwright::store {

struct ReaderOptions {
  std::size_t threads = 0;
  // A store for one thread. Where it fails, jobs get one that fails with the same error, and it is tried
  // again for a later job.
  std::function<Result<std::unique_ptr<Store>>()> open;
  std::chrono::milliseconds open_every{1000};
};

class ReaderPool {
 public:
  using Job = std::function<void(Store& store)>;
  using Clock = std::chrono::steady_clock;
  struct Limits {
    std::size_t jobs, bytes;
    std::chrono::milliseconds end_within;
  };

  static Result<std::unique_ptr<ReaderPool>> start(ReaderOptions options, const Limits& limits);
  // Runs the jobs that wait, as far as there is time.
  ~ReaderPool();
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;

  // False: the queue is full, the job will not run.
  bool ask(Job job, std::size_t bytes);
  // Waits until every job that was asked before has run.
  bool flush(Clock::time_point deadline);
  std::size_t queued() const;  // with those that run

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Waiting {
    Job job;
    std::size_t bytes;
  };

  ReaderPool(ReaderOptions options, const Limits& limits) : options_(std::move(options)), limits_(limits) {}
  void work();  // what each thread does

  const ReaderOptions options_;
  const Limits limits_;

  mutable std::mutex mutex_;
  std::condition_variable wake_, settled_;
  bool stopping_ = false;
  Clock::time_point end_;  // where stopping_
  std::deque<Waiting> jobs_;
  std::size_t bytes_ = 0;    // of jobs_
  std::size_t running_ = 0;  // jobs

  std::vector<std::thread> threads_;
};

}  // namespace argwright::store
