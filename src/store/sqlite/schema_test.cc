#include "store/sqlite/schema.h"

#include <gtest/gtest.h>

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

constexpr const char* kFirst = "CREATE TABLE a(x INTEGER); INSERT INTO a VALUES (1)";
constexpr const char* kSecond = "ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = x + 1";

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
  const std::vector<const char*> old_steps = {kFirst}, new_steps = {kFirst, kSecond};
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
  const std::vector<const char*> steps = {kFirst, "UPDATE a SET x = 5; UPDATE absent SET x = 5"};
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

TEST_F(SchemaTest, LeavesADatabaseOfAnotherProgramAlone) {
  ASSERT_FALSE(open()->execute("CREATE TABLE theirs(x)", "test"));
  const Result<std::unique_ptr<SqliteStore>> opened = SqliteStore::open(folder_.file("store.db"));
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("of another program"), std::string::npos) << opened.error().message;
  const std::unique_ptr<Database> database = open();
  EXPECT_EQ(number(*database, "SELECT count(*) FROM sqlite_schema"), 1);
  EXPECT_EQ(number(*database, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
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
