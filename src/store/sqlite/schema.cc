// Tested by schema_test.cc.
#include "store/sqlite/schema.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "store/sqlite/statement.h"
#include "store/sqlite/transaction.h"
#include "store/sqlite/turn_place.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kDoing = "prepare the tables of the store";

// Small columns that queries filter by stand first: SQLite then need not follow the pages of a long text to
// find them. There is no index on the log of calls: every one costs at each insert, and queries walk from one
// end of it and stop soon.
//   calls.arguments   NULL where equal to raw
//   calls.fixes       NULL where empty; so is error
//   *.bytes           what the row counts for KeepLimits
//   totals            the sum of those, and the last number given, so that none is ever given twice
constexpr const char* kCallsAndResponses = R"sql(
  CREATE TABLE totals(
    name TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    last_number INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO totals VALUES ('calls', 0, 0), ('responses', 0, 0);

  CREATE TABLE calls(
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,  -- microseconds since 1970
    bytes INTEGER NOT NULL,
    model TEXT NOT NULL,
    tool TEXT NOT NULL,
    outcome TEXT NOT NULL,
    fate TEXT NOT NULL,
    provider TEXT NOT NULL,
    request_id TEXT NOT NULL,
    key_name TEXT NOT NULL,
    upstream TEXT NOT NULL,
    call_id TEXT NOT NULL,
    error TEXT,
    fixes TEXT,
    arguments TEXT,
    raw TEXT NOT NULL
  ) STRICT;

  CREATE TABLE responses(
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    input TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX response_ids ON responses(owner, id);
  CREATE INDEX response_times ON responses(time);

  CREATE TABLE response_items(
    response INTEGER NOT NULL REFERENCES responses(number) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    owner TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY(response, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX response_item_ids ON response_items(owner, item_id, response);
)sql";

constexpr const char* kHistory = R"sql(
  CREATE TABLE IF NOT EXISTS conversation_history(
    number INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS conversation_sessions ON conversation_history(session, number);
)sql";

constexpr std::array kVersion1 = {SchemaStep{kCallsAndResponses}, SchemaStep{kHistory}};

// turn_calls ends, as every index, with the number: the newest of those that share an id stand together.
constexpr const char* kTurnsAndSharedValues = R"sql(
  CREATE TABLE turns(
    number INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    scope TEXT NOT NULL,
    call_id TEXT NOT NULL,
    conversation TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX turn_calls ON turns(scope, call_id);
  CREATE UNIQUE INDEX turn_ids ON turns(scope, call_id, conversation);
  INSERT INTO totals VALUES ('turns', 0, 0);

  CREATE TABLE shared_values(
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
)sql";

// Some files of version 1 have no history yet.
constexpr std::array kVersion2 = {
    SchemaStep{kHistory},
    SchemaStep{
        "ALTER TABLE conversation_history ADD COLUMN reasoning_content TEXT;",
        "SELECT count(*) FROM pragma_table_info('conversation_history') WHERE name = 'reasoning_content'"},
    SchemaStep{kTurnsAndSharedValues},
};

// What turn_index.h tells of, instead of two indexes of texts.
//   turn_tail.places        a number of eight bytes for each turn from `first` on
//   totals of turn_index    last_number: turns before it were taken out of the index
constexpr const char* kIndexOfTurns = R"sql(
  DROP INDEX turn_calls;
  DROP INDEX turn_ids;
  CREATE TABLE turn_index(
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY(place, number)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO turn_index SELECT turn_place(scope, call_id) AS place, number FROM turns ORDER BY place, number;
  CREATE TABLE turn_tail(
    first INTEGER PRIMARY KEY,
    places BLOB NOT NULL
  ) STRICT;
  INSERT INTO totals VALUES ('turn_index', 0, 0);
)sql";
constexpr std::array kVersion3 = {SchemaStep{kIndexOfTurns}};

constexpr std::array kMigrations = {Migration(kVersion1), Migration(kVersion2), Migration(kVersion3)};

Result<std::int64_t> one_number(const Database& database, const char* sql) {
  Result<Statement> statement = Statement::prepare(database, kDoing, sql);
  if (!statement) return statement.error();
  Execution run(*statement);
  if (run.step() == Step::kFailed) return run.error();
  return run.number(0);  // 0 where there is no row
}

enum class Tables : std::int64_t { kNone, kOurs, kOthers };

// One statement: between two of them another process may make the tables. Other programs have a
// schema_version, too; none has our totals beside it.
constexpr const char* kWhoseTables = R"sql(
  SELECT CASE WHEN count(*) = 0 THEN 0
    WHEN sum(type = 'table' AND name = 'schema_version') = 1
      AND (SELECT count(*) FROM pragma_table_info('totals') WHERE name = 'last_number') = 1 THEN 1
    ELSE 2 END
  FROM sqlite_schema
)sql";

Error too_new(const Database& database, std::size_t version, std::size_t known) {
  return Error{
      ErrorCode::kIo,
      "cannot use " + database.file() + " as the store: its schema has version " + std::to_string(version) +
          ", this program knows versions up to " + std::to_string(known) +
          ". It was written by a newer Argwright and is left as it is: use that one, or name another file.",
      {}};
}

// One step towards the newest version; true: there is none left.
Result<bool> step_up(Database& database, std::span<const Migration> steps) {
  Transaction transaction(database, kDoing);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  // Read again: another process may have been here since.
  const Result<std::size_t> version = schema_version(database);
  if (!version) return version.error();
  if (*version > steps.size()) return too_new(database, *version, steps.size());
  if (*version == steps.size()) return true;
  if (*version == 0) {
    if (auto error = database.execute("CREATE TABLE schema_version(version INTEGER NOT NULL) STRICT;"
                                      "INSERT INTO schema_version VALUES (0)",
                                      kDoing)) {
      return *std::move(error);
    }
  }
  for (const SchemaStep& part : steps[*version]) {
    if (part.unless != nullptr) {
      const Result<std::int64_t> done = one_number(database, part.unless);
      if (!done) return done.error();
      if (*done != 0) continue;
    }
    if (std::optional<Error> error = database.execute(part.sql, kDoing)) return *std::move(error);
  }
  const std::string note = "UPDATE schema_version SET version = " + std::to_string(*version + 1);
  if (std::optional<Error> error = database.execute(note.c_str(), kDoing)) return *std::move(error);
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return false;
}

}  // namespace

Result<std::size_t> schema_version(const Database& database) {
  const Result<std::int64_t> whose = one_number(database, kWhoseTables);
  if (!whose) return whose.error();
  if (Tables{*whose} == Tables::kNone) return std::size_t{0};
  if (Tables{*whose} == Tables::kOurs) {
    const Result<std::int64_t> version = one_number(database, "SELECT max(version) FROM schema_version");
    if (!version) return version.error();
    return static_cast<std::size_t>(*version);
  }
  return Error{
      ErrorCode::kIo,
      "cannot use " + database.file() +
          " as the store: it is a database of another program. It is left as it is: name another file.",
      {}};
}

std::span<const Migration> migrations() { return kMigrations; }

std::optional<Error> migrate(Database& database, std::span<const Migration> steps) {
  // Without a lock first: a file that is refused must not be touched, and the common one needs nothing.
  const Result<std::size_t> version = schema_version(database);
  if (!version) return version.error();
  if (*version > steps.size()) return too_new(database, *version, steps.size());
  if (*version == steps.size()) return std::nullopt;
  if (std::optional<Error> error = teach_turn_place(database)) return error;
  while (true) {
    const Result<bool> done = step_up(database, steps);
    if (!done) return done.error();
    if (*done) return std::nullopt;
  }
}

}  // namespace argwright::store::sqlite
