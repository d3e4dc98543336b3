// Tested by statement_test.cc.
#include "store/sqlite/statement.h"

#include <sqlite3.h>

namespace argwright::store::sqlite {

Result<Statement> Statement::prepare(const Database& database, const char* doing, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return database.error(code, doing);
  return Statement(database, doing, statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Execution::Execution(Statement& statement)
    : of_(statement), statement_(statement.statement_.get()), code_(SQLITE_OK) {}

Execution::~Execution() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Execution::bind(int parameter, std::int64_t number) {
  note(sqlite3_bind_int64(statement_, parameter, number));
}

void Execution::bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL; no destructor means that SQLite makes no copy.
  const char* data = text.data() == nullptr ? "" : text.data();
  note(sqlite3_bind_text64(statement_, parameter, data, text.size(), nullptr, SQLITE_UTF8));
}

void Execution::bind_bytes(int parameter, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  note(sqlite3_bind_blob64(statement_, parameter, data, bytes.size(), nullptr));
}

void Execution::bind_null(int parameter) { note(sqlite3_bind_null(statement_, parameter)); }

Step Execution::step() {
  if (code_ != SQLITE_OK) return Step::kFailed;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return Step::kRow;
  if (code == SQLITE_DONE) return Step::kDone;
  note(code);
  return Step::kFailed;
}

Error Execution::error() const { return of_.database_->error(code_, of_.doing_); }

void Execution::again() { sqlite3_reset(statement_); }

bool Execution::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

std::int64_t Execution::number(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Execution::text(int column) const {
  // As a blob: the bytes as they are, without a search for their end.
  const void* data = sqlite3_column_blob(statement_, column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

void Execution::note(int code) {
  if (code_ == SQLITE_OK) code_ = code;
}

}  // namespace argwright::store::sqlite
