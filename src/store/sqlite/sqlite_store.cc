// Tested by store_test.cc (what every engine does) and sqlite_store_test.cc (what can go wrong with a file).
#include "store/sqlite/sqlite_store.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>

#include "store/sqlite/schema.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/table_reader.h"
#include "store/sqlite/transaction.h"

namespace argwright::store::sqlite {
namespace {

using std::chrono::milliseconds;

constexpr const char* kOpening = "open the store";
constexpr const char* kWriting = "write to the store";
constexpr const char* kChecking = "write to the store";

// For a new file; an old one stays as it is. Each page of the log goes to the disk in four calls of the
// operating system, which cost more than its rows. Larger ones would save further in a long batch, and cost
// in a batch of one call or turn, which writes whole pages, too.
constexpr const char* kNewFile = "PRAGMA page_size = 8192";

// secure_delete: what was removed is overwritten. A log that grew beyond 64 MiB is cut back.
constexpr const char* kSettings = R"sql(
  PRAGMA synchronous = NORMAL;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -32768;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
)sql";

// SQLite does not wait for the lock that this change needs: others may be opening the same new file.
std::optional<Error> write_ahead(Database& database, milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    std::optional<Error> error = database.execute("PRAGMA journal_mode = WAL", kOpening);
    if (!error || !database.is_busy() || std::chrono::steady_clock::now() >= deadline) return error;
    std::this_thread::sleep_for(milliseconds(5));
  }
}

// A checkpoint syncs the file, and whoever waits for the store waits for that: after 4 MiB it is still short.
std::optional<Error> set_checkpoints(Database& database) {
  constexpr std::int64_t kBytes = std::int64_t{4} << 20;
  Result<Statement> size = Statement::prepare(database, kOpening, "PRAGMA page_size");
  if (!size) return size.error();
  std::int64_t pages = 0;
  {
    Execution run(*size);
    if (run.step() == Step::kFailed) return run.error();
    pages = kBytes / std::max<std::int64_t>(run.number(0), 1);
  }
  return database.execute(("PRAGMA wal_autocheckpoint = " + std::to_string(pages)).c_str(), kOpening);
}

}  // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(std::string file, const DatabaseOptions& options) {
  Result<std::unique_ptr<Database>> opened = Database::open(std::move(file), options);
  if (!opened) return opened.error();
  Database& database = **opened;
  if (std::optional<Error> error = database.execute(kNewFile, kOpening)) return *std::move(error);
  // Settings only after migrate() has seen that the file is ours: journal_mode is written into it.
  if (std::optional<Error> error = migrate(database, migrations())) return *std::move(error);
  if (std::optional<Error> error = write_ahead(database, options.busy_timeout)) return *std::move(error);
  if (std::optional<Error> error = database.execute(kSettings, kOpening)) return *std::move(error);
  if (std::optional<Error> error = set_checkpoints(database)) return *std::move(error);

  Result<Totals> prepared = Totals::prepare(database);
  if (!prepared) return prepared.error();
  auto totals = std::make_unique<Totals>(*std::move(prepared));
  Result<CallLog> calls = CallLog::prepare(database, *totals);
  if (!calls) return calls.error();
  Result<ResponseShelf> responses = ResponseShelf::prepare(database, *totals);
  if (!responses) return responses.error();
  Result<TurnShelf> turns = TurnShelf::prepare(database, *totals);
  if (!turns) return turns.error();
  Result<History> history = History::prepare(database);
  if (!history) return history.error();
  Result<SharedValues> shared = SharedValues::prepare(database);
  if (!shared) return shared.error();
  Result<Retention> retention = Retention::prepare(database, *totals);
  if (!retention) return retention.error();
  return std::unique_ptr<SqliteStore>(
      new SqliteStore(*std::move(opened), std::move(totals),
                      Tables{*std::move(calls), *std::move(responses), *std::move(turns), *std::move(history),
                             *std::move(shared), *std::move(retention)}));
}

std::optional<Error> SqliteStore::add_batch(std::vector<CallEntry>& calls,
                                            const std::vector<RememberedTurn>& turns) {
  if (calls.empty() && turns.empty()) return std::nullopt;
  // SQLite would go on writing to a file that has no name any more.
  if (std::optional<Error> error = database_->still_there()) return error;
  const Result<std::int64_t> first = write_batch(calls, turns);
  if (!first) {
    tables_.turns.forget();
    return first.error();
  }
  std::int64_t number = *first;
  for (CallEntry& call : calls) call.number = number++;
  return std::nullopt;
}

Result<std::int64_t> SqliteStore::write_batch(const std::vector<CallEntry>& calls,
                                              const std::vector<RememberedTurn>& turns) {
  Transaction transaction(*database_, kWriting);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  Result<std::int64_t> first = tables_.calls.add(calls);
  if (!first) return first;
  if (std::optional<Error> error = tables_.turns.add(turns)) return *std::move(error);
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return first;
}

Result<CallPage> SqliteStore::calls(const CallQuery& query) { return tables_.calls.find(query); }

std::optional<Error> SqliteStore::put_response(const StoredResponse& response) {
  if (std::optional<Error> error = database_->still_there()) return error;
  return tables_.responses.put(response);
}

Result<std::optional<StoredResponse>> SqliteStore::response(std::string_view owner, std::string_view id) {
  return tables_.responses.get(owner, id);
}

Result<std::optional<StoredResponse>> SqliteStore::response_with_item(std::string_view owner,
                                                                      std::string_view item_id) {
  return tables_.responses.with_item(owner, item_id);
}

Result<bool> SqliteStore::remove_response(std::string_view owner, std::string_view id) {
  return tables_.responses.remove(owner, id);
}

Result<std::vector<RememberedTurn>> SqliteStore::turns(const std::vector<TurnQuestion>& questions) {
  return tables_.turns.find(questions);
}

std::optional<Error> SqliteStore::add_history(std::vector<HistoryMessage>& messages) {
  if (std::optional<Error> error = database_->still_there()) return error;
  return tables_.history.add(messages);
}

Result<std::vector<HistoryMessage>> SqliteStore::history(std::string_view session) {
  return tables_.history.of(session);
}

Result<std::string> SqliteStore::shared_value(std::string_view name, std::string_view proposed) {
  return tables_.shared.agree(name, proposed);
}

Result<RowPage<StoredResponse>> SqliteStore::responses_after(std::int64_t number) {
  return read_responses(*database_, number);
}

Result<RowPage<RememberedTurn>> SqliteStore::turns_after(std::int64_t number) {
  return read_turns(*database_, number);
}

Result<RowPage<HistoryMessage>> SqliteStore::history_after(std::int64_t number) {
  return read_history(*database_, number);
}

Result<std::vector<SharedValue>> SqliteStore::shared_values() { return read_shared_values(*database_); }

Result<Inspection> SqliteStore::inspect() { return inspect_tables(*database_); }

Result<bool> SqliteStore::prune(const KeepLimits& limits, Time now) {
  return tables_.retention.step(limits, now);
}

std::optional<Error> SqliteStore::check() {
  if (std::optional<Error> error = database_->still_there()) return error;
  Transaction transaction(*database_, kChecking);
  if (std::optional<Error> error = transaction.begin()) return error;
  const Result<Total> total = totals_->get("calls");
  if (!total) return total.error();
  if (std::optional<Error> error = totals_->set("calls", *total)) return error;
  return transaction.commit();
}

}  // namespace argwright::store::sqlite
