// Puts many rows into a table whose numbers ascend, up to 32 with one statement. What a statement costs
// besides its rows, to begin and to end, is a good part of what a row does; and rows that come after the last
// one need no search for their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"

namespace argwright::store::sqlite {

class BatchInsert {
 public:
  // `columns`: all but `number`, which is the table's primary key. `doing` completes "cannot ..." in errors
  // and, like the database, must outlive this.
  static Result<BatchInsert> prepare(const Database& database, const char* doing, std::string_view table,
                                     std::span<const std::string_view> columns);

 private:
  friend class BatchRows;
  struct Sized {
    std::size_t rows;
    Statement statement;
  };

  BatchInsert(const Database& database, const char* doing, std::size_t columns, std::vector<Sized> statements)
      : database_(&database), doing_(doing), columns_(columns), statements_(std::move(statements)) {}

  const Database* database_;
  const char* doing_;
  std::size_t columns_;
  std::vector<Sized> statements_;  // the largest first; the last is for one row, and is told its number
};

// The rows of one batch, within a transaction that must be given up where the batch fails: some of its rows
// may be in the table. A BatchInsert has one batch at a time.
class BatchRows {
 public:
  // So many rows will come. Their numbers are `first` and those that follow it; all are greater than any in
  // the table.
  BatchRows(BatchInsert& insert, std::int64_t first, std::size_t rows);

  // The columns of a row, in the order of `columns` from 0 on: all of them, for every row. Texts are not
  // copied: they must stay until the batch ends.
  void number(std::size_t column, std::int64_t number) { run_->bind(parameter(column), number); }
  void text(std::size_t column, std::string_view text) { run_->bind(parameter(column), text); }
  // A text that rows often share, which is cheaper then; none: NULL.
  void common_text(std::size_t column, std::optional<std::string_view> text);

  // The row is complete.
  std::optional<Error> end_row() { return ++row_ < with_->rows ? std::nullopt : end_statement(); }

 private:
  void begin_statement();
  std::optional<Error> end_statement();
  int parameter(std::size_t column) const { return static_cast<int>(row_ * insert_.columns_ + column + 1); }

  BatchInsert& insert_;
  std::int64_t next_;                    // number that is not in the table yet
  std::size_t left_;                     // rows that are not
  BatchInsert::Sized* with_ = nullptr;   // what takes those that come
  std::optional<Execution> run_;         // of it
  std::size_t row_ = 0;                  // within the statement
  std::vector<std::string_view> bound_;  // by common_text(), for each parameter; a null pointer: NULL
};

}  // namespace argwright::store::sqlite
