// A prepared statement, kept as long as its database, and one run of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "argwright/result.h"
#include "store/sqlite/database.h"

struct sqlite3_stmt;

namespace argwright::store::sqlite {

class Statement {
 public:
  // `doing` completes "cannot ..." in its errors and, like the database, must outlive the statement.
  static Result<Statement> prepare(const Database& database, const char* doing, std::string_view sql);

 private:
  friend class Execution;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Statement(const Database& database, const char* doing, sqlite3_stmt* statement)
      : database_(&database), doing_(doing), statement_(statement) {}

  const Database* database_;
  const char* doing_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

enum class Step : std::uint8_t { kRow, kDone, kFailed };

// Parameters and columns are numbered from 1 and from 0, as SQLite does. A statement has one run at a time;
// at its end the statement is reset, so that it holds no lock and no text.
class Execution {
 public:
  explicit Execution(Statement& statement);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  // Texts and bytes are not copied: they must stay until the run ends or binds again.
  void bind(int parameter, std::int64_t number);
  void bind(int parameter, std::string_view text);
  void bind_bytes(int parameter, std::string_view bytes);  // for a column of type BLOB
  void bind_null(int parameter);

  Step step();
  // For kFailed.
  Error error() const;
  // Begins anew, with the parameters as they are.
  void again();

  bool is_null(int column) const;
  std::int64_t number(int column) const;
  std::string text(int column) const;  // bytes, too; empty for NULL

 private:
  void note(int code);

  const Statement& of_;
  sqlite3_stmt* statement_;
  int code_;  // the first that was not SQLITE_OK
};

}  // namespace argwright::store::sqlite
