#include "store/sqlite/batch_insert.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace argwright::store::sqlite {
namespace {

constexpr std::array<std::string_view, 4> kColumns = {"time", "own", "common", "other"};

struct Row {
  std::int64_t number = 0, time = 0;
  std::string own;
  std::optional<std::string> common, other;
  bool operator==(const Row&) const = default;
};

class BatchInsertTest : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Database>> opened = Database::open(":memory:", {});
    ASSERT_TRUE(opened);
    database_ = *std::move(opened);
    execute(
        "CREATE TABLE t(number INTEGER PRIMARY KEY, time INTEGER NOT NULL, own TEXT NOT NULL, "
        "common TEXT, other TEXT) STRICT");
    Result<BatchInsert> prepared = BatchInsert::prepare(*database_, "write", "t", kColumns);
    ASSERT_TRUE(prepared) << prepared.error().describe();
    insert_.emplace(*std::move(prepared));
  }

  void execute(const char* sql) { ASSERT_FALSE(database_->execute(sql, "test")); }

  std::optional<Error> add(const std::vector<Row>& rows) {
    const auto view = [](const std::optional<std::string>& text) {
      return text ? std::optional<std::string_view>(*text) : std::nullopt;
    };
    BatchRows batch(*insert_, rows.empty() ? 1 : rows.front().number, rows.size());
    for (const Row& row : rows) {
      batch.number(0, row.time);
      batch.text(1, row.own);
      batch.common_text(2, view(row.common));
      batch.common_text(3, view(row.other));
      if (std::optional<Error> error = batch.end_row()) return error;
    }
    return std::nullopt;
  }

  std::vector<Row> all() {
    Result<Statement> select = Statement::prepare(
        *database_, "read", "SELECT number, time, own, common, other FROM t ORDER BY number");
    EXPECT_TRUE(select);
    std::vector<Row> rows;
    Execution run(*select);
    const auto text = [&](int column) {
      return run.is_null(column) ? std::nullopt : std::optional(run.text(column));
    };
    while (run.step() == Step::kRow)
      rows.push_back({run.number(0), run.number(1), run.text(2), text(3), text(4)});
    return rows;
  }

  // Texts that are shared by some, and now and then none.
  static std::vector<Row> sample(std::int64_t first, std::size_t count) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < count; ++i) {
      Row row{
          first + static_cast<std::int64_t>(i), -static_cast<std::int64_t>(i), std::to_string(i), "same", {}};
      if (i % 5 == 0) row.common = std::to_string(i / 20);
      if (i % 7 < 2) row.other = i % 2 == 0 ? "" : "x";
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::unique_ptr<Database> database_;
  std::optional<BatchInsert> insert_;
};

TEST_F(BatchInsertTest, KeepsEveryColumnWhateverTheNumberOfRows) {
  for (std::size_t count = 0; count <= 140; ++count) {
    const std::vector<Row> rows = sample(1, count);
    ASSERT_FALSE(add(rows));
    EXPECT_EQ(all(), rows) << count;
    execute("DELETE FROM t");
  }
}

TEST_F(BatchInsertTest, BeginsWithTheNumberItIsTold) {
  const std::vector<Row> rows = sample(1, 3);
  const std::vector<Row> later = sample(1000, 50);
  ASSERT_FALSE(add(rows));
  execute("DELETE FROM t WHERE number > 1");  // numbers of rows that are gone are not given again
  ASSERT_FALSE(add(later));
  const std::vector<Row> found = all();
  ASSERT_EQ(found.size(), 51U);
  EXPECT_EQ(found[0], rows[0]);
  EXPECT_TRUE(std::equal(later.begin(), later.end(), found.begin() + 1));
}

TEST_F(BatchInsertTest, KeepsBytesThatAreNoText) {
  std::vector<Row> rows = sample(1, 40);
  for (Row& row : rows) {
    row.own = std::string("\0\xff\0", 3) + row.own;
    row.other = std::string("\xc3\0", 2);
  }
  ASSERT_FALSE(add(rows));
  EXPECT_EQ(all(), rows);
}

TEST_F(BatchInsertTest, FailsWithTheRowThatTheTableRefuses) {
  execute(
      "CREATE TRIGGER no BEFORE INSERT ON t WHEN NEW.own = '30' BEGIN SELECT RAISE(ABORT, 'not 30'); END");
  execute("BEGIN");
  const std::optional<Error> error = add(sample(1, 40));
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("cannot write: "), std::string::npos) << error->message;
  EXPECT_NE(error->message.find("not 30"), std::string::npos) << error->message;
  execute("ROLLBACK");
  EXPECT_TRUE(all().empty());
  execute("DROP TRIGGER no");
  ASSERT_FALSE(add(sample(1, 40)));
  EXPECT_EQ(all(), sample(1, 40));
}

TEST_F(BatchInsertTest, SaysThatATableIsDamagedWhichHoldsGreaterNumbers) {
  ASSERT_FALSE(add(sample(100, 1)));
  const std::optional<Error> error = add(sample(1, 40));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kUnavailable);
  EXPECT_NE(error->message.find("is damaged"), std::string::npos) << error->message;
}

}  // namespace
}  // namespace argwright::store::sqlite
