// Tested by worker_test.cc and worker_kill_test.cc.
#include "store/worker.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

namespace argwright::store {
namespace {

std::size_t bytes_of(const CallEntry& entry) {
  std::size_t bytes = sizeof(CallEntry);
  for (const std::string* text : {&entry.request_id, &entry.key_name, &entry.upstream, &entry.provider,
                                  &entry.model, &entry.tool, &entry.call_id, &entry.fate, &entry.outcome,
                                  &entry.raw, &entry.arguments, &entry.fixes, &entry.error}) {
    bytes += text->size();
  }
  return bytes;
}

}  // namespace

Result<std::unique_ptr<StoreWorker>> StoreWorker::start(std::unique_ptr<Store> store, WorkerOptions options) {
  std::unique_ptr<StoreWorker> worker(new StoreWorker(std::move(store), std::move(options)));
  try {
    worker->thread_ = std::thread([raw = worker.get()] { raw->work(); });
  } catch (const std::system_error& fault) {
    return Error{ErrorCode::kIo,
                 std::string("cannot start the thread of the store (") + fault.what() +
                     "). Raise the limit of threads or processes for this user.",
                 {}};
  }
  return worker;
}

StoreWorker::StoreWorker(std::unique_ptr<Store> store, WorkerOptions options)
    : options_(std::move(options)),
      store_(std::move(store)),
      keep_(options_.keep),
      next_prune_(Clock::now()) {}

StoreWorker::~StoreWorker() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
    end_ = Clock::now() + options_.end_within;
    failures_ = 0;  // no pause: the batch is tried at once, see write_batch()
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool StoreWorker::log_calls(std::vector<CallEntry> entries) {
  if (entries.empty()) return true;
  std::size_t bytes = 0;
  for (const CallEntry& entry : entries) bytes += bytes_of(entry);
  bool wakes = false;
  {
    const Lock lock(mutex_);
    const std::size_t before = entries_.open();
    if (bytes > options_.queue_bytes || entry_bytes_ > options_.queue_bytes - bytes) {
      dropped_ += entries.size();
      return false;
    }
    entries_.accepted += entries.size();
    entry_bytes_ += bytes;
    calls_.push_back(Logged{std::move(entries), bytes, Clock::now()});
    // The thread sleeps until the oldest is due: it has to know of the first, and of a full batch.
    wakes = before == 0 || (before < options_.batch_entries && entries_.open() >= options_.batch_entries);
  }
  if (wakes) wake_.notify_one();
  return true;
}

bool StoreWorker::run(Job job, std::size_t bytes) {
  {
    const Lock lock(mutex_);
    if (jobs_.size() >= options_.queue_jobs || bytes > options_.queue_bytes ||
        job_bytes_ > options_.queue_bytes - bytes) {
      return false;
    }
    ++job_count_.accepted;
    job_bytes_ += bytes;
    jobs_.push_back(Waiting{std::move(job), bytes, entries_.accepted});
  }
  wake_.notify_one();
  return true;
}

bool StoreWorker::flush(Clock::time_point deadline) {
  Lock lock(mutex_);
  const std::uint64_t entries = entries_.accepted;
  const std::uint64_t jobs = job_count_.accepted;
  ++flushes_;
  wake_.notify_one();
  const bool settled = settled_.wait_until(
      lock, deadline, [&] { return entries_.done >= entries && job_count_.done >= jobs; });
  --flushes_;
  return settled;
}

void StoreWorker::on_calls_written(Listener listener) {
  const Lock lock(mutex_);
  listener_ = std::move(listener);
}

void StoreWorker::set_keep(const KeepLimits& keep) {
  const Lock lock(mutex_);
  keep_ = keep;
}

std::size_t StoreWorker::dropped() const {
  const Lock lock(mutex_);
  return dropped_;
}

std::size_t StoreWorker::queued_entries() const {
  const Lock lock(mutex_);
  return entries_.open();
}

std::size_t StoreWorker::queued_bytes() const {
  const Lock lock(mutex_);
  return entry_bytes_;
}

std::size_t StoreWorker::queued_jobs() const {
  const Lock lock(mutex_);
  return job_count_.open();
}

std::optional<Error> StoreWorker::last_error() const {
  const Lock lock(mutex_);
  return error_;
}

void StoreWorker::work() {
  Lock lock(mutex_);
  // One of each kind in turn, so that neither a stream of calls nor of jobs keeps the others waiting.
  while (!stopping_ || entries_.open() > 0 || !jobs_.empty()) {
    const Clock::time_point now = Clock::now();
    if (stopping_ && now >= end_) return give_up_all(lock);
    bool idle = true;
    if (must_write(now)) {
      write_batch(lock);
      idle = false;
    }
    if (job_may_run()) {
      run_job(lock);
      idle = false;
    }
    if (!stopping_ && now >= next_prune_) {
      prune(lock);
      idle = false;
    }
    if (!stopping_ && error_ && entries_.open() == 0 && now >= next_check_) {
      check(lock);
      idle = false;
    }
    if (idle) wake_.wait_until(lock, next_event());
  }
}

bool StoreWorker::must_write(Clock::time_point now) const {
  if (entries_.open() == 0) return false;
  if (failures_ > 0) return now >= next_attempt_;
  const bool awaited = stopping_ || flushes_ > 0 || (!jobs_.empty() && jobs_.front().after > entries_.done);
  return awaited || entries_.open() >= options_.batch_entries ||
         now >= calls_.front().time + options_.write_every;
}

bool StoreWorker::job_may_run() const {
  return !jobs_.empty() && (jobs_.front().after <= entries_.done || failures_ > 0);
}

StoreWorker::Clock::time_point StoreWorker::next_event() const {
  // Far, but not so far that the clock cannot hold it.
  Clock::time_point next = Clock::now() + std::chrono::hours(1);
  if (!stopping_) next = std::min(next, next_prune_);
  if (failures_ > 0) {
    next = std::min(next, next_attempt_);
  } else if (!calls_.empty()) {
    next = std::min(next, calls_.front().time + options_.write_every);
  } else if (error_) {
    next = std::min(next, next_check_);
  }
  return next;
}

std::chrono::milliseconds StoreWorker::pause_after(int failures) const {
  const int doublings = std::clamp(failures - 1, 0, 20);
  return std::min(options_.first_pause * (std::int64_t{1} << doublings), options_.longest_pause);
}

void StoreWorker::write_batch(Lock& lock) {
  if (batch_.empty()) take_batch();
  lock.unlock();
  std::optional<Error> error = store_->add_calls(batch_);
  lock.lock();
  if (error) {
    const Error failure = *error;
    note_failure(*std::move(error));
    const int attempts = stopping_ ? std::min(options_.attempts, 2) : options_.attempts;
    if (++failures_ >= attempts) {
      give_up_batch(lock, failure);
    } else {
      next_attempt_ = Clock::now() + pause_after(failures_);
    }
    return;
  }
  failures_ = 0;
  loss_told_ = false;
  error_.reset();
  if (listener_) {
    const Listener listener = listener_;
    lock.unlock();
    listener(batch_);
    lock.lock();
  }
  settle_batch();
}

void StoreWorker::give_up_batch(Lock& lock, const Error& error) {
  // At the end there is no time to try the others as often: they go the same way.
  if (stopping_) {
    while (!calls_.empty()) take_batch();
  }
  const std::size_t lost = batch_.size();
  dropped_ += lost;
  failures_ = 0;
  if (!std::exchange(loss_told_, true) && options_.on_loss) {
    lock.unlock();
    options_.on_loss(error, lost);
    lock.lock();
  }
  settle_batch();
}

void StoreWorker::give_up_all(Lock& lock) {
  const Error late{ErrorCode::kIo, "the store was too slow to take all calls before the gateway ended.", {}};
  if (entries_.open() > 0) give_up_batch(lock, error_.value_or(late));
  std::deque<Waiting> unwanted;
  unwanted.swap(jobs_);
  lock.unlock();  // what they hold may be anything
  unwanted.clear();
  lock.lock();
}

void StoreWorker::take_batch() {
  const std::size_t enough = batch_.size() + options_.batch_entries;
  while (!calls_.empty() && batch_.size() < enough) {
    Logged& next = calls_.front();
    std::move(next.entries.begin(), next.entries.end(), std::back_inserter(batch_));
    batch_bytes_ += next.bytes;
    calls_.pop_front();
  }
}

void StoreWorker::settle_batch() {
  entries_.done += batch_.size();
  entry_bytes_ -= std::exchange(batch_bytes_, 0);
  batch_.clear();
  settled_.notify_all();
}

void StoreWorker::note_failure(Error error) {
  error_ = std::move(error);
  next_check_ = Clock::now() + options_.check_every;
}

void StoreWorker::run_job(Lock& lock) {
  Waiting next = std::move(jobs_.front());
  jobs_.pop_front();
  lock.unlock();
  next.job(*store_);
  next.job = nullptr;  // what it holds goes before it counts as done
  lock.lock();
  ++job_count_.done;
  job_bytes_ -= next.bytes;
  settled_.notify_all();
}

void StoreWorker::prune(Lock& lock) {
  const KeepLimits keep = keep_;
  lock.unlock();
  Result<bool> more = store_->prune(keep, std::chrono::system_clock::now());
  lock.lock();
  // One step in each round: what is due to be written goes between them.
  next_prune_ = Clock::now() + (more.value_or(false) ? std::chrono::milliseconds(0) : options_.prune_every);
  if (!more) note_failure(std::move(more).error());
}

void StoreWorker::check(Lock& lock) {
  lock.unlock();
  std::optional<Error> error = store_->check();
  lock.lock();
  if (error) {
    note_failure(*std::move(error));
  } else {
    error_.reset();
  }
}

}  // namespace argwright::store
