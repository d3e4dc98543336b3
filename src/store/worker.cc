// Tested by worker_test.cc and worker_kill_test.cc.
#include "store/worker.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace argwright::store {
namespace {

constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);
// What somebody who waits holds; roughly.
constexpr std::size_t kToldBytes = 256;

Error no_room(std::size_t bytes, const std::optional<Error>& why) {
  std::string words = "there is no room in the queue of " + std::to_string(bytes) + " bytes: ";
  words += why ? why->message : "it is too large, or the store is slower than what comes.";
  return Error{ErrorCode::kIo, std::move(words), {}};
}

}  // namespace

Result<std::unique_ptr<StoreWorker>> StoreWorker::start(std::unique_ptr<Store> store, WorkerOptions options) {
  std::unique_ptr<StoreWorker> worker(new StoreWorker(std::move(store), std::move(options)));
  const WorkerOptions& own = worker->options_;
  if (own.readers.threads > 0) {
    Result<std::unique_ptr<ReaderPool>> readers =
        ReaderPool::start(own.readers, {own.queue_jobs, own.queue_bytes, own.end_within});
    if (!readers) return readers.error();
    worker->readers_ = *std::move(readers);
  }
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
      batch_limit_(kNoLimit),
      next_prune_(Clock::now()) {}

StoreWorker::~StoreWorker() {
  readers_.reset();
  {
    const Lock lock(mutex_);
    stopping_ = true;
    end_ = Clock::now() + options_.end_within;
    // No pause: everything is tried at once, see note_failure().
    is_away_ = false;
    batch_trouble_ = response_trouble_ = {};
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool StoreWorker::log_call(CallEntry&& entry) {
  const std::size_t bytes = bytes_of(entry);
  bool taken = false;
  bool wakes = false;
  {
    const Lock lock(mutex_);
    taken = has_room(bytes);
    if (taken) {
      Batch& batch = open_batch();
      batch.calls.push_back(std::move(entry));
      batch.bytes += bytes;
      wakes = note_accepted(1, bytes, 0);
    } else {
      wakes = refuse(dropped_calls_, 1);
    }
  }
  if (wakes) wake_.notify_one();
  return taken;
}

bool StoreWorker::log_calls(std::vector<CallEntry> entries) {
  Batch batch;
  for (const CallEntry& entry : entries) batch.bytes += bytes_of(entry);
  batch.calls = std::move(entries);
  return enqueue(std::move(batch));
}

bool StoreWorker::remember(std::vector<RememberedTurn> turns, Told told) {
  Batch batch;
  if (told) {
    batch.waiting.push_back(std::move(told));
    batch.bytes += kToldBytes;
  }
  for (const RememberedTurn& turn : turns) batch.bytes += bytes_of(turn);
  batch.turns = std::move(turns);
  return enqueue(std::move(batch));
}

bool StoreWorker::enqueue(Batch batch) {
  if (batch.size() == 0) {
    for (const Told& told : batch.waiting) told(true);
    return true;
  }
  bool taken = false;
  bool wakes = false;
  {
    const Lock lock(mutex_);
    taken = has_room(batch.bytes);
    if (taken) {
      const std::size_t entries = batch.size();
      const std::size_t bytes = batch.bytes;
      const std::size_t awaited = batch.waiting.size();
      open_batch().take(std::move(batch));
      wakes = note_accepted(entries, bytes, awaited);
    } else {
      wakes = refuse(dropped_calls_, batch.calls.size());
      wakes = refuse(dropped_turns_, batch.turns.size()) || wakes;
    }
  }
  if (wakes) wake_.notify_one();
  return taken;
}

bool StoreWorker::keep_response(StoredResponse response, Told told) {
  const std::size_t bytes = PendingResponses::bytes_of(response) + (told ? kToldBytes : 0);
  const auto kept = std::make_shared<const StoredResponse>(std::move(response));
  bool taken = false;
  bool wakes = true;
  {
    const Lock lock(mutex_);
    taken = has_room(bytes);
    if (taken) {
      responses_.add({kept, std::move(told), bytes});
      ++response_count_.accepted;
      entry_bytes_ += bytes;
    } else {
      wakes = refuse(dropped_responses_, 1);
    }
  }
  if (wakes) wake_.notify_one();
  return taken;
}

std::optional<PendingResponses::Response> StoreWorker::pending_response(std::string_view owner,
                                                                        std::string_view id) const {
  const Lock lock(mutex_);
  return responses_.find(owner, id);
}

PendingResponses::Response StoreWorker::pending_response_with_item(std::string_view owner,
                                                                   std::string_view item_id) const {
  const Lock lock(mutex_);
  return responses_.find_item(owner, item_id);
}

std::optional<bool> StoreWorker::remove_pending_response(std::string_view owner, std::string_view id) {
  const Lock lock(mutex_);
  return responses_.remove(owner, id);
}

bool StoreWorker::has_room(std::size_t bytes) const {
  return bytes <= options_.queue_bytes && entry_bytes_ <= options_.queue_bytes - bytes;
}

bool StoreWorker::refuse(std::size_t& dropped, std::size_t entries) {
  dropped += entries;
  untold_ += entries;
  return !loss_;  // else it is told at its end
}

Batch& StoreWorker::open_batch() {
  if (queue_.empty() || queue_.back().batch.size() >= options_.batch_entries)
    queue_.push_back(Queued{std::exchange(spare_, {}), Clock::now()});
  return queue_.back().batch;
}

bool StoreWorker::note_accepted(std::size_t entries, std::size_t bytes, std::size_t awaited) {
  const std::size_t before = entries_.open();
  entries_.accepted += entries;
  entry_bytes_ += bytes;
  awaited_ += awaited;
  // The thread sleeps until the oldest is due: it has to know of the first, and of a full batch.
  return before == 0 || awaited > 0 ||
         (before < options_.batch_entries && entries_.open() >= options_.batch_entries);
}

bool StoreWorker::run(Job job, std::size_t bytes) { return enqueue_job(std::move(job), bytes, std::nullopt); }

bool StoreWorker::ask(Job job, std::size_t bytes) {
  if (readers_) return readers_->ask(std::move(job), bytes);
  return enqueue_job(std::move(job), bytes, 0);
}

bool StoreWorker::enqueue_job(Job job, std::size_t bytes, std::optional<std::uint64_t> after) {
  {
    const Lock lock(mutex_);
    if (jobs_.size() >= options_.queue_jobs || bytes > options_.queue_bytes ||
        job_bytes_ > options_.queue_bytes - bytes) {
      return false;
    }
    ++job_count_.accepted;
    job_bytes_ += bytes;
    jobs_.push_back(Waiting{std::move(job), bytes, after.value_or(entries_.accepted)});
  }
  wake_.notify_one();
  return true;
}

bool StoreWorker::flush(Clock::time_point deadline) {
  Lock lock(mutex_);
  const std::uint64_t entries = entries_.accepted;
  const std::uint64_t responses = response_count_.accepted;
  const std::uint64_t jobs = job_count_.accepted;
  ++flushes_;
  wake_.notify_one();
  const bool settled = settled_.wait_until(lock, deadline, [&] {
    return entries_.done >= entries && response_count_.done >= responses && job_count_.done >= jobs;
  });
  --flushes_;
  lock.unlock();
  return settled && (!readers_ || readers_->flush(deadline));
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
  return dropped_calls_;
}

std::size_t StoreWorker::dropped_turns() const {
  const Lock lock(mutex_);
  return dropped_turns_;
}

std::size_t StoreWorker::dropped_responses() const {
  const Lock lock(mutex_);
  return dropped_responses_;
}

std::size_t StoreWorker::queued_entries() const {
  const Lock lock(mutex_);
  return entries_.open() + response_count_.open();
}

std::size_t StoreWorker::queued_bytes() const {
  const Lock lock(mutex_);
  return entry_bytes_;
}

std::size_t StoreWorker::queued_jobs() const {
  const std::size_t asked = readers_ ? readers_->queued() : 0;
  const Lock lock(mutex_);
  return job_count_.open() + asked;
}

std::optional<Error> StoreWorker::last_error() const {
  const Lock lock(mutex_);
  return error_;
}

bool StoreWorker::is_losing() const {
  const Lock lock(mutex_);
  return loss_.has_value() || untold_ > 0;
}

void StoreWorker::work() {
  Lock lock(mutex_);
  // One of each kind in turn, so that neither a stream of calls nor of jobs keeps the others waiting.
  while (!stopping_ || !is_idle() || !jobs_.empty()) {
    const Clock::time_point now = Clock::now();
    if (stopping_ && now >= end_) {
      const Error late{
          ErrorCode::kIo, "the store was too slow to take everything before the gateway ended.", {}};
      give_up_all(lock, error_.value_or(late));
      drop_jobs(lock);
      break;
    }
    bool idle = true;
    if (must_write(now)) {
      write_batch(lock);
      idle = false;
    }
    if (must_keep(now)) {
      write_response(lock);
      idle = false;
    }
    if (job_may_run()) {
      run_job(lock);
      idle = false;
    }
    if (!stopping_ && !is_away_ && now >= next_prune_) {
      prune(lock);
      idle = false;
    }
    if (must_check(now)) {
      check(lock);
      idle = false;
    }
    if (untold_ > 0 && !loss_) {
      begin_loss(lock, no_room(options_.queue_bytes, error_));
      idle = false;
    }
    end_loss(lock);
    if (idle) wake_.wait_until(lock, next_event());
  }
  tell_lost(lock);
}

bool StoreWorker::must_write(Clock::time_point now) const {
  if (is_away_ || entries_.open() == 0) return false;
  if (batch_trouble_.failures > 0) return now >= batch_trouble_.next;
  const bool awaited =
      stopping_ || flushes_ > 0 || awaited_ > 0 || (!jobs_.empty() && jobs_.front().after > entries_.done);
  return awaited || entries_.open() >= options_.batch_entries ||
         now >= queue_.front().time + options_.write_every;
}

bool StoreWorker::must_keep(Clock::time_point now) const {
  return !is_away_ && !responses_.empty() && now >= response_trouble_.next;
}

bool StoreWorker::must_check(Clock::time_point now) const {
  return !stopping_ && error_ && (is_away_ || is_idle()) && now >= next_check_;
}

bool StoreWorker::job_may_run() const {
  return !jobs_.empty() && (jobs_.front().after <= entries_.done || is_away_ || batch_trouble_.failures > 0);
}

StoreWorker::Clock::time_point StoreWorker::next_event() const {
  // Far, but not so far that the clock cannot hold it.
  Clock::time_point next = Clock::now() + std::chrono::hours(1);
  if (error_ && (is_away_ || is_idle())) next = std::min(next, next_check_);
  if (is_away_) return next;
  if (!stopping_) next = std::min(next, next_prune_);
  if (!responses_.empty()) next = std::min(next, response_trouble_.next);
  if (batch_trouble_.failures > 0) {
    next = std::min(next, batch_trouble_.next);
  } else if (!queue_.empty()) {
    next = std::min(next, queue_.front().time + options_.write_every);
  }
  return next;
}

std::chrono::milliseconds StoreWorker::pause_after(int failures) const {
  const int doublings = std::clamp(failures - 1, 0, 20);
  return std::min(options_.first_pause * (std::int64_t{1} << doublings), options_.longest_pause);
}

template <typename Write>
std::optional<StoreWorker::Failure> StoreWorker::attempt(Lock& lock, const Write& write) {
  lock.unlock();
  std::optional<Error> error = write();
  std::optional<Failure> failure;
  // What the error is about, the store or what was written, the store knows best.
  if (error) failure = Failure{*std::move(error), !store_->check()};
  lock.lock();
  return failure;
}

void StoreWorker::write_batch(Lock& lock) {
  if (batch_.size() == 0) take_batch();
  if (batch_.size() > batch_limit_) cut_batch();
  const std::optional<Failure> failure =
      attempt(lock, [&] { return store_->add_batch(batch_.calls, batch_.turns); });
  if (!failure) {
    batch_limit_ = batch_limit_ < options_.batch_entries ? batch_limit_ * 2 : kNoLimit;
    note_success(lock, batch_trouble_);
    if (listener_ && !batch_.calls.empty()) {
      const Listener listener = listener_;
      lock.unlock();
      listener(batch_.calls);
      lock.lock();
    }
    settle_batch(lock, true);
    return;
  }
  if (failure->is_well && batch_.size() > 1) {
    // Half of it is tried at once: one of two is as good as ever, or it is soon known which one is not.
    batch_limit_ = batch_.size() / 2;
    ++batch_trouble_.failures;
    batch_trouble_.next = Clock::now();
    note(lock, failure->error);
    return;
  }
  if (!note_failure(lock, batch_trouble_, *failure)) return;
  if (cannot_write_now(failure->error)) {
    move_batch_to_back();
    return;
  }
  batch_trouble_ = {};
  count_lost(batch_);
  begin_loss(lock, failure->error);
  settle_batch(lock, false);
}

void StoreWorker::write_response(Lock& lock) {
  const PendingResponses::Response response = responses_.front().response;
  const bool removes = responses_.front().is_removed;
  const std::optional<Failure> failure = attempt(lock, [&]() -> std::optional<Error> {
    if (!removes) return store_->put_response(*response);
    Result<bool> removed = store_->remove_response(response->owner, response->id);
    if (removed) return std::nullopt;
    return std::move(removed).error();
  });
  if (!failure) {
    note_success(lock, response_trouble_);
    // Its owner may have removed it while it was written: then that is still to be done.
    if (responses_.front().is_removed == removes) settle_response(lock, true);
    return;
  }
  if (!note_failure(lock, response_trouble_, *failure)) return;
  if (cannot_write_now(failure->error) && !responses_.is_front_outdated()) {
    responses_.move_front_to_back();
    return;
  }
  response_trouble_ = {};
  // One that a newer one replaces is no loss.
  if (!responses_.is_front_outdated()) {
    ++dropped_responses_;
    ++untold_;
    begin_loss(lock, failure->error);
  }
  settle_response(lock, false);
}

bool StoreWorker::note_failure(Lock& lock, Trouble& trouble, const Failure& failure) {
  note(lock, failure.error);
  const bool is_store = cannot_write_now(failure.error);
  ++trouble.failures;
  trouble.refusals = failure.is_well ? trouble.refusals + 1 : 0;
  trouble.next = Clock::now() + pause_after(is_store ? trouble.failures : trouble.refusals);
  if (!failure.is_well) {
    if (!stopping_) {
      is_away_ = true;
      trouble.next = {};  // at once, when it is back
      checks_ = 0;
      next_check_ = Clock::now() + pause_after(1);
    } else if (trouble.failures >= 2) {
      give_up_all(lock, failure.error);  // it will hardly be back in time
    }
    return false;
  }
  if (trouble.refusals < (stopping_ ? std::min(options_.attempts, 2) : options_.attempts)) return false;
  trouble.refusals = 0;
  return true;
}

void StoreWorker::note_success(Lock& lock, Trouble& trouble) {
  trouble = {};
  // Calls may fail where responses do not, and the other way round.
  if (batch_trouble_.failures == 0 && response_trouble_.failures == 0) note(lock, std::nullopt);
}

void StoreWorker::give_up_all(Lock& lock, const Error& error) {
  while (!queue_.empty()) take_batch();
  count_lost(batch_);
  dropped_responses_ += responses_.size();
  untold_ += responses_.size();
  begin_loss(lock, error);
  settle_batch(lock, false);
  while (!responses_.empty()) settle_response(lock, false);
}

void StoreWorker::drop_jobs(Lock& lock) {
  std::deque<Waiting> unwanted;
  unwanted.swap(jobs_);
  lock.unlock();  // what they hold may be anything
  unwanted.clear();
  lock.lock();
}

void StoreWorker::take_batch() {
  if (batch_.size() == 0) {
    batch_ = std::move(queue_.front().batch);
  } else {
    batch_.take(std::move(queue_.front().batch));
  }
  queue_.pop_front();
}

void StoreWorker::cut_batch() {
  Batch rest = batch_.take_rest(batch_limit_);
  queue_.push_front(Queued{std::move(rest), {}});  // due at once
}

void StoreWorker::move_batch_to_back() {
  if (queue_.empty()) return;
  pass_on_misses(false);
  batch_.is_followed = false;
  queue_.push_back(Queued{std::exchange(batch_, {}), {}});
}

void StoreWorker::pass_on_misses(bool is_written) {
  if (batch_.is_followed && !queue_.empty() && (!is_written || batch_.misses_some))
    queue_.front().batch.misses_some = true;
}

void StoreWorker::count_lost(const Batch& batch) {
  dropped_calls_ += batch.calls.size();
  dropped_turns_ += batch.turns.size();
  untold_ += batch.size();
}

void StoreWorker::begin_loss(Lock& lock, const Error& error) {
  if (loss_) return;
  loss_ = error;
  tell_lost(lock);
}

void StoreWorker::end_loss(Lock& lock) {
  // Half: where the store is just too slow, the queue is full again with the next entry.
  if (!loss_ || error_ || entry_bytes_ > options_.queue_bytes / 2) return;
  tell_lost(lock);
  loss_.reset();
}

void StoreWorker::tell_lost(Lock& lock) {
  const std::size_t entries = std::exchange(untold_, 0);
  if (entries == 0 || !options_.on_loss) return;
  const Error why = loss_.value_or(no_room(options_.queue_bytes, error_));
  lock.unlock();
  options_.on_loss(why, entries);
  lock.lock();
}

void StoreWorker::settle_batch(Lock& lock, bool is_written) {
  pass_on_misses(is_written);
  entries_.done += batch_.size();
  entry_bytes_ -= batch_.bytes;
  awaited_ -= batch_.waiting.size();
  Batch settled = std::exchange(batch_, {});
  settled_.notify_all();
  // Those who log wait for the mutex: what a thousand entries hold is given back without it.
  lock.unlock();
  for (const Told& told : settled.waiting) told(is_written && !settled.misses_some);
  settled.clear();
  lock.lock();
  spare_ = std::move(settled);
}

void StoreWorker::settle_response(Lock& lock, bool is_written) {
  PendingResponses::Entry settled = responses_.take_front();
  ++response_count_.done;
  entry_bytes_ -= settled.bytes;
  settled_.notify_all();
  lock.unlock();
  if (settled.told) settled.told(is_written);
  settled = {};
  lock.lock();
}

void StoreWorker::note(Lock& lock, std::optional<Error> error) {
  const bool changed = error.has_value() != error_.has_value();
  error_ = std::move(error);
  if (changed) {
    checks_ = 0;
    next_check_ = Clock::now() + pause_after(1);
  }
  if (!changed || !options_.on_change) return;
  const std::optional<Error> told = error_;
  lock.unlock();
  options_.on_change(told);
  lock.lock();
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
  if (!more) note(lock, std::move(more).error());
}

void StoreWorker::check(Lock& lock) {
  lock.unlock();
  std::optional<Error> error = store_->check();
  lock.lock();
  if (error) {
    next_check_ = Clock::now() + pause_after(++checks_ + 1);
    note(lock, std::move(error));
    return;
  }
  checks_ = 0;
  next_check_ = Clock::now() + pause_after(1);
  is_away_ = false;
  // Where something waits, writing it proves that the store is well.
  if (is_idle()) note(lock, std::nullopt);
}

}  // namespace argwright::store
