#include "store/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
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

std::vector<RememberedTurn> sample_turns(std::size_t count, std::size_t bytes = 10) {
  return std::vector<RememberedTurn>(count,
                                     {"scope", "call_1", "before", kSampleTime, std::string(bytes, 'x')});
}

TEST_F(StoreWorkerTest, WritesTurnsWithTheCallsOfTheirBatch) {
  WorkerOptions options;
  options.write_every = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  int told = 0;
  worker->on_calls_written([&](const std::vector<CallEntry>&) { ++told; });
  EXPECT_TRUE(worker->log_calls(sample_calls(2)));
  EXPECT_TRUE(worker->remember(sample_turns(3)));
  EXPECT_TRUE(worker->remember({}));
  EXPECT_EQ(worker->queued_entries(), 5U);
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->batches, (std::vector<std::size_t>{5}));
  EXPECT_EQ(state_->written(), 2U);
  EXPECT_EQ(state_->remembered(), 3U);
  EXPECT_TRUE(worker->remember(sample_turns(1)));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(told, 1);  // the second batch held no call
  EXPECT_EQ(worker->queued_bytes(), 0U);
}

TEST_F(StoreWorkerTest, TriesABatchOfTurnsAgainWithoutWritingItTwice) {
  const std::unique_ptr<StoreWorker> worker = start(hasty());
  state_->failures = 3;
  worker->log_calls(sample_calls(1));
  worker->remember(sample_turns(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 1U);
  EXPECT_EQ(state_->remembered(), 1U);
}

TEST_F(StoreWorkerTest, WritesATurnAtOnceForWhoWaitsAndTellsThem) {
  WorkerOptions options = hasty();
  options.write_every = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<bool> none, first, second;
  EXPECT_TRUE(worker->remember({}, [&](bool is_written) { none.set_value(is_written); }));
  EXPECT_TRUE(none.get_future().get());
  // It waits for the attempts that fail, too.
  state_->failures = 2;
  EXPECT_TRUE(worker->remember(sample_turns(1), [&](bool is_written) { first.set_value(is_written); }));
  std::future<bool> written = first.get_future();
  ASSERT_EQ(written.wait_until(soon()), std::future_status::ready);
  EXPECT_TRUE(written.get());
  EXPECT_EQ(state_->remembered(), 1U);
  state_->refuses = true;
  EXPECT_TRUE(worker->remember(sample_turns(1), [&](bool is_written) { second.set_value(is_written); }));
  std::future<bool> given_up = second.get_future();
  ASSERT_EQ(given_up.wait_until(soon()), std::future_status::ready);
  EXPECT_FALSE(given_up.get());
}

TEST_F(StoreWorkerTest, DropsAndCountsTurnsApartFromCalls) {
  WorkerOptions options = hasty();
  options.queue_bytes = 100'000;
  options.attempts = 2;
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::promise<void> release;
  hold(*worker, release);
  EXPECT_TRUE(worker->remember(sample_turns(1, 60'000)));
  EXPECT_FALSE(worker->remember(sample_turns(2, 60'000)));
  EXPECT_EQ(worker->dropped(), 0U);
  EXPECT_EQ(worker->dropped_turns(), 2U);
  state_->refuses = true;
  release.set_value();
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(worker->dropped_turns(), 3U);
}

TEST_F(StoreWorkerTest, TellsWhenTheStoreFailsAndWhenItIsWellAgain) {
  WorkerOptions options = hasty();
  std::mutex mutex;
  std::vector<std::string> told;
  options.on_change = [&](const std::optional<Error>& error) {
    const std::lock_guard lock(mutex);
    told.push_back(error ? error->message : "well");
  };
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->failures = 3;
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  const std::lock_guard lock(mutex);
  EXPECT_EQ(told, (std::vector<std::string>{"the fake store is broken", "well"}));
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
  EXPECT_GE(state_->attempts, 4);
  ASSERT_EQ(state_->written(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(state_->calls[i].request_id, sample_call(i).request_id);
  EXPECT_EQ(worker->dropped(), 0U);
  EXPECT_FALSE(worker->last_error());
  EXPECT_EQ(losses, 0);
}

// What on_loss was told.
struct Losses {
  std::mutex mutex;
  std::vector<std::pair<std::string, std::size_t>> told;

  void listen(WorkerOptions& options) {
    options.on_loss = [this](const Error& error, std::size_t entries) {
      const std::lock_guard lock(mutex);
      told.emplace_back(error.message, entries);
    };
  }
  std::size_t times() {
    const std::lock_guard lock(mutex);
    return told.size();
  }
  std::size_t entries() {
    const std::lock_guard lock(mutex);
    std::size_t sum = 0;
    for (const auto& each : told) sum += each.second;
    return sum;
  }
};

TEST_F(StoreWorkerTest, KeepsEverythingWhileTheStoreIsAway) {
  WorkerOptions options = hasty();
  options.batch_entries = 10;
  options.attempts = 2;
  Losses losses;
  losses.listen(options);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  for (std::size_t i = 0; i < 50; ++i) ASSERT_TRUE(worker->log_calls(sample_calls(1, i)));
  ASSERT_TRUE(worker->remember(sample_turns(3)));
  ASSERT_TRUE(worker->keep_response({"alice", "resp_1", kSampleTime, "{}", "[]", {}}));
  ASSERT_TRUE(eventually([&] { return state_->checks > 30; }));
  EXPECT_LE(state_->attempts, 2) << "it is asked whether it is back, nothing else";
  EXPECT_EQ(worker->queued_entries(), 54U);
  EXPECT_TRUE(worker->last_error());
  EXPECT_FALSE(worker->is_losing());
  state_->broken = false;
  ASSERT_TRUE(worker->flush(soon()));
  ASSERT_EQ(state_->written(), 50U);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(state_->calls[i].request_id, sample_call(i).request_id);
  EXPECT_EQ(state_->remembered(), 3U);
  EXPECT_EQ(state_->responses.size(), 1U);
  EXPECT_EQ(worker->queued_bytes(), 0U);
  EXPECT_FALSE(worker->last_error());
  EXPECT_EQ(losses.times(), 0U);
}

TEST_F(StoreWorkerTest, WritesSoonAfterALongAbsence) {
  const std::unique_ptr<StoreWorker> worker = start();
  state_->broken = true;
  worker->log_calls(sample_calls(1));
  worker->keep_response({"alice", "resp_1", kSampleTime, "{}", "[]", {}});
  std::this_thread::sleep_for(milliseconds(2500));  // the pauses are at their longest
  const Clock::time_point back = Clock::now();
  state_->broken = false;
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_LT(Clock::now() - back, milliseconds(1900));
  EXPECT_EQ(state_->written(), 1U);
}

TEST_F(StoreWorkerTest, RefusesWhatComesWhenItsQueueIsFullAndTellsOfAllOfIt) {
  WorkerOptions options = hasty();
  options.queue_bytes = 20'000;
  Losses losses;
  losses.listen(options);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  std::size_t taken = 1;
  ASSERT_TRUE(worker->log_call(sample_call(0)));
  ASSERT_TRUE(eventually([&] { return worker->last_error().has_value(); }));
  while (worker->log_call(sample_call(taken))) ++taken;
  ASSERT_GT(taken, 5U);
  ASSERT_TRUE(eventually([&] { return losses.times() == 1; }));
  EXPECT_TRUE(worker->is_losing());
  for (std::size_t i = 0; i < 9; ++i) EXPECT_FALSE(worker->log_call(sample_call()));
  StoredResponse large{"alice", "resp_1", kSampleTime, std::string(20'000, 'x'), "[]", {}};
  EXPECT_FALSE(worker->keep_response(large));
  EXPECT_FALSE(worker->remember(sample_turns(2, 20'000)));
  EXPECT_EQ(worker->dropped(), 10U);
  EXPECT_EQ(worker->dropped_turns(), 2U);
  EXPECT_EQ(worker->dropped_responses(), 1U);
  EXPECT_LE(worker->queued_bytes(), 20'000U);
  EXPECT_EQ(losses.times(), 1U);
  state_->broken = false;
  ASSERT_TRUE(worker->flush(soon()));
  ASSERT_TRUE(eventually([&] { return !worker->is_losing(); }));
  EXPECT_EQ(losses.times(), 2U) << "at the beginning and at the end";
  EXPECT_EQ(losses.entries(), 13U);
  EXPECT_NE(losses.told[0].first.find("no room in the queue of 20000 bytes"), std::string::npos);
  EXPECT_NE(losses.told[0].first.find("the fake store is broken"), std::string::npos) << losses.told[0].first;
  // The oldest are there: what was taken on is not taken back.
  ASSERT_EQ(state_->written(), taken);
  for (std::size_t i = 0; i < taken; ++i) EXPECT_EQ(state_->calls[i].request_id, sample_call(i).request_id);
}

TEST_F(StoreWorkerTest, TellsThatItLosesWhatASlowStoreCannotTake) {
  WorkerOptions options = hasty();
  options.queue_bytes = 20'000;
  options.batch_entries = 2;
  Losses losses;
  losses.listen(options);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->write_millis = 50;
  while (worker->log_call(sample_call())) {
  }
  EXPECT_TRUE(worker->is_losing());
  EXPECT_FALSE(worker->last_error());
  ASSERT_TRUE(worker->flush(soon()));
  ASSERT_TRUE(eventually([&] { return !worker->is_losing(); }));
  EXPECT_EQ(losses.entries(), 1U);
}

TEST_F(StoreWorkerTest, ABadEntryCostsOnlyItself) {
  for (const std::string bad : {"req_0", "req_437", "req_999", "call_bad"}) {
    state_ = std::make_shared<FakeStoreState>();
    state_->poison = bad;
    WorkerOptions options = hasty();
    Losses losses;
    losses.listen(options);
    const std::unique_ptr<StoreWorker> worker = start(options);
    std::promise<void> release;
    hold(*worker, release);
    worker->log_calls(sample_calls(1000));
    worker->remember(sample_turns(3));
    worker->remember({{"s", "call_bad", "c", kSampleTime, "x"}});
    release.set_value();
    ASSERT_TRUE(worker->flush(soon()));
    const bool is_call = bad != "call_bad";
    EXPECT_EQ(state_->written(), is_call ? 999U : 1000U) << bad;
    EXPECT_EQ(state_->remembered(), is_call ? 4U : 3U) << bad;
    EXPECT_EQ(worker->dropped(), is_call ? 1U : 0U) << bad;
    EXPECT_EQ(worker->dropped_turns(), is_call ? 0U : 1U) << bad;
    EXPECT_LT(state_->attempts, 40) << bad;
    EXPECT_EQ(worker->queued_bytes(), 0U);
    ASSERT_TRUE(eventually([&] { return !worker->last_error() && !worker->is_losing(); }));
    ASSERT_EQ(losses.times(), 1U);
    EXPECT_EQ(losses.told[0], std::pair(std::string("the fake store does not want it"), std::size_t{1}));
  }
}

TEST_F(StoreWorkerTest, GivesUpWhatIsRefusedAfterItsAttempts) {
  WorkerOptions options = hasty();
  options.attempts = 5;
  Losses losses;
  losses.listen(options);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->refuses = true;
  worker->log_calls(sample_calls(1));
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->attempts, 5);
  worker->keep_response({"alice", "resp_1", kSampleTime, "{}", "[]", {}});
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->attempts, 10);
  EXPECT_EQ(worker->dropped(), 1U);
  EXPECT_EQ(worker->dropped_responses(), 1U);
  EXPECT_EQ(worker->queued_bytes(), 0U);
  ASSERT_TRUE(eventually([&] { return losses.entries() == 2; }));
}

// A full disk: the store may say that it is well, since that needs no new room.
TEST_F(StoreWorkerTest, KeepsWhatThereIsNoRoomFor) {
  WorkerOptions options = hasty();
  Losses losses;
  losses.listen(options);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->full = true;
  worker->log_calls(sample_calls(20));
  for (const char* id : {"resp_1", "resp_2"})
    worker->keep_response({"alice", id, kSampleTime, "{}", "[]", {}});
  ASSERT_TRUE(eventually([&] { return state_->attempts > 60; }));
  EXPECT_EQ(worker->queued_entries(), 22U);
  state_->full = false;
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 20U);
  EXPECT_EQ(state_->responses.size(), 2U);
  EXPECT_EQ(losses.times(), 0U);
  EXPECT_FALSE(worker->last_error());
}

TEST_F(StoreWorkerTest, LetsOthersGoBeforeWhatCannotBeWritten) {
  const std::unique_ptr<StoreWorker> worker = start(hasty());
  state_->poison = "req_3";
  state_->poison_is_io = true;
  worker->log_calls(sample_calls(10));
  EXPECT_TRUE(eventually([&] { return state_->written() == 9; }));
  // What was written leaves the queue a moment later.
  EXPECT_TRUE(eventually([&] { return worker->queued_entries() == 1; }));
  {
    const std::lock_guard lock(state_->mutex);
    state_->poison = "resp_2";
  }
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->written(), 10U);
  for (const char* id : {"resp_1", "resp_2", "resp_3"})
    worker->keep_response({"alice", id, kSampleTime, "{}", "[]", {}});
  EXPECT_TRUE(eventually([&] {
    const std::lock_guard lock(state_->mutex);
    return state_->responses.size() == 2;
  }));
  EXPECT_TRUE(worker->pending_response("alice", "resp_2"));
  {
    const std::lock_guard lock(state_->mutex);
    state_->poison.clear();
  }
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->responses.size(), 3U);
  EXPECT_EQ(worker->dropped() + worker->dropped_responses(), 0U);
}

TEST_F(StoreWorkerTest, TellsThoseWhoWaitOfABatchThatWasCut) {
  for (const std::string bad : {"", "req_0", "req_2", "call_1"}) {
    state_ = std::make_shared<FakeStoreState>();
    state_->poison = bad;
    state_->failures = 1;
    const std::unique_ptr<StoreWorker> worker = start(hasty());
    std::promise<void> release;
    hold(*worker, release);
    worker->log_calls(sample_calls(8));
    std::promise<bool> told;
    worker->remember(sample_turns(1), [&](bool is_written) { told.set_value(is_written); });
    release.set_value();
    std::future<bool> answer = told.get_future();
    ASSERT_EQ(answer.wait_until(soon()), std::future_status::ready);
    EXPECT_EQ(answer.get(), bad.empty()) << bad;
    EXPECT_EQ(state_->remembered(), bad == "call_1" ? 0U : 1U) << bad;
  }
}

StoredResponse sample_response(const std::string& id, std::vector<std::string> items = {}) {
  return {"alice", id, kSampleTime, "body of " + id, "[]", std::move(items)};
}

TEST_F(StoreWorkerTest, WritesResponsesAtOnceAndInOrder) {
  WorkerOptions options;
  options.write_every = seconds(600);
  const std::unique_ptr<StoreWorker> worker = start(options);
  std::atomic<int> told = 0;
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(worker->keep_response(sample_response("resp_" + std::to_string(i)),
                                      [&](bool is_written) { told += is_written ? 1 : 100; }));
  }
  ASSERT_TRUE(eventually([&] { return told == 20; }));
  EXPECT_EQ(worker->queued_entries(), 0U);
  EXPECT_EQ(worker->queued_bytes(), 0U);
  ASSERT_EQ(state_->responses.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(state_->responses[i].id, "resp_" + std::to_string(i));
}

TEST_F(StoreWorkerTest, FindsResponsesThatWait) {
  const std::unique_ptr<StoreWorker> worker = start(hasty());
  state_->broken = true;
  worker->keep_response(sample_response("resp_1", {"msg_1"}));
  const auto found = worker->pending_response("alice", "resp_1");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->body, "body of resp_1");
  EXPECT_FALSE(worker->pending_response("bob", "resp_1"));
  ASSERT_NE(worker->pending_response_with_item("alice", "msg_1"), nullptr);
  EXPECT_EQ(worker->pending_response_with_item("bob", "msg_1"), nullptr);
  state_->broken = false;
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_FALSE(worker->pending_response("alice", "resp_1"));
}

TEST_F(StoreWorkerTest, RemovesAResponseThatWaits) {
  const std::unique_ptr<StoreWorker> worker = start(hasty());
  state_->broken = true;
  worker->keep_response(sample_response("resp_1"));
  worker->keep_response(sample_response("resp_2"));
  EXPECT_EQ(worker->remove_pending_response("bob", "resp_1"), std::nullopt);
  EXPECT_EQ(worker->remove_pending_response("alice", "resp_1"), true);
  EXPECT_EQ(worker->remove_pending_response("alice", "resp_1"), false);
  ASSERT_TRUE(worker->pending_response("alice", "resp_1"));
  EXPECT_EQ(*worker->pending_response("alice", "resp_1"), nullptr);
  state_->broken = false;
  ASSERT_TRUE(worker->flush(soon()));
  ASSERT_EQ(state_->responses.size(), 1U);
  EXPECT_EQ(state_->responses[0].id, "resp_2");
  EXPECT_EQ(state_->removed, (std::vector<std::string>{"resp_1"}));
  EXPECT_EQ(worker->queued_bytes(), 0U);
}

TEST_F(StoreWorkerTest, RemovesAResponseThatIsJustBeingWritten) {
  const std::unique_ptr<StoreWorker> worker = start();
  state_->write_millis = 300;
  worker->keep_response(sample_response("resp_1"));
  ASSERT_TRUE(eventually([&] { return state_->attempts == 1; }));
  EXPECT_EQ(worker->remove_pending_response("alice", "resp_1"), true);
  ASSERT_TRUE(worker->flush(soon()));
  EXPECT_EQ(state_->responses.size(), 1U);
  EXPECT_EQ(state_->removed, (std::vector<std::string>{"resp_1"}));
}

TEST_F(StoreWorkerTest, CountsTheResponsesThatItsEndCosts) {
  WorkerOptions options;
  Losses losses;
  losses.listen(options);
  std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;
  std::atomic<int> told = 0;
  worker->log_calls(sample_calls(5));
  for (const char* id : {"resp_1", "resp_2"})
    worker->keep_response(sample_response(id), [&](bool is_written) { told += is_written ? 100 : 1; });
  const Clock::time_point before = Clock::now();
  worker.reset();
  EXPECT_LT(Clock::now() - before, seconds(5));
  EXPECT_EQ(told, 2);
  EXPECT_EQ(losses.entries(), 7U);
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
  options.prune_every = milliseconds(1);
  const std::unique_ptr<StoreWorker> worker = start(options);
  state_->broken = true;  // removing what is old is what fails
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
  state_->broken = true;
  worker->log_calls(sample_calls(3));
  ASSERT_TRUE(eventually([&] { return worker->last_error().has_value(); }));
  state_->broken = false;
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
