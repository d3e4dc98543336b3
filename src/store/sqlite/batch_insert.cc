// Tested by batch_insert_test.cc.
#include "store/sqlite/batch_insert.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <string>

namespace argwright::store::sqlite {
namespace {

// More rows at once save hardly anything further; four are for small batches.
constexpr std::array<std::size_t, 3> kRows = {32, 4, 1};

// FAIL: rows that are in the table when another is refused are undone with the transaction. SQLite would
// otherwise note, for every statement, how to undo it alone.
std::string insert_of(std::string_view table, std::span<const std::string_view> columns, std::size_t rows) {
  // One row is told its number; SQLite gives those of more, each greater by one than the last.
  std::string names = rows == 1 ? ", number)" : ")";
  std::string row = rows == 1 ? ", ?)" : ")";
  for (std::size_t i = columns.size(); i-- > 0;) {
    names.insert(0, columns[i]).insert(0, i == 0 ? "(" : ", ");
    row.insert(0, i == 0 ? "(?" : ", ?");
  }
  std::string sql = "INSERT OR FAIL INTO ";
  sql.append(table).append(names).append(" VALUES ").append(row);
  for (std::size_t more = 1; more < rows; ++more) sql.append(", ").append(row);
  return sql;
}

}  // namespace

Result<BatchInsert> BatchInsert::prepare(const Database& database, const char* doing, std::string_view table,
                                         std::span<const std::string_view> columns) {
  std::vector<Sized> statements;
  for (const std::size_t rows : kRows) {
    Result<Statement> statement = Statement::prepare(database, doing, insert_of(table, columns, rows));
    if (!statement) return statement.error();
    statements.push_back({rows, *std::move(statement)});
  }
  return BatchInsert(database, doing, columns.size(), std::move(statements));
}

BatchRows::BatchRows(BatchInsert& insert, std::int64_t first, std::size_t rows)
    : insert_(insert), next_(first), left_(rows) {
  begin_statement();
}

void BatchRows::begin_statement() {
  row_ = 0;
  if (left_ == 0) return;
  // The first row is told its number: there may be a gap before it, of rows that were removed.
  const auto fits = [&](const BatchInsert::Sized& sized) { return sized.rows <= left_; };
  auto& with = with_ == nullptr ? insert_.statements_.back()
                                : *std::find_if(insert_.statements_.begin(), insert_.statements_.end(), fits);
  if (&with == with_) return run_->again();
  with_ = &with;
  run_.emplace(with.statement);
  bound_.assign(insert_.columns_ * with.rows, {});
}

// What is bound stays bound when the statement runs again; NULL is what a parameter is before.
void BatchRows::common_text(std::size_t column, std::optional<std::string_view> text) {
  std::string_view& bound = bound_[row_ * insert_.columns_ + column];
  if (!text) {
    if (bound.data() == nullptr) return;
    bound = {};
    return run_->bind_null(parameter(column));
  }
  if (bound.data() != nullptr && bound == *text) return;
  bound = text->data() == nullptr ? std::string_view("") : *text;
  run_->bind(parameter(column), bound);
}

std::optional<Error> BatchRows::end_statement() {
  if (with_->rows == 1) run_->bind(static_cast<int>(insert_.columns_ + 1), next_);
  if (run_->step() == Step::kFailed) return run_->error();
  next_ += static_cast<std::int64_t>(row_);
  left_ -= row_;
  // Others were given only where the table holds a greater one, which nobody here has given.
  const Database& database = *insert_.database_;
  if (sqlite3_last_insert_rowid(database.handle()) != next_ - 1)
    return database.error(SQLITE_CORRUPT, insert_.doing_);
  begin_statement();
  return std::nullopt;
}

}  // namespace argwright::store::sqlite
