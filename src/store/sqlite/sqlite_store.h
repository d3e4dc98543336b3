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
#include "store/sqlite/response_shelf.h"
#include "store/sqlite/retention.h"
#include "store/sqlite/totals.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class SqliteStore final : public Store {
 public:
  // ":memory:" is no file.
  static Result<std::unique_ptr<SqliteStore>> open(std::string file, const DatabaseOptions& options = {});

  std::optional<Error> add_calls(std::vector<CallEntry>& entries) override;
  Result<CallPage> calls(const CallQuery& query) override;
  std::optional<Error> put_response(const StoredResponse& response) override;
  Result<std::optional<StoredResponse>> response(std::string_view owner, std::string_view id) override;
  Result<std::optional<StoredResponse>> response_with_item(std::string_view owner,
                                                           std::string_view item_id) override;
  Result<bool> remove_response(std::string_view owner, std::string_view id) override;
  Result<bool> prune(const KeepLimits& limits, Time now) override;
  // Writes a little, so that a lock or a disk that is read-only shows.
  std::optional<Error> check() override;

 private:
  SqliteStore(std::unique_ptr<Database> database, std::unique_ptr<Totals> totals, CallLog calls,
              ResponseShelf responses, Retention retention);

  // In this order: what stands below uses what stands above.
  std::unique_ptr<Database> database_;
  std::unique_ptr<Totals> totals_;
  CallLog calls_;
  ResponseShelf responses_;
  Retention retention_;
};

}  // namespace argwright::store::sqlite
