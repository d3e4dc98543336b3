#include "store/sqlite/schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/sqlite/sqlite_store.h"
#include "store/sqlite/statement.h"
#include "store/temp_folder.h"

namespace argwright::store::sqlite {
namespace {

// A file is known by its totals.
constexpr SchemaStep kFirst[] = {
    {"CREATE TABLE totals(last_number INTEGER); CREATE TABLE a(x INTEGER); INSERT INTO a VALUES (1)"}};
constexpr SchemaStep kSecond[] = {{"ALTER TABLE a ADD COLUMN y INTEGER"}, {"UPDATE a SET y = x + 1"}};
constexpr SchemaStep kWrong[] = {{"UPDATE a SET x = 5"}, {"UPDATE absent SET x = 5"}};

class SchemaTest : public testing::Test {
 protected:
  std::unique_ptr<Database> open() {
    Result<std::unique_ptr<Database>> opened = Database::open(folder_.file("store.db"), {});
    EXPECT_TRUE(opened) << opened.error().describe();
    return *std::move(opened);
  }

  std::int64_t number(const Database& database, const char* sql) {
    Result<Statement> statement = Statement::prepare(database, "test", sql);
    if (!statement) return -1;
    Execution run(*statement);
    return run.step() == Step::kRow ? run.number(0) : -1;
  }

  TempFolder folder_;
};

TEST_F(SchemaTest, MakesTheTablesOfAnEmptyFile) {
  const std::unique_ptr<Database> database = open();
  ASSERT_FALSE(migrate(*database, migrations()));
  EXPECT_EQ(number(*database, "SELECT version FROM schema_version"),
            static_cast<std::int64_t>(migrations().size()));
  EXPECT_EQ(number(*database, "SELECT count(*) FROM calls"), 0);
}

TEST_F(SchemaTest, BringsAnOlderFileForward) {
  const std::unique_ptr<Database> database = open();
  const std::vector<Migration> old_steps = {kFirst}, new_steps = {kFirst, kSecond};
  ASSERT_FALSE(migrate(*database, old_steps));
  EXPECT_EQ(number(*database, "SELECT version FROM schema_version"), 1);
  ASSERT_FALSE(migrate(*database, new_steps));
  EXPECT_EQ(number(*database, "SELECT version FROM schema_version"), 2);
  EXPECT_EQ(number(*database, "SELECT y FROM a"), 2);
  ASSERT_FALSE(migrate(*database, new_steps));  // nothing to do
  EXPECT_EQ(number(*database, "SELECT count(*) FROM a"), 1);
}

TEST_F(SchemaTest, KeepsTheOldVersionWhereAStepFails) {
  const std::unique_ptr<Database> database = open();
  const std::vector<Migration> steps = {kFirst, kWrong};
  const std::optional<Error> error = migrate(*database, steps);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("absent"), std::string::npos) << error->message;
  EXPECT_EQ(number(*database, "SELECT version FROM schema_version"), 1);
  EXPECT_EQ(number(*database, "SELECT x FROM a"), 1);
}

TEST_F(SchemaTest, RefusesANewerFileByBothVersions) {
  {
    const std::unique_ptr<Database> database = open();
    ASSERT_FALSE(migrate(*database, migrations()));
    ASSERT_FALSE(database->execute("UPDATE schema_version SET version = 77", "test"));
  }
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_FALSE(opened);
  const std::string& message = opened.error().message;
  EXPECT_NE(message.find(folder_.file("store.db")), std::string::npos) << message;
  EXPECT_NE(message.find("version 77"), std::string::npos) << message;
  EXPECT_NE(message.find("up to " + std::to_string(migrations().size())), std::string::npos) << message;
}

TEST_F(SchemaTest, SkipsAStepThatIsDoneAlready) {
  const std::unique_ptr<Database> database = open();
  constexpr SchemaStep kTwice[] = {{"UPDATE a SET x = 7", "SELECT count(*) FROM a"},
                                   {"UPDATE a SET x = x + 1", "SELECT 0"}};
  const std::vector<Migration> steps = {kFirst, kTwice};
  ASSERT_FALSE(migrate(*database, steps));
  EXPECT_EQ(number(*database, "SELECT x FROM a"), 2);
}

// testdata/version1.db was made by testdata/make_version1.py with the tables of version 1.
TEST_F(SchemaTest, AddsTheColumnOfReasoningToAFileOfVersion1) {
  std::filesystem::copy_file(std::string(ARGWRIGHT_STORE_TESTDATA) + "/version1.db",
                             folder_.file("store.db"));
  for (int round = 1; round <= 2; ++round) {
    Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
    ASSERT_TRUE(opened) << opened.error().describe();
    const Result<std::vector<HistoryMessage>> old = (*opened)->history("session-1");
    ASSERT_TRUE(old) << old.error().describe();
    ASSERT_EQ(old->size(), 3U);
    EXPECT_EQ((*old)[1].role, "assistant");
    EXPECT_EQ((*old)[2].content, "12 files");
    for (const HistoryMessage& message : *old) EXPECT_EQ(message.reasoning_content, std::nullopt);
    std::vector<HistoryMessage> fresh(1);
    fresh[0].session = "session-" + std::to_string(1 + round);
    fresh[0].reasoning_content = "I thought";
    ASSERT_FALSE((*opened)->add_history(fresh));
    EXPECT_EQ(fresh[0].number, 3 + round);
    const Result<std::vector<HistoryMessage>> kept = (*opened)->history(fresh[0].session);
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 1U);
    EXPECT_EQ((*kept)[0].reasoning_content, "I thought");
    const Result<CallPage> calls = (*opened)->calls({});
    ASSERT_TRUE(calls);
    ASSERT_EQ(calls->entries.size(), 1U);
    EXPECT_EQ(calls->entries[0].raw, "{\"path\": \".\"}");
  }
}

TEST_F(SchemaTest, TakesAFileOfVersion1ThatHasNoHistory) {
  {
    const std::unique_ptr<Database> database = open();
    ASSERT_FALSE(migrate(*database, migrations().first(1)));
    ASSERT_FALSE(database->execute("DROP TABLE conversation_history", "test"));
  }
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_TRUE(opened) << opened.error().describe();
  EXPECT_TRUE((*opened)->history("session-1"));
}

// As where someone ran the statement by hand.
TEST_F(SchemaTest, TakesAFileOfVersion1ThatHasTheColumnAlready) {
  {
    const std::unique_ptr<Database> database = open();
    ASSERT_FALSE(migrate(*database, migrations().first(1)));
    ASSERT_FALSE(
        database->execute("ALTER TABLE conversation_history ADD COLUMN reasoning_content TEXT", "test"));
  }
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_TRUE(opened) << opened.error().describe();
}

TEST_F(SchemaTest, LeavesADatabaseOfAnotherProgramAlone) {
  ASSERT_FALSE(open()->execute("CREATE TABLE theirs(x)", "test"));
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("of another program"), std::string::npos) << opened.error().message;
  const std::unique_ptr<Database> database = open();
  EXPECT_EQ(number(*database, "SELECT count(*) FROM sqlite_schema"), 1);
  EXPECT_EQ(number(*database, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
}

TEST_F(SchemaTest, KeepsTheTurnsOfAFileOfVersion2) {
  {
    const std::unique_ptr<Database> database = open();
    ASSERT_FALSE(migrate(*database, migrations().first(2)));
    ASSERT_FALSE(
        database->execute("INSERT INTO turns VALUES (1, 7, 100, 's', 'call_1', 'c', 'old'), "
                          "(2, 8, 100, 's', 'call_1', 'd', 'new');"
                          "UPDATE totals SET bytes = 200, last_number = 2 WHERE name = 'turns'",
                          "test"));
  }
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_TRUE(opened) << opened.error().describe();
  EXPECT_EQ((*opened)->turns({{"s", "call_1"}})->size(), 2U);
  ASSERT_FALSE((*opened)->add_turns({{"s", "call_1", "c", {}, "again"}}));
  EXPECT_EQ((*opened)->turns({{"s", "call_1"}})->size(), 2U);
  const Result<Inspection> found = (*opened)->inspect();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->faults.empty());
  EXPECT_EQ(number(*open(), "SELECT count(*) FROM pragma_index_list('turns')"), 0);
}

// A table of this name is what several tools for migrations keep.
TEST_F(SchemaTest, TakesNoSchemaVersionOfAnotherProgramForItsOwn) {
  for (const char* version : {"1", "2", "'V2.1'", "NULL"}) {
    const std::string sql =
        "DROP TABLE IF EXISTS schema_version; CREATE TABLE schema_version(version);"
        "INSERT INTO schema_version VALUES (" +
        std::string(version) + ")";
    ASSERT_FALSE(open()->execute(sql.c_str(), "test"));
    const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("of another program"), std::string::npos) << opened.error().message;
    EXPECT_EQ(number(*open(), "SELECT count(*) FROM sqlite_schema"), 1);
  }
}

TEST_F(SchemaTest, LetsManyOpenANewFileAtOnce) {
  for (int round = 0; round < 5; ++round) {
    const std::string file = folder_.file("many" + std::to_string(round) + ".db");
    std::vector<std::string> errors(4);
    std::vector<std::thread> threads;
    for (std::string& error : errors) {
      threads.emplace_back([&error, &file] {
        const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(file);
        if (!opened) error = opened.error().describe();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& error : errors) EXPECT_EQ(error, "");
  }
}

}  // namespace
}  // namespace argwright::store::sqlite
