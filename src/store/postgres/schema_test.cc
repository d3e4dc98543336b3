#include "store/postgres/schema.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "store/postgres/postgres_store.h"
#include "store/postgres/test_server.h"

namespace argwright::store::postgres {
namespace {

class PostgresSchemaTest : public testing::Test {
 protected:
  void SetUp() override {
    if (TestServer::shared() == nullptr) GTEST_SKIP() << TestServer::why();
    url_ = TestServer::shared()->url(testing::UnitTest::GetInstance()->current_test_info()->name());
  }

  Connection connect() { return {*Address::parse(url_), {}}; }

  void execute(const char* sql) {
    Connection connection = connect();
    const std::optional<Error> error = connection.execute({"test", sql});
    ASSERT_FALSE(error) << error->describe();
  }

  std::size_t version() {
    Connection connection = connect();
    const Result<std::size_t> version = schema_version(connection);
    EXPECT_TRUE(version) << version.error().describe();
    return version.value_or(999);
  }

  std::string url_;
};

TEST_F(PostgresSchemaTest, AddsTheColumnOfReasoningToTablesOfVersion1) {
  {
    Connection connection = connect();
    const std::optional<Error> error = migrate(connection, migrations().first(1));
    ASSERT_FALSE(error) << error->describe();
  }
  EXPECT_EQ(version(), 1U);
  execute(
      "INSERT INTO conversation_history(number, session, time, role, content, payload) "
      "VALUES (1, 'old', 7, 'user', 'hello', '{}'), (2, 'old', 8, 'assistant', 'hi', '{}')");
  for (int round = 1; round <= 2; ++round) {
    const Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url_);
    ASSERT_TRUE(opened) << opened.error().describe();
    EXPECT_EQ(version(), migrations().size());
    const Result<std::vector<HistoryMessage>> old = (*opened)->history("old");
    ASSERT_TRUE(old) << old.error().describe();
    ASSERT_EQ(old->size(), 2U);
    EXPECT_EQ((*old)[0].content, "hello");
    for (const HistoryMessage& message : *old) EXPECT_EQ(message.reasoning_content, std::nullopt);
    std::vector<HistoryMessage> fresh(1);
    fresh[0].session = "new";
    fresh[0].reasoning_content = "I thought";
    ASSERT_FALSE((*opened)->add_history(fresh));
    EXPECT_EQ(fresh[0].number, 2 + round);
  }
}

TEST_F(PostgresSchemaTest, TakesTablesThatHaveTheColumnAlready) {
  {
    Connection connection = connect();
    ASSERT_FALSE(migrate(connection, migrations().first(1)));
  }
  execute("ALTER TABLE conversation_history ADD COLUMN reasoning_content TEXT");
  EXPECT_TRUE(PostgresStore::open(url_));
  EXPECT_EQ(version(), migrations().size());
}

TEST_F(PostgresSchemaTest, RefusesANewerSchemaByBothVersions) {
  ASSERT_TRUE(PostgresStore::open(url_));
  execute("UPDATE schema_version SET version = 77");
  const Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url_);
  ASSERT_FALSE(opened);
  const std::string& message = opened.error().message;
  EXPECT_NE(message.find("version 77"), std::string::npos) << message;
  EXPECT_NE(message.find("up to " + std::to_string(migrations().size())), std::string::npos) << message;
  EXPECT_NE(message.find("newer Argwright"), std::string::npos) << message;
}

TEST_F(PostgresSchemaTest, LeavesTablesOfAnotherProgramAlone) {
  execute("CREATE TABLE calls(x INTEGER)");
  const Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url_);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("a table \"calls\" of another program"), std::string::npos)
      << opened.error().message;
  execute("INSERT INTO calls VALUES (1)");
}

// A table of this name is what several tools for migrations keep.
TEST_F(PostgresSchemaTest, TakesNoSchemaVersionOfAnotherProgramForItsOwn) {
  execute("CREATE TABLE schema_version(version TEXT); INSERT INTO schema_version VALUES ('1')");
  const Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url_);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("a table \"schema_version\" of another program"), std::string::npos)
      << opened.error().message;
  execute("INSERT INTO schema_version VALUES ('2')");
}

TEST_F(PostgresSchemaTest, LetsManyBeginAtOnce) {
  std::vector<std::string> errors(6);
  std::vector<std::thread> threads;
  for (std::string& error : errors) {
    threads.emplace_back([this, &error] {
      const Result<std::unique_ptr<PostgresStore>> opened = PostgresStore::open(url_);
      if (!opened) {
        error = opened.error().describe();
      } else if (const std::optional<Error> ill = (*opened)->check()) {
        error = ill->describe();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& error : errors) EXPECT_EQ(error, "");
  EXPECT_EQ(version(), migrations().size());
}

}  // namespace
}  // namespace argwright::store::postgres
