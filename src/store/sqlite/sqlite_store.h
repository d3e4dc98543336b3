// The store in one SQLite file, or in memory.
//
// Writing is in WAL mode with synchronous=NORMAL: a commit is in the cache of the operating system when it
// returns. It survives the end of the process, kill -9 included. When the machine itself loses power the last
// commits may be gone, never the file: SQLite writes ahead and syncs at checkpoints. That is the price of a
// commit that waits for no disk.
//
// The file does not shrink: the room of what was removed is used again.
#pragma once

#include <memory>
#include <string>

#include "store/sqlite/call_log.h"
#include "store/sqlite/database.h"
#include "store/sqlite/history.h"
#include "store/sqlite/response_shelf.h"
#include "store/sqlite/retention.h"
#include "store/sqlite/shared_values.h"
#include "store/sqlite/totals.h"
#include "store/sqlite/turn_shelf.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class SqliteStore final : public Store {
 public:
  // ":memory:" is no file.
  static Result<std::unique_ptr<SqliteStore>> open(std::string file, const DatabaseOptions& options = {});

  std::optional<Error> add_batch(std::vector<CallEntry>& calls,
                                 const std::vector<RememberedTurn>& turns) override;
  Result<CallPage> calls(const CallQuery& query) override;
  std::optional<Error> put_response(const StoredResponse& response) override;
  Result<std::optional<StoredResponse>> response(std::string_view owner, std::string_view id) override;
  Result<std::optional<StoredResponse>> response_with_item(std::string_view owner,
                                                           std::string_view item_id) override;
  Result<bool> remove_response(std::string_view owner, std::string_view id) override;
  Result<std::vector<RememberedTurn>> turns(const std::vector<TurnQuestion>& questions) override;
  std::optional<Error> add_history(std::vector<HistoryMessage>& messages) override;
  Result<std::vector<HistoryMessage>> history(std::string_view session) override;
  Result<std::string> shared_value(std::string_view name, std::string_view proposed) override;
  Result<RowPage<StoredResponse>> responses_after(std::int64_t number) override;
  Result<RowPage<RememberedTurn>> turns_after(std::int64_t number) override;
  Result<RowPage<HistoryMessage>> history_after(std::int64_t number) override;
  Result<std::vector<SharedValue>> shared_values() override;
  Result<Inspection> inspect() override;
  Result<bool> prune(const KeepLimits& limits, Time now) override;
  // Writes a little, so that a lock or a disk that is read-only shows.
  std::optional<Error> check() override;

 private:
  struct Tables {
    CallLog calls;
    ResponseShelf responses;
    TurnShelf turns;
    History history;
    SharedValues shared;
    Retention retention;
  };

  SqliteStore(std::unique_ptr<Database> database, std::unique_ptr<Totals> totals, Tables tables)
      : database_(std::move(database)), totals_(std::move(totals)), tables_(std::move(tables)) {}

  // The number of the first call.
  Result<std::int64_t> write_batch(const std::vector<CallEntry>& calls,
                                   const std::vector<RememberedTurn>& turns);

  // In this order: what stands below uses what stands above.
  std::unique_ptr<Database> database_;
  std::unique_ptr<Totals> totals_;
  Tables tables_;
};

}  // namespace argwright::store::sqlite
