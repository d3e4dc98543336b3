#include "store/reader_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>

#include "store/fake_store.h"
#include "store/open.h"
#include "store/sample_calls.h"
#include "store/temp_folder.h"
#include "store/worker.h"

namespace argwright::store {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

Clock::time_point soon() { return Clock::now() + seconds(20); }

class ReaderPoolTest : public testing::Test {
 protected:
  std::unique_ptr<ReaderPool> start(std::size_t threads, const ReaderPool::Limits& limits) {
    ReaderOptions options;
    options.threads = threads;
    options.open_every = milliseconds(0);
    options.open = [this]() -> Result<std::unique_ptr<Store>> {
      ++opened_;
      if (absent_) return Error{ErrorCode::kIo, "the file is gone", {}};
      return std::unique_ptr<Store>(std::make_unique<FakeStore>(state_));
    };
    Result<std::unique_ptr<ReaderPool>> started = ReaderPool::start(options, limits);
    EXPECT_TRUE(started);
    return *std::move(started);
  }
  std::unique_ptr<ReaderPool> start(std::size_t threads) { return start(threads, {100, 1000, seconds(10)}); }

  std::atomic<int> opened_ = 0;
  std::atomic<bool> absent_ = false;
  std::shared_ptr<FakeStoreState> state_ = std::make_shared<FakeStoreState>();
};

TEST_F(ReaderPoolTest, AnswersSeveralQuestionsAtOnce) {
  const std::unique_ptr<ReaderPool> pool = start(2);
  // Each waits for the other: one thread alone would never be done.
  std::promise<void> first, second;
  std::shared_future<void> first_ran = first.get_future().share(), second_ran = second.get_future().share();
  std::atomic<bool> met = false;
  ASSERT_TRUE(pool->ask(
      [&](Store&) {
        first.set_value();
        met = second_ran.wait_for(seconds(20)) == std::future_status::ready;
      },
      0));
  ASSERT_TRUE(pool->ask(
      [&](Store&) {
        second.set_value();
        first_ran.wait_for(seconds(20));
      },
      0));
  EXPECT_TRUE(pool->flush(soon()));
  EXPECT_TRUE(met);
  EXPECT_EQ(opened_, 2);  // each has a store of its own
}

TEST_F(ReaderPoolTest, BoundsItsQueue) {
  const std::unique_ptr<ReaderPool> pool = start(1, {2, 1000, seconds(10)});
  std::promise<void> release, running;
  std::shared_future<void> until = release.get_future().share();
  ASSERT_TRUE(pool->ask(
      [&](Store&) {
        running.set_value();
        until.wait();
      },
      0));
  running.get_future().wait();
  std::atomic<int> ran = 0;
  const auto job = [&](Store&) { ++ran; };
  EXPECT_FALSE(pool->ask(job, 1001));
  EXPECT_TRUE(pool->ask(job, 900));
  EXPECT_FALSE(pool->ask(job, 200));
  EXPECT_TRUE(pool->ask(job, 0));
  EXPECT_FALSE(pool->ask(job, 0));
  EXPECT_EQ(pool->queued(), 3U);
  release.set_value();
  EXPECT_TRUE(pool->flush(soon()));
  EXPECT_EQ(ran, 2);
}

TEST_F(ReaderPoolTest, TellsEveryJobWhyTheStoreCannotBeOpenedAndTriesAgain) {
  const std::unique_ptr<ReaderPool> pool = start(1);
  absent_ = true;
  std::string error;
  bool found = false;
  const auto job = [&](Store& store) {
    const Result<std::vector<RememberedTurn>> turns = store.turns({});
    found = turns.has_value();
    error = found ? "" : turns.error().message;
  };
  ASSERT_TRUE(pool->ask(job, 0));
  ASSERT_TRUE(pool->flush(soon()));
  EXPECT_EQ(error, "the file is gone");
  absent_ = false;
  ASSERT_TRUE(pool->ask(job, 0));
  ASSERT_TRUE(pool->flush(soon()));
  EXPECT_TRUE(found) << error;
}

TEST_F(ReaderPoolTest, RunsWhatWaitsAtItsEnd) {
  std::atomic<int> ran = 0;
  {
    const std::unique_ptr<ReaderPool> pool = start(1);
    for (int i = 0; i < 20; ++i) pool->ask([&](Store&) { ++ran; }, 0);
  }
  EXPECT_EQ(ran, 20);
}

// A look-up never waits behind a slow batch.
TEST(StoreWorkerReaders, AnswerWhileABatchIsBeingWritten) {
  auto state = std::make_shared<FakeStoreState>();
  state->write_millis = 500;
  WorkerOptions options;
  options.write_every = milliseconds(0);
  options.readers.threads = 1;
  options.readers.open = [state]() -> Result<std::unique_ptr<Store>> {
    return std::unique_ptr<Store>(std::make_unique<FakeStore>(state));
  };
  Result<std::unique_ptr<StoreWorker>> worker =
      StoreWorker::start(std::make_unique<FakeStore>(state), options);
  ASSERT_TRUE(worker);
  ASSERT_TRUE((*worker)->log_calls(sample_calls(1)));
  std::promise<std::size_t> answered;
  ASSERT_TRUE((*worker)->ask([&](Store&) { answered.set_value(state->written()); }));
  std::future<std::size_t> answer = answered.get_future();
  ASSERT_EQ(answer.wait_for(seconds(20)), std::future_status::ready);
  EXPECT_EQ(answer.get(), 0U);  // not after the write
  EXPECT_TRUE((*worker)->flush(soon()));
  EXPECT_EQ(state->written(), 1U);
}

TEST(StoreWorkerReaders, AreAnsweredByTheWorkerWhereThereAreNone) {
  Result<std::unique_ptr<StoreWorker>> worker =
      StoreWorker::start(std::make_unique<FakeStore>(std::make_shared<FakeStoreState>()));
  ASSERT_TRUE(worker);
  std::atomic<bool> ran = false;
  ASSERT_TRUE((*worker)->ask([&](Store&) { ran = true; }));
  ASSERT_TRUE((*worker)->flush(soon()));
  EXPECT_TRUE(ran);
}

TEST(StoreWorkerReaders, SeeWhatAFileHolds) {
  const TempFolder folder;
  const std::string url = "sqlite:" + folder.file("store.db");
  Result<std::unique_ptr<Store>> store = open_store(url);
  ASSERT_TRUE(store);
  WorkerOptions options;
  options.readers = readers_of(url);
  ASSERT_EQ(options.readers.threads, 1U);
  Result<std::unique_ptr<StoreWorker>> worker = StoreWorker::start(*std::move(store), options);
  ASSERT_TRUE(worker);
  (*worker)->remember({{"s", "call_1", "c", std::chrono::system_clock::now(), "thought"}});
  ASSERT_TRUE((*worker)->flush(soon()));
  std::size_t found = 0;
  ASSERT_TRUE((*worker)->ask([&](Store& reader) { found = reader.turns({{"s", "call_1"}})->size(); }));
  ASSERT_TRUE((*worker)->flush(soon()));
  EXPECT_EQ(found, 1U);
  EXPECT_EQ(readers_of("sqlite::memory:").threads, 0U);
  EXPECT_EQ(readers_of("postgres://localhost/db").threads, 4U);
}

}  // namespace
}  // namespace argwright::store
