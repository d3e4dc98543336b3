// What can go wrong with a file. store_test.cc tests what every engine does.
#include "store/sqlite/sqlite_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/sample_calls.h"
#include "store/sqlite/statement.h"
#include "store/temp_folder.h"

namespace argwright::store::sqlite {
namespace {

using std::chrono::milliseconds;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

class SqliteStoreTest : public testing::Test {
 protected:
  std::unique_ptr<SqliteStore> open(const DatabaseOptions& options = {}) {
    Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file_, options);
    EXPECT_TRUE(opened) << opened.error().describe();
    return opened ? *std::move(opened) : nullptr;
  }

  std::string refusal() {
    const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file_, {milliseconds(50), 0});
    return opened ? "opened" : opened.error().describe();
  }

  // Another program at the same file.
  std::unique_ptr<Database> other() {
    Result<std::unique_ptr<Database>> opened = Database::open(file_, {});
    EXPECT_TRUE(opened);
    return *std::move(opened);
  }

  std::string word(const char* sql) {
    const std::unique_ptr<Database> database = other();
    Result<Statement> statement = Statement::prepare(*database, "test", sql);
    if (!statement) return statement.error().describe();
    Execution run(*statement);
    return run.step() == Step::kRow ? run.text(0) : "no row";
  }

  void write_file(std::string_view text) { std::ofstream(file_, std::ios::binary) << text; }

  static std::size_t count(Store& store) {
    const Result<CallPage> found = store.calls({.limit = 1000});
    return found ? found->entries.size() : 0;
  }

  TempFolder folder_;
  std::string file_ = folder_.file("store.db");
};

TEST_F(SqliteStoreTest, WritesAheadInFilesForThisUserOnly) {
  const std::unique_ptr<SqliteStore> store = open();
  std::vector<CallEntry> entries = sample_calls(1);
  ASSERT_FALSE(store->add_calls(entries));
  EXPECT_EQ(word("PRAGMA journal_mode"), "wal");
  struct stat status{};
  ASSERT_EQ(::stat((file_ + "-wal").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(SqliteStoreTest, LeavesThePagesOfAFileAsTheyAre) {
  ASSERT_TRUE(open());
  EXPECT_EQ(word("PRAGMA page_size"), "8192");
  std::filesystem::remove(file_);
  ASSERT_FALSE(other()->execute("PRAGMA page_size = 4096; VACUUM", "test"));
  const std::unique_ptr<SqliteStore> store = open();
  std::vector<CallEntry> entries = sample_calls(100);
  ASSERT_FALSE(store->add_calls(entries));
  EXPECT_EQ(count(*store), 100U);
  EXPECT_EQ(word("PRAGMA page_size"), "4096");
}

TEST_F(SqliteStoreTest, KeepsEqualArgumentsOnceAndAbsentTextsNotAtAll) {
  std::vector<CallEntry> entries = {sample_call()};
  ASSERT_FALSE(open()->add_calls(entries));
  EXPECT_EQ(word("SELECT arguments IS NULL AND fixes IS NULL AND error IS NULL FROM calls"), "1");
}

TEST_F(SqliteStoreTest, CountsItsBytesExactly) {
  const std::unique_ptr<SqliteStore> store = open();
  std::vector<CallEntry> entries = sample_calls(700);
  ASSERT_FALSE(store->add_calls(entries));
  for (const char* id : {"a", "b", "a", "c"}) {
    ASSERT_FALSE(store->put_response({"me", id, kSampleTime, "body", "input", {"x", id}}));
  }
  ASSERT_TRUE(store->remove_response("me", "b"));
  ASSERT_TRUE(store->prune({.calls_bytes = 50'000}, kSampleTime));
  EXPECT_EQ(word("SELECT (SELECT sum(bytes) FROM calls) = (SELECT bytes FROM totals WHERE name = 'calls')"),
            "1");
  EXPECT_EQ(
      word("SELECT (SELECT sum(bytes) FROM responses) = (SELECT bytes FROM totals WHERE name = 'responses')"),
      "1");
  EXPECT_EQ(word("SELECT count(*) FROM response_items"), "4");
}

TEST_F(SqliteStoreTest, HasNoIndexOnTheLogOfCalls) {
  {
    ASSERT_TRUE(open());
  }
  EXPECT_EQ(word("SELECT count(*) FROM pragma_index_list('calls')"), "0");
}

TEST_F(SqliteStoreTest, RefusesAFileThatIsNoDatabase) {
  write_file("These are my notes, and they are longer than the header of a database: " +
             std::string(200, '.'));
  EXPECT_TRUE(has(refusal(), file_ + " is not an SQLite database")) << refusal();
  EXPECT_TRUE(has(refusal(), "name another file")) << refusal();
  EXPECT_GT(std::filesystem::file_size(file_), 200U);  // left as it is
}

TEST_F(SqliteStoreTest, TakesAnEmptyFile) {
  write_file("");
  EXPECT_TRUE(open());
}

TEST_F(SqliteStoreTest, SaysThatAFileIsDamaged) {
  {
    const std::unique_ptr<SqliteStore> store = open();
    std::vector<CallEntry> entries = sample_calls(1000);
    ASSERT_FALSE(store->add_calls(entries));
  }
  {
    std::fstream file(file_, std::ios::binary | std::ios::in | std::ios::out);
    const auto size = std::filesystem::file_size(file_);
    constexpr std::uintmax_t kAfterSchema = 16'384;  // the first pages hold it
    file.seekp(kAfterSchema);
    for (auto at = kAfterSchema; at < size; ++at) file.put('\x5a');
  }
  const std::unique_ptr<SqliteStore> store = open();
  ASSERT_TRUE(store);
  const Result<CallPage> found = store->calls({});
  ASSERT_FALSE(found);
  EXPECT_TRUE(has(found.error().message, file_ + " is damaged")) << found.error().message;
  EXPECT_TRUE(has(found.error().message, ".recover")) << found.error().message;
  std::vector<CallEntry> entries = sample_calls(1);
  EXPECT_TRUE(store->add_calls(entries));
}

TEST_F(SqliteStoreTest, SaysThatTheDiskIsFullAndGoesOnWhenThereIsRoom) {
  const std::unique_ptr<SqliteStore> store = open({milliseconds(50), 60});
  std::vector<CallEntry> few = sample_calls(10), many = sample_calls(5000);
  ASSERT_FALSE(store->add_calls(few));
  const std::optional<Error> error = store->add_calls(many);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kUnavailable);
  EXPECT_TRUE(has(error->message, file_ + " cannot grow: the disk is full")) << error->message;
  EXPECT_TRUE(has(error->message, "Make room")) << error->message;
  EXPECT_EQ(many[0].number, 0);
  EXPECT_EQ(count(*store), 10U);  // all or none
  ASSERT_FALSE(store->add_calls(few));
  EXPECT_EQ(count(*store), 20U);
  ASSERT_TRUE(store->prune({.calls_bytes = 0}, kSampleTime));
  ASSERT_FALSE(store->add_calls(few));
  EXPECT_EQ(few[0].number, 21);
  EXPECT_EQ(word("PRAGMA integrity_check"), "ok");
}

TEST_F(SqliteStoreTest, SaysThatItIsLockedAndGoesOnAfterwards) {
  const std::unique_ptr<SqliteStore> store = open({milliseconds(50), 0});
  const std::unique_ptr<Database> holder = other();
  ASSERT_FALSE(holder->execute("BEGIN IMMEDIATE", "test"));
  std::vector<CallEntry> entries = sample_calls(1);
  const auto before = std::chrono::steady_clock::now();
  std::optional<Error> error = store->add_calls(entries);
  EXPECT_GE(std::chrono::steady_clock::now() - before, milliseconds(40));
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, file_ + " is locked by another program")) << error->message;
  EXPECT_TRUE(store->check());
  EXPECT_TRUE(store->calls({}));  // reading goes on
  ASSERT_FALSE(holder->execute("ROLLBACK", "test"));
  error = store->add_calls(entries);
  EXPECT_FALSE(error) << error->describe();
  EXPECT_FALSE(store->check());
}

TEST_F(SqliteStoreTest, SaysThatALockedFileCannotBeOpened) {
  const std::unique_ptr<Database> holder = other();
  ASSERT_FALSE(holder->execute("BEGIN EXCLUSIVE", "test"));
  EXPECT_TRUE(has(refusal(), "is locked by another program")) << refusal();
}

// What went to a file without a name would be lost without a word.
TEST_F(SqliteStoreTest, WritesNothingToAFileThatIsGone) {
  const std::unique_ptr<SqliteStore> store = open();
  std::vector<CallEntry> entries = sample_calls(1);
  ASSERT_FALSE(store->add_calls(entries));
  std::filesystem::rename(file_, folder_.file("moved.db"));
  std::optional<Error> error = store->add_calls(entries);
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, "removed or replaced")) << error->message;
  EXPECT_TRUE(store->add_turns({{"s", "call_1", "c", kSampleTime, "x"}}));
  EXPECT_TRUE(store->put_response({"me", "resp_1", kSampleTime, "{}", "[]", {}}));
  std::vector<HistoryMessage> messages(1);
  EXPECT_TRUE(store->add_history(messages));
  std::filesystem::rename(folder_.file("moved.db"), file_);
  error = store->add_calls(entries);
  EXPECT_FALSE(error) << error->describe();
  EXPECT_EQ(count(*store), 2U);
}

TEST_F(SqliteStoreTest, NoticesInItsCheckThatTheFileIsGone) {
  const std::unique_ptr<SqliteStore> store = open();
  EXPECT_FALSE(store->check());
  std::filesystem::remove(file_);
  const std::optional<Error> error = store->check();
  ASSERT_TRUE(error);
  EXPECT_TRUE(has(error->message, "removed or replaced")) << error->message;
}

// In a child that is nobody, since root may write anything.
TEST_F(SqliteStoreTest, SaysThatAFileIsReadOnly) {
  {
    ASSERT_TRUE(open());
  }
  ASSERT_EQ(::chmod(file_.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(1);
    const std::string words = refusal();
    const bool written = ::write(ends[1], words.data(), words.size()) == static_cast<ssize_t>(words.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string words(4096, '\0');
  const ssize_t size = ::read(ends[0], words.data(), words.size());
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  words.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  EXPECT_TRUE(has(words, file_ + " cannot be written")) << words;
  EXPECT_TRUE(has(words, "Let the user of this program write")) << words;
}

// One transaction of a thousand entries. The bound is loose, for slow and busy machines and for debug builds;
// README.md tells what was measured.
TEST_F(SqliteStoreTest, WritesAThousandEntriesInMilliseconds) {
  const std::unique_ptr<SqliteStore> store = open();
  auto best = std::chrono::steady_clock::duration::max();
  for (int round = 0; round < 20; ++round) {
    std::vector<CallEntry> entries = sample_calls(1000);
    const auto before = std::chrono::steady_clock::now();
    ASSERT_FALSE(store->add_calls(entries));
    best = std::min(best, std::chrono::steady_clock::now() - before);
  }
  const double micros = std::chrono::duration<double, std::micro>(best).count() / 1000;
  RecordProperty("micros_per_entry", std::to_string(micros));
  EXPECT_LT(micros, 40);
}

}  // namespace
}  // namespace argwright::store::sqlite
