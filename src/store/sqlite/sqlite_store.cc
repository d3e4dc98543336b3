// Tested by store_test.cc (what every engine does) and sqlite_store_test.cc (what can go wrong with a file).
#include "store/sqlite/sqlite_store.h"

#include <chrono>
#include <thread>
#include <utility>

#include "store/sqlite/schema.h"
#include "store/sqlite/transaction.h"

namespace argwright::store::sqlite {
namespace {

using std::chrono::milliseconds;

constexpr const char* kOpening = "open the store";
constexpr const char* kChecking = "write to the store";

// secure_delete: what was removed is overwritten. A checkpoint syncs the file, and whoever waits for the
// store waits for that: after 4 MiB it is still short. A log that grew beyond 64 MiB is cut back.
constexpr const char* kSettings = R"sql(
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 1000;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -8192;
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

}  // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(std::string file, const DatabaseOptions& options) {
  Result<std::unique_ptr<Database>> opened = Database::open(std::move(file), options);
  if (!opened) return opened.error();
  Database& database = **opened;
  // Settings only after migrate() has seen that the file is ours: journal_mode is written into it.
  if (std::optional<Error> error = migrate(database, migrations())) return *std::move(error);
  if (std::optional<Error> error = write_ahead(database, options.busy_timeout)) return *std::move(error);
  if (std::optional<Error> error = database.execute(kSettings, kOpening)) return *std::move(error);

  Result<Totals> prepared = Totals::prepare(database);
  if (!prepared) return prepared.error();
  auto totals = std::make_unique<Totals>(*std::move(prepared));
  Result<CallLog> calls = CallLog::prepare(database, *totals);
  if (!calls) return calls.error();
  Result<ResponseShelf> responses = ResponseShelf::prepare(database, *totals);
  if (!responses) return responses.error();
  Result<Retention> retention = Retention::prepare(database, *totals);
  if (!retention) return retention.error();
  return std::unique_ptr<SqliteStore>(new SqliteStore(*std::move(opened), std::move(totals),
                                                      *std::move(calls), *std::move(responses),
                                                      *std::move(retention)));
}

SqliteStore::SqliteStore(std::unique_ptr<Database> database, std::unique_ptr<Totals> totals, CallLog calls,
                         ResponseShelf responses, Retention retention)
    : database_(std::move(database)),
      totals_(std::move(totals)),
      calls_(std::move(calls)),
      responses_(std::move(responses)),
      retention_(std::move(retention)) {}

std::optional<Error> SqliteStore::add_calls(std::vector<CallEntry>& entries) { return calls_.add(entries); }

Result<CallPage> SqliteStore::calls(const CallQuery& query) { return calls_.find(query); }

std::optional<Error> SqliteStore::put_response(const StoredResponse& response) {
  return responses_.put(response);
}

Result<std::optional<StoredResponse>> SqliteStore::response(std::string_view owner, std::string_view id) {
  return responses_.get(owner, id);
}

Result<std::optional<StoredResponse>> SqliteStore::response_with_item(std::string_view owner,
                                                                      std::string_view item_id) {
  return responses_.with_item(owner, item_id);
}

Result<bool> SqliteStore::remove_response(std::string_view owner, std::string_view id) {
  return responses_.remove(owner, id);
}

Result<bool> SqliteStore::prune(const KeepLimits& limits, Time now) { return retention_.step(limits, now); }

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
