// The store in a PostgreSQL database.
//
// It may be opened while the server is away: what is asked then fails with a clear error, and goes on when
// the server is back. A commit is durable as the server's own synchronous_commit says.
#pragma once

#include <memory>
#include <string_view>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

class PostgresStore final : public Store {
 public:
  // `url` begins with postgres:// or postgresql://. Tries to connect, and refuses tables of a newer version
  // or of another program; a server that cannot be reached is no error yet.
  static Result<std::unique_ptr<PostgresStore>> open(std::string_view url,
                                                     const ConnectionOptions& options = {});

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
  std::optional<Error> check() override;

 private:
  explicit PostgresStore(Connection connection) : connection_(std::move(connection)) {}

  Connection connection_;
};

}  // namespace argwright::store::postgres
