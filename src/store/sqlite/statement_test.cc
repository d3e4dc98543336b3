#include "store/sqlite/statement.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace argwright::store::sqlite {
namespace {

class StatementTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Database>> opened = Database::open(":memory:", {});
    ASSERT_TRUE(opened);
    database_ = *std::move(opened);
    ASSERT_FALSE(database_->execute("CREATE TABLE t(n INTEGER PRIMARY KEY, x TEXT)", "make a table"));
  }

  Statement prepare(std::string_view sql) {
    Result<Statement> statement = Statement::prepare(*database_, "test", sql);
    EXPECT_TRUE(statement) << statement.error().describe();
    return *std::move(statement);
  }

  std::unique_ptr<Database> database_;
};

TEST_F(StatementTest, BindsAndReads) {
  Statement insert = prepare("INSERT INTO t VALUES (?1, ?2)");
  {
    Execution run(insert);
    run.bind(1, std::int64_t{-5});
    run.bind(2, std::string_view("a\0b", 3));
    EXPECT_EQ(run.step(), Step::kDone);
  }
  Statement select = prepare("SELECT n, x FROM t");
  Execution run(select);
  ASSERT_EQ(run.step(), Step::kRow);
  EXPECT_EQ(run.number(0), -5);
  EXPECT_EQ(run.text(1), std::string("a\0b", 3));
  EXPECT_EQ(run.step(), Step::kDone);
}

TEST_F(StatementTest, TellsAnEmptyTextFromNone) {
  Statement insert = prepare("INSERT INTO t VALUES (?1, ?2)");
  {
    Execution run(insert);
    run.bind(1, std::int64_t{1});
    run.bind(2, std::string_view());
    EXPECT_EQ(run.step(), Step::kDone);
    run.again();
    run.bind(1, std::int64_t{2});
    run.bind_null(2);
    EXPECT_EQ(run.step(), Step::kDone);
  }
  Statement select = prepare("SELECT x FROM t ORDER BY n");
  Execution run(select);
  ASSERT_EQ(run.step(), Step::kRow);
  EXPECT_FALSE(run.is_null(0));
  EXPECT_EQ(run.text(0), "");
  ASSERT_EQ(run.step(), Step::kRow);
  EXPECT_TRUE(run.is_null(0));
  EXPECT_EQ(run.text(0), "");
}

TEST_F(StatementTest, ForgetsParametersBetweenRuns) {
  Statement select = prepare("SELECT ?1");
  {
    Execution run(select);
    run.bind(1, "kept?");
    ASSERT_EQ(run.step(), Step::kRow);
  }
  Execution run(select);
  ASSERT_EQ(run.step(), Step::kRow);
  EXPECT_TRUE(run.is_null(0));
}

TEST_F(StatementTest, HoldsNoLockAfterARun) {
  ASSERT_FALSE(database_->execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')", "fill"));
  Statement select = prepare("SELECT n FROM t");
  {
    Execution run(select);
    ASSERT_EQ(run.step(), Step::kRow);  // and another row is left
  }
  EXPECT_FALSE(database_->execute("DROP TABLE t", "drop"));
}

TEST_F(StatementTest, SaysWhyAStepFailed) {
  Statement insert = prepare("INSERT INTO t VALUES (1, 'a')");
  {
    Execution run(insert);
    EXPECT_EQ(run.step(), Step::kDone);
  }
  Execution run(insert);
  ASSERT_EQ(run.step(), Step::kFailed);
  EXPECT_NE(run.error().message.find("cannot test: :memory:"), std::string::npos) << run.error().message;
  EXPECT_NE(run.error().message.find("UNIQUE"), std::string::npos) << run.error().message;
}

TEST_F(StatementTest, SaysThatABindingFailed) {
  Statement select = prepare("SELECT ?1");
  Execution run(select);
  run.bind(2, std::int64_t{1});  // there is no second
  EXPECT_EQ(run.step(), Step::kFailed);
  EXPECT_EQ(run.error().code, ErrorCode::kInternal);
}

TEST_F(StatementTest, RefusesWhatIsNoSql) {
  const Result<Statement> statement = Statement::prepare(*database_, "test", "SELEKT 1");
  ASSERT_FALSE(statement);
  EXPECT_NE(statement.error().message.find("SELEKT"), std::string::npos);
}

}  // namespace
}  // namespace argwright::store::sqlite
