#include "store/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/fake_store.h"
#include "store/open.h"
#include "store/sample_calls.h"
#include "store/temp_folder.h"

namespace argwright::store {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

Clock::time_point soon() { return Clock::now() + seconds(20); }

// Waits for what another thread will do.
template <typename Condition>
bool eventually(Condition condition) {
  const Clock::time_point deadline = soon();
  while (!condition()) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

class StoreWorkerTest : public testing::Test {
 protected:
  std::unique_ptr<StoreWorker> start(WorkerOptions options = {}) {
    Result<std::unique_ptr<StoreWorker>> started =
        StoreWorker::start(std::make_unique<FakeStore>(state_), std::move(options));
    EXPECT_TRUE(started);
    return *std::move(started);
  }

  // Keeps the worker busy until the promise is kept.
  static void hold(StoreWorker& worker, std::promise<void>& release) {
    auto running = std::make_shared<std::promise<void>>();
    std::future<void> ran = running->get_future();
    std::shared_future<void> until = release.get_future().share();
    ASSERT_TRUE(worker.run([running, until](Store&) {
      running->set_value();
      until.wait();
    }));
    ran.wait();
  }

  std::shared_ptr<FakeStoreState> state_ = std::make_shared<FakeStoreState>();
};

WorkerOptions hasty() {
  WorkerOptions options;
  options.first_pause = milliseconds(1);
  options.longest_pause = milliseconds(4);
  options.check_every = milliseconds(5);
  return options;
}

TEST_F(StoreWorkerTest, WritesWithinItsTimeWithoutBeingAsked) {
  const std::unique_ptr<StoreWorker> worker = start();
  const Clock::time_point before = Clock::now();
  EXPECT_TRUE(worker->log_calls(sample_calls(1)));
  ASSERT_TRUE(eventually([&] { return state_->written() == 1; }));
  EXPECT_GE(Clock::now() - before, milliseconds(200));  // gathers first
  EXPECT_LT(Clock::now() - before, seconds(3));         // worker_kill_test.cc knows how soon
}

TEST_F(StoreWorkerTest, GathersIntoOneTransaction) {
  WorkerOptions options;
  options.write_every = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_TRUE(worker->log_calls(sample_calls(2, 2 * i)));
  EXPECT_EQ(worker->queued_entries(), 100U);
  EXPECT_GT(worker->queued_bytes(), 100 * sizeof(CallEntry));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(worker->queued_entries(), 0U);
  EXPECT_EQ(worker->queued_bytes(), 0U);
  ASSERT_EQ(state_->batches.size(), 1U);
  ASSERT_EQ(state_->calls.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(state_->calls[i].request_id, sample_call(i).request_id);
}

TEST_F(StoreWorkerTest, WritesAFullBatchAtOnce) {
  WorkerOptions options;
  options.write_every = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  for (int i = 0; i < 999; ++i) ASSERT_TRUE(worker->log_calls(sample_calls(1)));
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(state_->written(), 0U);
  ASSERT_TRUE(worker->log_calls(sample_calls(1)));
  EXPECT_TRUE(eventually([&] { return state_->written() == 1000; }));
}

TEST_F(StoreWorkerTest, BoundsItsBatches) {
  WorkerOptions options;
  options.batch_entries = 10;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<void> release;
  hold(*worker, release);
  for (int i = 0; i < 95; ++i) ASSERT_TRUE(worker->log_calls(sample_calls(1)));
  release.set_value();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 95U);
  for (const std::size_t size : state_->batches) EXPECT_LE(size, 10U);
}

TEST_F(StoreWorkerTest, WritesWhatIsQueuedAtItsEnd) {
  WorkerOptions options;
  options.write_every = seconds(600);
  std::atomic<bool> ran = false;
  {
    const std::unique_ptr<StoreWorker> worker = start(options);
    std::promise<void> release;
    hold(*worker, release);
    worker->log_calls(sample_calls(2500));
    worker->run([&](Store&) { ran = state_->written() == 2500; });
    release.set_value();
  }
  EXPECT_EQ(state_->written(), 2500U);
  EXPECT_TRUE(ran);
}

TEST_F(StoreWorkerTest, DropsAndCountsWhatItsQueueCannotHold) {
  WorkerOptions options;
  options.queue_bytes = 100'000;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<void> release;
  hold(*worker, release);
  CallEntry large = sample_call();
  large.raw.assign(60'000, 'x');
  large.arguments = "";
  EXPECT_TRUE(worker->log_calls({large}));
  EXPECT_FALSE(worker->log_calls({large, sample_call()}));
  EXPECT_EQ(worker->dropped(), 2U);
  EXPECT_TRUE(worker->log_calls(sample_calls(3)));  // there is room for these
  large.raw.assign(1'000'000, 'x');
  EXPECT_FALSE(worker->log_calls({large}));
  EXPECT_EQ(worker->dropped(), 3U);
  release.set_value();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 4U);
  large.raw.assign(60'000, 'x');
  EXPECT_TRUE(worker->log_calls({large}));  // and again
}

TEST_F(StoreWorkerTest, RefusesJobsThatItsQueueCannotHold) {
  WorkerOptions options;
  options.queue_jobs = 2;
  options.queue_bytes = 1000;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<void> release;
  hold(*worker, release);
  int ran = 0;
  const auto job = [&ran](Store&) { ++ran; };
  EXPECT_FALSE(worker->run(job, 1001));
  EXPECT_TRUE(worker->run(job, 900));
  EXPECT_FALSE(worker->run(job, 200));
  EXPECT_TRUE(worker->run(job));
  EXPECT_FALSE(worker->run(job));
  EXPECT_EQ(worker->queued_jobs(), 3U);  // with the one that runs
  release.set_value();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(ran, 2);
  EXPECT_TRUE(worker->run(job, 900));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(ran, 3);
}

TEST_F(StoreWorkerTest, RunsJobsInOrderAndAfterTheCallsBeforeThem) {
  WorkerOptions options;
  options.write_every = seconds(600);
  options.batch_entries = 7;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<void> release;
  hold(*worker, release);
  std::vector<std::size_t> seen;
  for (std::size_t i = 1; i <= 10; ++i) {
    worker->log_calls(sample_calls(3));
    worker->run([&, i](Store&) {
      seen.push_back(i);
      EXPECT_GE(state_->written(), 3 * i);
    });
  }
  release.set_value();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST_F(StoreWorkerTest, TriesAgainWhatFailed) {
  WorkerOptions options = hasty();
  int losses = 0;
  options.on_loss = [&](const Error&, std::size_t) { ++losses; };
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->failures = 3;
  worker->log_calls(sample_calls(5));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->attempts, 4);
  EXPECT_EQ(state_->written(), 5U);
  EXPECT_EQ(worker->dropped(), 0U);
  EXPECT_FALSE(worker->last_error());
  EXPECT_EQ(losses, 0);
}

TEST_F(StoreWorkerTest, GivesUpABatchAfterItsAttemptsAndTellsOnce) {
  WorkerOptions options = hasty();
  options.attempts = 3;
  options.batch_entries = 10;
  std::vector<std::pair<std::string, std::size_t>> losses;
  options.on_loss = [&](const Error& error, std::size_t entries) {
    losses.emplace_back(error.message, entries);
  };
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  for (int i = 0; i < 3; ++i) worker->log_calls(sample_calls(10));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->attempts, 9);
  EXPECT_EQ(worker->dropped(), 30U);
  EXPECT_EQ(worker->queued_bytes(), 0U);
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0], std::pair(std::string("the fake store is broken"), std::size_t{10}));

  state_->broken = false;  // a new streak is told again
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 1U);
  state_->broken = true;
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(losses.size(), 2U);
}

TEST_F(StoreWorkerTest, WaitsLongerAfterEachFailure) {
  WorkerOptions options = hasty();
  options.first_pause = milliseconds(20);
  options.longest_pause = milliseconds(40);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->failures = 4;
  const Clock::time_point before = Clock::now();
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_GE(Clock::now() - before, milliseconds(20 + 40 + 40 + 40));
  EXPECT_EQ(state_->attempts, 5);
}

TEST_F(StoreWorkerTest, RunsJobsWhileWritingFails) {
  WorkerOptions options;
  options.first_pause = seconds(600);
  options.longest_pause = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->failures = 1;
  worker->log_calls(sample_calls(1));
  std::promise<void> ran;
  worker->run([&](Store&) { ran.set_value(); });
  EXPECT_EQ(ran.get_future().wait_for(seconds(20)), std::future_status::ready);
  ASSERT_TRUE(worker->last_error());
  EXPECT_EQ(worker->last_error()->message, "the fake store is broken");
  EXPECT_FALSE(worker->flush(Clock::now() + milliseconds(10)));
}

TEST_F(StoreWorkerTest, IsWellAgainWithoutTraffic) {
  WorkerOptions options = hasty();
  options.attempts = 2;
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  ASSERT_TRUE(eventually([&] { return state_->checks > 0; }));
  EXPECT_TRUE(worker->last_error());
  state_->broken = false;
  EXPECT_TRUE(eventually([&] { return !worker->last_error(); }));
}

TEST_F(StoreWorkerTest, EndsSoonThoughTheStoreIsBroken) {
  WorkerOptions options;
  options.batch_entries = 1;
  std::size_t lost = 0;
  options.on_loss = [&](const Error&, std::size_t entries) { lost += entries; };
  std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  for (int i = 0; i < 50; ++i) worker->log_calls(sample_calls(1));
  const Clock::time_point before = Clock::now();
  worker.reset();
  EXPECT_LT(Clock::now() - before, seconds(5));
  EXPECT_EQ(lost, 50U);
}

TEST_F(StoreWorkerTest, EndsInTimeThoughTheStoreIsSlow) {
  WorkerOptions options;
  options.batch_entries = 1;
  options.end_within = milliseconds(200);
  std::size_t lost = 0;
  options.on_loss = [&](const Error& error, std::size_t entries) {
    lost += entries;
    EXPECT_NE(error.message.find("too slow"), std::string::npos) << error.message;
  };
  int ran = 0;
  std::unique_ptr<StoreWorker> worker = start(options);
  state_->write_millis = 50;
  for (int i = 0; i < 200; ++i) worker->log_calls(sample_calls(1));
  worker->run([&ran](Store&) { ++ran; });
  const Clock::time_point before = Clock::now();
  worker.reset();
  EXPECT_LT(Clock::now() - before, seconds(5));
  EXPECT_EQ(state_->written() + lost, 200U);
  EXPECT_GT(lost, 0U);
  EXPECT_EQ(ran, 0);
}

TEST_F(StoreWorkerTest, TriesOnceMoreAtItsEnd) {
  WorkerOptions options;
  options.first_pause = seconds(600);
  options.longest_pause = seconds(600);
  std::unique_ptr<StoreWorker> worker = start(options);
  state_->failures = 1;
  worker->log_calls(sample_calls(3));
  ASSERT_TRUE(eventually([&] { return worker->last_error().has_value(); }));
  worker.reset();
  EXPECT_EQ(state_->written(), 3U);
}

TEST_F(StoreWorkerTest, TellsItsListenerOfNumberedCallsBeforeFlushReturns) {
  const std::unique_ptr<StoreWorker> worker = start();
  std::vector<std::int64_t> numbers;
  worker->on_calls_written([&](const std::vector<CallEntry>& entries) {
    for (const CallEntry& entry : entries) numbers.push_back(entry.number);
  });
  worker->log_calls(sample_calls(2));
  ASSERT_TRUE(worker->flush(soon()));
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(StoreWorkerTest, PrunesAtOnceThenEverySoOftenAndToTheEnd) {
  WorkerOptions options;
  options.prune_every = milliseconds(30);
  state_->prune_steps = 5;
  const Clock::time_point before = Clock::now();
  const std::unique_ptr<StoreWorker> worker = start(options);
  ASSERT_TRUE(eventually([&] { return state_->prunes >= 6; }));
  EXPECT_LT(Clock::now() - before, seconds(5));
  ASSERT_TRUE(eventually([&] { return state_->prunes >= 8; }));
  EXPECT_GE(Clock::now() - before, milliseconds(60));
}

TEST_F(StoreWorkerTest, TakesCallsFromManyThreads) {
  WorkerOptions options;
  options.write_every = milliseconds(1);
  options.batch_entries = 50;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::vector<std::thread> threads;
  std::atomic<int> jobs = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        EXPECT_TRUE(worker->log_calls(sample_calls(1)));
        if (i % 10 == 0) {
          EXPECT_TRUE(worker->run([&](Store&) { ++jobs; }));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 2000U);
  EXPECT_EQ(jobs, 200);
}

TEST_F(StoreWorkerTest, DoesNotMakeThoseWhoLogWaitForASlowStore) {
  const std::unique_ptr<StoreWorker> worker = start();
  state_->write_millis = 1000;
  worker->log_calls(sample_calls(1000));
  ASSERT_TRUE(eventually([&] { return state_->attempts > 0; }));
  const Clock::time_point before = Clock::now();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(worker->log_calls(sample_calls(1)));
  EXPECT_LT(Clock::now() - before, milliseconds(700));
  state_->write_millis = 0;
}

TEST_F(StoreWorkerTest, KeepsARealStoreWithinNewLimits) {
  Result<std::unique_ptr<Store>> store = open_store("sqlite::memory:");
  ASSERT_TRUE(store);
  WorkerOptions options;
  options.keep.calls_age = std::chrono::hours(24 * 365 * 100);
  options.prune_every = milliseconds(10);
  Result<std::unique_ptr<StoreWorker>> started = StoreWorker::start(*std::move(store), options);
  ASSERT_TRUE(started);
  StoreWorker& worker = **started;
  worker.log_calls(sample_calls(100));
  std::atomic<std::size_t> kept = 0;
  const auto count = [&kept](Store& asked) {
    const Result<CallPage> found = asked.calls({.limit = 1000});
    kept = found ? found->entries.size() : 0;
  };
  worker.run(count);
  ASSERT_TRUE(worker.flush(soon()));
  EXPECT_EQ(kept, 100U);
  worker.set_keep({.calls_age = seconds(1)});
  EXPECT_TRUE(eventually([&] {
    worker.run(count);
    return worker.flush(soon()) && kept == 0;
  }));
}

}  // namespace
}  // namespace argwright::store
