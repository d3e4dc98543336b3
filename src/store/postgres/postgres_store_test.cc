// What can go wrong with a server. store_test.cc tests what every engine does.
#include "store/postgres/postgres_store.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/postgres/test_server.h"
#include "store/sample_calls.h"
#include "store/worker.h"

namespace argwright::store::postgres {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::unique_ptr<PostgresStore> open(const std::string& url, const ConnectionOptions& options = {}) {
  Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url, options);
  EXPECT_TRUE(opened) << opened.error().describe();
  return opened ? *std::move(opened) : nullptr;
}

class PostgresStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (TestServer::shared() == nullptr) GTEST_SKIP() << TestServer::why();
    url_ = TestServer::shared()->url(testing::UnitTest::GetInstance()->current_test_info()->name());
  }

  std::int64_t number(const char* sql) {
    Connection connection(*Address::parse(url_), {});
    const Query query{"test", sql};
    const Result<Rows> rows = connection.run(query);
    EXPECT_TRUE(rows) << rows.error().describe();
    return rows ? rows->number(0, 0) : -1;
  }

  std::string url_;
};

TEST_F(PostgresStoreTest, CountsItsBytesExactly) {
  const std::unique_ptr<PostgresStore> store = open(url_);
  std::vector<CallEntry> entries = sample_calls(700);
  ASSERT_FALSE(store->add_calls(entries));
  for (const char* id : {"a", "b", "a", "c"}) {
    ASSERT_FALSE(store->put_response({"me", id, kSampleTime, "body", "input", {"x", id}}));
    ASSERT_FALSE(store->add_turns({{"s", id, "c", kSampleTime, id}, {"s", id, "c", kSampleTime, "again"}}));
  }
  ASSERT_TRUE(store->remove_response("me", "b"));
  ASSERT_TRUE(store->prune({.calls_bytes = 50'000}, kSampleTime));
  for (const std::string table : {"calls", "responses", "turns"}) {
    const std::string sql = "SELECT ((SELECT sum(bytes) FROM " + table +
                            ") - (SELECT bytes FROM totals WHERE name = '" + table + "'))::bigint";
    EXPECT_EQ(number(sql.c_str()), 0) << table;
  }
  EXPECT_EQ(number("SELECT count(*) FROM response_items"), 4);
}

TEST_F(PostgresStoreTest, KeepsWhatTextCannotHoldOfReasoning) {
  const std::unique_ptr<PostgresStore> store = open(url_);
  std::vector<HistoryMessage> messages(1);
  messages[0].session = "s";
  messages[0].reasoning_content = std::string("a\0b\xff\xc3\xa9\xed\xa0\x80", 9);
  messages[0].payload = *messages[0].reasoning_content;
  const std::optional<Error> error = store->add_history(messages);
  ASSERT_FALSE(error) << error->describe();
  const Result<std::vector<HistoryMessage>> kept = store->history("s");
  ASSERT_TRUE(kept);
  EXPECT_EQ((*kept)[0].payload, messages[0].payload);
  EXPECT_EQ((*kept)[0].reasoning_content,
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_F(PostgresStoreTest, TakesIdsOfAnyLength) {
  const std::unique_ptr<PostgresStore> store = open(url_);
  std::string id;
  for (int i = 0; i < 20'000; ++i) id += std::to_string(i * 7919 % 1000);  // does not shrink when compressed
  ASSERT_FALSE(store->add_turns({{"s", id, id, kSampleTime, "content"}}));
  ASSERT_FALSE(store->put_response({"me", id, kSampleTime, "body", "input", {id}}));
  EXPECT_EQ(store->turns({{"s", id}})->size(), 1U);
  EXPECT_TRUE(*store->response("me", id));
  EXPECT_TRUE(*store->response_with_item("me", id));
}

TEST_F(PostgresStoreTest, SaysThatItIsLockedAndGoesOnAfterwards) {
  const std::unique_ptr<PostgresStore> store = open(url_, {.answer_within = milliseconds(300)});
  Connection holder(*Address::parse(url_), {});
  ASSERT_FALSE(holder.execute({"test", "BEGIN; LOCK TABLE totals"}));
  std::vector<CallEntry> entries = sample_calls(1);
  const Clock::time_point before = Clock::now();
  const std::optional<Error> error = store->add_calls(entries);
  EXPECT_LT(Clock::now() - before, seconds(3));
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, "no answer in time")) << error->message;
  EXPECT_TRUE(store->turns({{"s", "call_1"}}));  // reading goes on
  ASSERT_FALSE(holder.execute({"test", "ROLLBACK"}));
  const std::optional<Error> again = store->add_calls(entries);
  EXPECT_FALSE(again) << again->describe();
}

TEST_F(PostgresStoreTest, SaysThatADatabaseDoesNotExist) {
  std::string url = url_;
  url.replace(url.find("/postgres?"), 10, "/absent?");
  const std::unique_ptr<PostgresStore> store = open(url);
  const std::optional<Error> error = store->check();
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, "\"absent\" does not exist")) << error->message;
}

// Takes connections and never says a word.
TEST(PostgresStore, WaitsForAServerThatHangsNoLongerThanItsTime) {
  const TempFolder folder;
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  folder.file(".s.PGSQL.5432").copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(listener, 5), 0);
  const Clock::time_point before = Clock::now();
  const std::unique_ptr<PostgresStore> store =
      open("postgresql:///db?user=me&host=" + folder.path(), {.connect_within = milliseconds(100)});
  const std::optional<Error> error = store->check();
  EXPECT_LT(Clock::now() - before, seconds(2));
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, "no answer in time")) << error->message;
  ::close(listener);
}

class PostgresOutageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (TestServer::shared() == nullptr) GTEST_SKIP() << TestServer::why();
    std::string error;
    server_ = TestServer::start(error);
    ASSERT_TRUE(server_) << error;
    url_ = server_->url("outage");
  }

  std::unique_ptr<TestServer> server_;
  std::string url_;
};

TEST_F(PostgresOutageTest, GoesOnWhenTheServerIsBack) {
  const std::unique_ptr<PostgresStore> store = open(url_, {.rest = milliseconds(1)});
  std::vector<CallEntry> entries = sample_calls(1);
  ASSERT_FALSE(store->add_calls(entries));
  server_->stop();
  const std::optional<Error> error = store->add_calls(entries);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kIo);
  EXPECT_TRUE(store->check());
  EXPECT_TRUE(has(store->check()->message, "cannot be reached")) << store->check()->message;
  ASSERT_TRUE(server_->run());
  std::optional<Error> again = store->check();
  EXPECT_FALSE(again) << again->describe();
  again = store->add_calls(entries);
  EXPECT_FALSE(again) << again->describe();
  EXPECT_EQ(store->calls({})->entries.size(), 2U);
}

TEST_F(PostgresOutageTest, HoldsNobodyWhileTheServerIsFrozen) {
  const std::unique_ptr<PostgresStore> store = open(
      url_,
      {.connect_within = milliseconds(200), .answer_within = milliseconds(200), .rest = milliseconds(1)});
  server_->freeze(true);
  const Clock::time_point before = Clock::now();
  EXPECT_FALSE(store->turns({{"s", "call_1"}}));
  EXPECT_FALSE(store->turns({{"s", "call_1"}}));
  EXPECT_LT(Clock::now() - before, seconds(3));
  server_->freeze(false);
  const Clock::time_point deadline = Clock::now() + seconds(10);
  while (!store->turns({{"s", "call_1"}}) && Clock::now() < deadline) ::usleep(10'000);
  EXPECT_TRUE(store->turns({{"s", "call_1"}}));
}

TEST_F(PostgresOutageTest, LosesNothingOfAWorkersQueueWhileTheServerIsAway) {
  server_->stop();
  WorkerOptions options;
  options.keep.calls_age = options.keep.turns_age = options.keep.responses_age = seconds::max();
  Result<std::unique_ptr<StoreWorker>> worker = StoreWorker::start(open(url_), options);
  ASSERT_TRUE(worker);
  ASSERT_TRUE((*worker)->log_calls(sample_calls(5)));
  ASSERT_TRUE((*worker)->remember({{"s", "call_1", "c", kSampleTime, "thought"}}));
  for (const char* id : {"resp_1", "resp_2"})
    ASSERT_TRUE((*worker)->keep_response({"alice", id, kSampleTime, "{}", "[]", {}}));
  EXPECT_FALSE((*worker)->flush(Clock::now() + seconds(2)));
  ASSERT_TRUE((*worker)->last_error());
  EXPECT_EQ((*worker)->queued_entries(), 8U);
  EXPECT_EQ((*worker)->remove_pending_response("alice", "resp_2"), true);
  ASSERT_TRUE(server_->run());
  const Clock::time_point back = Clock::now();
  EXPECT_TRUE((*worker)->flush(Clock::now() + seconds(20)));
  EXPECT_LT(Clock::now() - back, seconds(3));
  EXPECT_FALSE((*worker)->last_error());
  EXPECT_EQ((*worker)->dropped() + (*worker)->dropped_turns() + (*worker)->dropped_responses(), 0U);
  worker->reset();
  const std::unique_ptr<PostgresStore> store = open(url_);
  EXPECT_EQ(store->calls({})->entries.size(), 5U);
  EXPECT_EQ(store->turns({{"s", "call_1"}})->size(), 1U);
  EXPECT_TRUE(*store->response("alice", "resp_1"));
  EXPECT_FALSE(*store->response("alice", "resp_2"));
}

TEST_F(PostgresOutageTest, AWorkerGoesOnWhenAFrozenServerAnswersAgain) {
  WorkerOptions options;
  options.keep.calls_age = options.keep.responses_age = seconds::max();
  Result<std::unique_ptr<StoreWorker>> worker = StoreWorker::start(
      open(url_, {.connect_within = milliseconds(300), .answer_within = milliseconds(300)}), options);
  ASSERT_TRUE(worker);
  server_->freeze(true);
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_TRUE((*worker)->log_calls(sample_calls(100, 100 * i)));
    ASSERT_TRUE((*worker)->keep_response(
        {"alice", "resp_" + std::to_string(i), kSampleTime, "{}", "[]", {"msg_" + std::to_string(i)}}));
  }
  EXPECT_FALSE((*worker)->flush(Clock::now() + seconds(3)));
  EXPECT_TRUE((*worker)->last_error());
  server_->freeze(false);
  EXPECT_TRUE((*worker)->flush(Clock::now() + seconds(20)));
  EXPECT_FALSE((*worker)->last_error());
  worker->reset();
  const std::unique_ptr<PostgresStore> store = open(url_);
  const Result<Inspection> found = store->inspect();
  ASSERT_TRUE(found);
  EXPECT_GE(found->calls, 2000U);  // a commit whose answer was lost is written again
  EXPECT_EQ(found->responses, 20U);
  EXPECT_TRUE(found->faults.empty());
}

}  // namespace
}  // namespace argwright::store::postgres
