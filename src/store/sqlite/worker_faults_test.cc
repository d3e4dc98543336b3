// A worker whose file is full, locked or damaged: a clear error, nothing lost while there is room in its
// queue, losses counted, and it goes on.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "store/sample_calls.h"
#include "store/sqlite/sqlite_store.h"
#include "store/temp_folder.h"
#include "store/worker.h"

namespace argwright::store::sqlite {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Clock::time_point soon() { return Clock::now() + seconds(20); }

class WorkerFaultsTest : public testing::Test {
 protected:
  void start(const DatabaseOptions& options) {
    Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file_, options);
    ASSERT_TRUE(opened) << opened.error().describe();
    WorkerOptions worker;
    worker.attempts = 3;
    worker.batch_entries = 5000;
    worker.queue_bytes = queue_bytes_;
    worker.prune_every = milliseconds(20);
    worker.end_within = milliseconds(500);
    worker.first_pause = worker.longest_pause = milliseconds(5);
    worker.on_loss = [this](const Error& error, std::size_t entries) {
      loss_ = error.message;
      lost_ += entries;
    };
    worker.keep = forever();
    Result<std::unique_ptr<StoreWorker>> started = StoreWorker::start(*std::move(opened), worker);
    ASSERT_TRUE(started);
    worker_ = *std::move(started);
  }

  static KeepLimits forever() {
    KeepLimits keep;
    keep.calls_age = keep.turns_age = keep.responses_age = seconds::max();
    return keep;
  }

  // Waits for what the worker will do.
  template <typename Condition>
  static bool eventually(Condition condition) {
    const Clock::time_point deadline = soon();
    while (!condition()) {
      if (Clock::now() > deadline) return false;
      std::this_thread::sleep_for(milliseconds(1));
    }
    return true;
  }

  std::size_t kept() {
    std::size_t count = 0;
    EXPECT_TRUE(worker_->flush(soon()));  // while writing fails jobs do not wait for it
    worker_->run([&](Store& store) {
      const Result<CallPage> page = store.calls({.limit = 1000});
      count = page ? page->entries.size() : 0;
    });
    EXPECT_TRUE(worker_->flush(soon()));
    return count;
  }

  TempFolder folder_;
  std::string file_ = folder_.file("store.db");
  std::size_t queue_bytes_ = std::size_t{64} << 20;
  std::string loss_;  // written on the worker's thread, read when `lost_` tells of it
  std::atomic<std::size_t> lost_ = 0;
  std::unique_ptr<StoreWorker> worker_;
};

TEST_F(WorkerFaultsTest, AFullDiskHoldsTheQueueUntilThereIsRoom) {
  start({milliseconds(50), 70});
  ASSERT_TRUE(worker_->log_calls(sample_calls(5000)));
  ASSERT_TRUE(worker_->keep_response({"alice", "resp_1", kSampleTime, std::string(2000, 'x'), "[]", {}}));
  EXPECT_FALSE(worker_->flush(Clock::now() + seconds(1)));
  ASSERT_TRUE(worker_->last_error());
  EXPECT_TRUE(has(worker_->last_error()->message, "the disk is full")) << worker_->last_error()->message;
  // What fits is written meanwhile.
  EXPECT_GT(worker_->queued_entries(), 1000U);
  EXPECT_LT(worker_->queued_entries(), 5000U);
  KeepLimits little = forever();
  little.calls_bytes = 20'000;
  worker_->set_keep(little);  // what is old makes room
  EXPECT_TRUE(worker_->flush(soon()));
  EXPECT_EQ(worker_->dropped() + worker_->dropped_responses() + lost_, 0U);
  EXPECT_FALSE(worker_->last_error());
}

TEST_F(WorkerFaultsTest, AFullQueueTellsWhyItIs) {
  queue_bytes_ = 200'000;
  start({milliseconds(50), 70});
  for (std::size_t i = 0; !worker_->last_error() && i < 1000; ++i) {
    ASSERT_TRUE(worker_->log_calls(sample_calls(20)));
    (void)worker_->flush(Clock::now() + milliseconds(50));
  }
  ASSERT_TRUE(worker_->last_error());
  while (worker_->log_call(sample_call())) {
  }
  ASSERT_TRUE(eventually([&] { return lost_ > 0 && has(loss_, "the disk is full"); })) << loss_;
  EXPECT_TRUE(has(loss_, "no room in the queue of 200000 bytes")) << loss_;
  EXPECT_TRUE(worker_->is_losing());
}

TEST_F(WorkerFaultsTest, ARefusedEntryCostsOnlyItself) {
  start({milliseconds(50), 0});
  Result<std::unique_ptr<Database>> other = Database::open(file_, {});
  ASSERT_TRUE(other);
  ASSERT_FALSE(
      (*other)->execute("CREATE TRIGGER refuse BEFORE INSERT ON calls WHEN NEW.request_id = 'req_123' "
                        "BEGIN SELECT RAISE(ABORT, 'not this one'); END",
                        "test"));
  ASSERT_TRUE(worker_->log_calls(sample_calls(300)));
  EXPECT_EQ(kept(), 299U);
  EXPECT_EQ(worker_->dropped(), 1U);
  EXPECT_EQ(lost_, 1U);
  EXPECT_TRUE(has(loss_, "not this one")) << loss_;
  EXPECT_TRUE(eventually([&] { return !worker_->last_error() && !worker_->is_losing(); }));
}

TEST_F(WorkerFaultsTest, ALockHoldsTheQueueUntilItIsGone) {
  start({milliseconds(5), 0});
  Result<std::unique_ptr<Database>> holder = Database::open(file_, {});
  ASSERT_TRUE(holder);
  ASSERT_FALSE((*holder)->execute("BEGIN IMMEDIATE", "test"));
  ASSERT_TRUE(worker_->log_calls(sample_calls(5)));
  ASSERT_TRUE(worker_->keep_response({"alice", "resp_1", kSampleTime, "{}", "[]", {}}));
  ASSERT_TRUE(eventually([&] { return worker_->last_error().has_value(); }));
  EXPECT_TRUE(has(worker_->last_error()->message, "locked by another program"));
  EXPECT_FALSE(worker_->flush(Clock::now() + milliseconds(500)));
  EXPECT_EQ(worker_->queued_entries(), 6U);
  ASSERT_FALSE((*holder)->execute("ROLLBACK", "test"));
  ASSERT_TRUE(worker_->log_calls(sample_calls(7)));
  EXPECT_EQ(kept(), 12U);
  EXPECT_EQ(worker_->dropped() + worker_->dropped_responses(), 0U);
  EXPECT_FALSE(worker_->last_error());
}

TEST_F(WorkerFaultsTest, ADamagedFileIsToldAndLossesAreCounted) {
  {
    Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file_);
    ASSERT_TRUE(opened);
    std::vector<CallEntry> entries = sample_calls(1000);
    ASSERT_FALSE((*opened)->add_calls(entries));
  }
  {
    std::fstream file(file_, std::ios::binary | std::ios::in | std::ios::out);
    const auto size = std::filesystem::file_size(file_);
    constexpr std::uintmax_t kAfterSchema = 16'384;  // the first pages hold it
    file.seekp(kAfterSchema);
    for (auto at = kAfterSchema; at < size; ++at) file.put('\x5a');
  }
  start({milliseconds(50), 0});
  ASSERT_TRUE(worker_->log_calls(sample_calls(3)));
  ASSERT_TRUE(worker_->remember({{"s", "call_1", "c", kSampleTime, "x"}}));
  EXPECT_FALSE(worker_->flush(Clock::now() + milliseconds(300)));
  EXPECT_EQ(worker_->queued_entries(), 4U);
  ASSERT_TRUE(worker_->last_error());
  EXPECT_TRUE(has(worker_->last_error()->message, "is damaged")) << worker_->last_error()->message;
  std::string answer;
  std::promise<void> answered;
  worker_->ask([&](Store& store) {
    const Result<CallPage> page = store.calls({});
    answer = page ? "" : page.error().message;
    answered.set_value();
  });
  ASSERT_EQ(answered.get_future().wait_until(soon()), std::future_status::ready);
  EXPECT_TRUE(has(answer, "is damaged")) << answer;
  worker_.reset();
  EXPECT_TRUE(has(loss_, "is damaged")) << loss_;
  EXPECT_EQ(lost_, 4U);
}

}  // namespace
}  // namespace argwright::store::sqlite
