// Tested by reader_pool_test.cc.
#include "store/reader_pool.h"

#include <string>
#include <system_error>
#include <utility>

#include "store/unavailable_store.h"

namespace argwright::store {

Result<std::unique_ptr<ReaderPool>> ReaderPool::start(ReaderOptions options, const Limits& limits) {
  std::unique_ptr<ReaderPool> pool(new ReaderPool(std::move(options), limits));
  try {
    for (std::size_t i = 0; i < pool->options_.threads; ++i) {
      pool->threads_.emplace_back([raw = pool.get()] { raw->work(); });
    }
  } catch (const std::system_error& fault) {
    return Error{ErrorCode::kIo,
                 std::string("cannot start the threads that read the store (") + fault.what() +
                     "). Raise the limit of threads or processes for this user.",
                 {}};
  }
  return pool;
}

ReaderPool::~ReaderPool() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
    end_ = Clock::now() + limits_.end_within;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ReaderPool::ask(Job job, std::size_t bytes) {
  {
    const Lock lock(mutex_);
    if (jobs_.size() >= limits_.jobs || bytes > limits_.bytes || bytes_ > limits_.bytes - bytes) return false;
    bytes_ += bytes;
    jobs_.push_back(Waiting{std::move(job), bytes});
  }
  wake_.notify_one();
  return true;
}

bool ReaderPool::flush(Clock::time_point deadline) {
  Lock lock(mutex_);
  return settled_.wait_until(lock, deadline, [&] { return jobs_.empty() && running_ == 0; });
}

std::size_t ReaderPool::queued() const {
  const Lock lock(mutex_);
  return jobs_.size() + running_;
}

void ReaderPool::work() {
  std::unique_ptr<Store> store;
  bool is_open = false;
  Clock::time_point next_try;
  Lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty() || (stopping_ && Clock::now() >= end_)) return;
    Waiting next = std::move(jobs_.front());
    jobs_.pop_front();
    bytes_ -= next.bytes;
    ++running_;
    lock.unlock();
    if (!is_open && Clock::now() >= next_try) {
      Result<std::unique_ptr<Store>> opened = options_.open();
      is_open = opened.has_value();
      store = is_open ? *std::move(opened) : std::make_unique<UnavailableStore>(opened.error());
      next_try = Clock::now() + options_.open_every;
    }
    next.job(*store);
    next.job = nullptr;  // what it holds goes before it counts as done
    lock.lock();
    --running_;
    settled_.notify_all();
  }
}

}  // namespace argwright::store
