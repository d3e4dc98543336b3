// Runs a store on a thread of its own, so that those who serve never wait for a disk.
//
// Calls and remembered turns are gathered and written together: at least every `write_every` (so a killed
// process loses nothing older than that and the time of one write), or when a batch is full. Responses are
// written one by one, at once.
//
// All of them wait in one queue that is bounded by bytes.
// - While the store is away (it fails, and its check() does, too) they are kept; the store is asked whether
//   it is back, and they are written as soon as it is.
// - Where the store is well and a batch fails, the batch is cut in halves until what fails stands alone. What
//   the store refuses for its own sake is given up after `attempts`; where the store cannot write it now (no
//   room for it, a damaged page, too slow: cannot_write_now()), it is kept, and others go before it.
// - When the queue is full, what comes is refused: what was taken on is never taken back, and who comes knows
//   at once. What is refused or given up is counted, and told to on_loss.
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
#include <string_view>
#include <thread>
#include <vector>

#include "argwright/result.h"
#include "store/batch.h"
#include "store/pending_responses.h"
#include "store/reader_pool.h"
#include "store/store.h"

namespace argwright::store {

struct WorkerOptions {
  std::size_t queue_bytes = std::size_t{64} << 20;  // of calls, turns and responses, and again of jobs
  std::size_t queue_jobs = 10'000;
  std::size_t batch_entries = 1000;
  std::chrono::milliseconds write_every{200};

  int attempts = 3;  // for an entry that the store refuses although it is well
  // Between attempts, and between questions whether the store is back. Short, so that it is soon noticed.
  std::chrono::milliseconds first_pause{100};  // doubled for each further one
  std::chrono::milliseconds longest_pause{1000};

  KeepLimits keep;
  std::chrono::milliseconds prune_every{60'000};

  // The destructor takes no longer, but for what the store does at that moment.
  std::chrono::milliseconds end_within{10'000};

  // For ask(); without threads there the worker's own thread answers.
  ReaderOptions readers;

  // The store failed, or (with no error) is well again; told of changes only.
  std::function<void(const std::optional<Error>& error)> on_change;
  // Entries (calls, turns, responses) are lost: the queue is full, the store refused them, or there is no
  // time left to write them. While it lasts this is told at its beginning and at its end: all numbers
  // together are all that was lost.
  std::function<void(const Error& error, std::size_t entries)> on_loss;
};

class StoreWorker {
 public:
  using Job = std::function<void(Store& store)>;
  using Listener = std::function<void(const std::vector<CallEntry>& entries)>;

  static Result<std::unique_ptr<StoreWorker>> start(std::unique_ptr<Store> store, WorkerOptions options = {});
  // Writes what is queued and runs the jobs that wait, as far as there is time. Where the store is away at
  // the second attempt, or the time is up, the rest is dropped; jobs that are left do not run.
  ~StoreWorker();
  StoreWorker(const StoreWorker&) = delete;
  StoreWorker& operator=(const StoreWorker&) = delete;

  // Never waits. False: the queue is full, the entries are dropped and counted.
  bool log_call(CallEntry&& entry);
  bool log_calls(std::vector<CallEntry> entries);
  // Likewise; they share the queue and the batches of the calls. With `told` somebody waits for them: the
  // batch is written at once, and `told` hears whether it was, however long the store is away. Not where this
  // is false.
  bool remember(std::vector<RememberedTurn> turns, Told told = nullptr);
  // Likewise; responses share the queue and are written in the order they came.
  bool keep_response(StoredResponse response, Told told = nullptr);

  // Responses that still wait to be written; to be asked before the store is. Nothing: none waits, and the
  // store knows; null: its owner removed it.
  std::optional<PendingResponses::Response> pending_response(std::string_view owner,
                                                             std::string_view id) const;
  // Null: none of those that wait.
  PendingResponses::Response pending_response_with_item(std::string_view owner,
                                                        std::string_view item_id) const;
  // Removes a response that waits, also from the store, once that is back. Nothing: none waits; false: it was
  // removed before.
  std::optional<bool> remove_pending_response(std::string_view owner, std::string_view id);

  // Jobs run one after another, in this order, and find every call that was logged before them (unless it
  // could not be written yet). `bytes`: what the job holds. False: the queue is full, the job will not run.
  bool run(Job job, std::size_t bytes = 0);
  // A job that only reads. It may run on any reader at once: it waits neither for the calls and turns before
  // it, nor for other jobs. False: the queue is full, the job will not run.
  bool ask(Job job, std::size_t bytes = 0);
  // Waits until nothing is left of what was logged and asked for before; false: the deadline came first. Not
  // for the worker's own thread.
  bool flush(std::chrono::steady_clock::time_point deadline);

  // Told of entries once they are written, with their numbers.
  void on_calls_written(Listener listener);
  void set_keep(const KeepLimits& keep);

  std::size_t dropped() const;            // calls that were never written
  std::size_t dropped_turns() const;      // and turns
  std::size_t dropped_responses() const;  // and responses, or removals of such that waited
  std::size_t queued_entries() const;     // calls, turns and responses
  std::size_t queued_bytes() const;       // of those entries
  std::size_t queued_jobs() const;
  // Why the store cannot be written to at present; for /readyz.
  std::optional<Error> last_error() const;
  // Is anything being lost at present? True until the queue is half empty again and the store is well.
  bool is_losing() const;

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  struct Queued {
    Batch batch;
    Clock::time_point time;
  };
  struct Waiting {
    Job job;
    std::size_t bytes;
    std::uint64_t after;  // so many entries were logged before it
  };
  // Of entries (calls and turns) or of jobs: how many were taken on, and how many of them are done with.
  struct Progress {
    std::uint64_t accepted = 0, done = 0;
    std::size_t open() const { return static_cast<std::size_t>(accepted - done); }
  };
  // How an attempt to write failed.
  struct Failure {
    Error error;
    bool is_well;  // what the store says of itself
  };
  // Of what is next to be written: calls and turns, or a response.
  struct Trouble {
    int failures = 0;  // since the last success
    int refusals = 0;  // of this very entry
    Clock::time_point next;
  };

  StoreWorker(std::unique_ptr<Store> store, WorkerOptions options);

  void work();  // what the thread does
  // The mutex is held, and let go while the store is used or a callback runs.
  void write_batch(Lock& lock);
  void write_response(Lock& lock);
  template <typename Write>
  std::optional<Failure> attempt(Lock& lock, const Write& write);
  // True: it was tried often enough.
  bool note_failure(Lock& lock, Trouble& trouble, const Failure& failure);
  void note_success(Lock& lock, Trouble& trouble);
  void settle_batch(Lock& lock, bool is_written);
  void settle_response(Lock& lock, bool is_written);
  void give_up_all(Lock& lock, const Error& error);
  void begin_loss(Lock& lock, const Error& error);
  void end_loss(Lock& lock);
  void tell_lost(Lock& lock);
  void run_job(Lock& lock);
  void drop_jobs(Lock& lock);
  void prune(Lock& lock);
  void check(Lock& lock);
  // How the store did just now; tells of a change.
  void note(Lock& lock, std::optional<Error> error);
  bool enqueue(Batch batch);
  // `after`: waits for so many entries; none: for all until now.
  bool enqueue_job(Job job, std::size_t bytes, std::optional<std::uint64_t> after);
  // The mutex is held.
  bool has_room(std::size_t bytes) const;
  bool refuse(std::size_t& dropped, std::size_t entries);  // true: wake the thread
  Batch& open_batch();                                     // the one that takes what comes now
  bool note_accepted(std::size_t entries, std::size_t bytes, std::size_t awaited);  // true: wake the thread
  void take_batch();
  void cut_batch();
  void move_batch_to_back();
  void pass_on_misses(bool is_written);  // of batch_, to the rest of it
  void count_lost(const Batch& batch);
  bool is_idle() const { return entries_.open() == 0 && response_count_.open() == 0; }
  bool job_may_run() const;
  bool must_write(Clock::time_point now) const;
  bool must_keep(Clock::time_point now) const;
  bool must_check(Clock::time_point now) const;
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

  std::deque<Queued> queue_;  // in the order of log_calls() and remember(); none is empty
  Batch batch_;               // on its way to the store; kept while that fails
  Batch spare_;               // empty: its memory serves the next batch
  PendingResponses responses_;
  Progress entries_, response_count_;
  std::size_t entry_bytes_ = 0;  // of queue_, batch_ and responses_
  std::deque<Waiting> jobs_;
  Progress job_count_;
  std::size_t job_bytes_ = 0;
  std::size_t dropped_calls_ = 0, dropped_turns_ = 0, dropped_responses_ = 0;
  std::size_t flushes_ = 0;  // how many wait
  std::size_t awaited_ = 0;  // of remember(), in queue_ and batch_

  Trouble batch_trouble_, response_trouble_;
  bool is_away_ = false;       // nothing is written before check() says otherwise
  std::size_t batch_limit_;    // smaller after a batch failed, larger after one was written
  int checks_ = 0;             // that failed one after another
  std::size_t untold_ = 0;     // of what was lost
  std::optional<Error> loss_;  // why; none: nothing is being lost
  Clock::time_point next_prune_, next_check_;
  Clock::time_point end_;  // where stopping_

  std::thread thread_;
  std::unique_ptr<ReaderPool> readers_;  // null: none
};

}  // namespace argwright::store
