// Tested by store_test.cc (what every engine does) and postgres_store_test.cc (what can go wrong with a
// server).
#include "store/postgres/postgres_store.h"

#include <utility>

#include "store/postgres/call_log.h"
#include "store/postgres/history.h"
#include "store/postgres/response_shelf.h"
#include "store/postgres/retention.h"
#include "store/postgres/schema.h"
#include "store/postgres/table_reader.h"
#include "store/postgres/totals.h"
#include "store/postgres/turn_shelf.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kWriting = "write to the store";
constexpr const char* kSharing = "agree on a shared value";

constexpr Query kPropose = {
    kSharing, "INSERT INTO shared_values(name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"};
constexpr Query kAgreed = {kSharing, "SELECT value FROM shared_values WHERE name = $1"};

}  // namespace

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(std::string_view url,
                                                           const ConnectionOptions& options) {
  Result<Address> address = Address::parse(url);
  if (!address) return address.error();
  // Set where the server was reached and its tables were refused.
  auto refusal = std::make_shared<std::optional<Error>>();
  Connection connection(*std::move(address), options, [refusal](Connection& greeted) {
    std::optional<Error> error = migrate(greeted, migrations());
    if (error && greeted.is_open()) *refusal = error;
    return error;
  });
  (void)connection.connect();
  if (*refusal) return **std::move(refusal);
  return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(connection)));
}

std::optional<Error> PostgresStore::add_batch(std::vector<CallEntry>& calls,
                                              const std::vector<RememberedTurn>& turns) {
  if (calls.empty() && turns.empty()) return std::nullopt;
  Transaction transaction(connection_, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  std::int64_t number = 0;
  if (!calls.empty()) {
    const Result<std::int64_t> first = postgres::add_calls(connection_, calls);
    if (!first) return first.error();
    number = *first;
  }
  if (!turns.empty()) {
    if (std::optional<Error> error = postgres::add_turns(connection_, turns)) return error;
  }
  if (std::optional<Error> error = transaction.commit()) return error;
  for (CallEntry& call : calls) call.number = number++;
  return std::nullopt;
}

Result<CallPage> PostgresStore::calls(const CallQuery& query) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return find_calls(connection_, query);
}

std::optional<Error> PostgresStore::put_response(const StoredResponse& response) {
  return postgres::put_response(connection_, response);
}

Result<std::optional<StoredResponse>> PostgresStore::response(std::string_view owner, std::string_view id) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return find_response(connection_, owner, id);
}

Result<std::optional<StoredResponse>> PostgresStore::response_with_item(std::string_view owner,
                                                                        std::string_view item_id) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return find_response_with_item(connection_, owner, item_id);
}

Result<bool> PostgresStore::remove_response(std::string_view owner, std::string_view id) {
  return postgres::remove_response(connection_, owner, id);
}

Result<std::vector<RememberedTurn>> PostgresStore::turns(const std::vector<TurnQuestion>& questions) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return find_turns(connection_, questions);
}

std::optional<Error> PostgresStore::add_history(std::vector<HistoryMessage>& messages) {
  return postgres::add_history(connection_, messages);
}

Result<std::vector<HistoryMessage>> PostgresStore::history(std::string_view session) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return find_history(connection_, session);
}

Result<std::string> PostgresStore::shared_value(std::string_view name, std::string_view proposed) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  Parameters both, one;
  both.add(name).add(proposed);
  one.add(name);
  Result<Rows> known = connection_.run(kAgreed, one);
  if (!known) return known.error();
  if (known->size() == 0) {
    if (const Result<Rows> done = connection_.run(kPropose, both); !done) return done.error();
    known = connection_.run(kAgreed, one);
    if (!known) return known.error();
  }
  return known->bytes(0, 0);
}

Result<RowPage<StoredResponse>> PostgresStore::responses_after(std::int64_t number) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return read_responses(connection_, number);
}

Result<RowPage<RememberedTurn>> PostgresStore::turns_after(std::int64_t number) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return read_turns(connection_, number);
}

Result<RowPage<HistoryMessage>> PostgresStore::history_after(std::int64_t number) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return read_history(connection_, number);
}

Result<std::vector<SharedValue>> PostgresStore::shared_values() {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return read_shared_values(connection_);
}

Result<Inspection> PostgresStore::inspect() {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  const Connection::LongPatience patience(connection_);
  return inspect_tables(connection_);
}

Result<bool> PostgresStore::prune(const KeepLimits& limits, Time now) {
  if (std::optional<Error> error = connection_.connect()) return *std::move(error);
  return remove_old(connection_, limits, now);
}

std::optional<Error> PostgresStore::check() {
  Transaction transaction(connection_, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  if (std::optional<Error> error = count_bytes(connection_, "calls", 0)) return error;
  return transaction.commit();
}

}  // namespace argwright::store::postgres
