// Tested by store_test.cc.
#include "store/postgres/response_shelf.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "store/postgres/totals.h"
#include "store/table_time.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kTable = "responses";
constexpr const char* kWriting = "keep a response";
constexpr const char* kReading = "read a response";
constexpr const char* kRemoving = "remove a response";
constexpr std::size_t kRowBytes = 64;   // for numbers and the row itself
constexpr std::size_t kItemBytes = 48;  // an item has a row and a place in an index

#define ARGWRIGHT_RESPONSE                                                                                 \
  "SELECT time, owner, id, body, input, ARRAY(SELECT item_id FROM response_items WHERE response = number " \
  "ORDER BY place) FROM responses "
constexpr Query kFind = {kReading, ARGWRIGHT_RESPONSE
                         "WHERE sha256(sha256(owner) || sha256(id)) = sha256(sha256($1) || sha256($2)) "
                         "AND owner = $1 AND id = $2"};
constexpr Query kFindByItem = {
    kReading, ARGWRIGHT_RESPONSE
    "WHERE number = (SELECT response FROM response_items "
    "WHERE sha256(sha256(owner) || sha256(item_id)) = sha256(sha256($1) || sha256($2)) "
    "AND owner = $1 AND item_id = $2 ORDER BY response DESC LIMIT 1)"};
#undef ARGWRIGHT_RESPONSE
constexpr Query kInsert = {kWriting,
                           "INSERT INTO responses(number, time, bytes, owner, id, body, input) "
                           "VALUES ($1, $2, $3, $4, $5, $6, $7)"};
constexpr Query kInsertItems = {kWriting,
                                "INSERT INTO response_items(response, place, owner, item_id) "
                                "SELECT $1, place, $2, item_id "
                                "FROM unnest($3::bytea[]) WITH ORDINALITY AS item(item_id, place)"};
constexpr Query kRemove = {kRemoving,
                           "DELETE FROM responses "
                           "WHERE sha256(sha256(owner) || sha256(id)) = sha256(sha256($1) || sha256($2)) "
                           "AND owner = $1 AND id = $2 RETURNING bytes"};

std::int64_t bytes_of(const StoredResponse& response) {
  std::size_t bytes =
      kRowBytes + response.owner.size() + response.id.size() + response.body.size() + response.input.size();
  for (const std::string& id : response.item_ids)
    bytes += kItemBytes + 2 * (response.owner.size() + id.size());
  return static_cast<std::int64_t>(bytes);
}

Result<std::optional<StoredResponse>> find(Connection& connection, const Query& query, std::string_view owner,
                                           std::string_view id) {
  Parameters parameters;
  parameters.add(owner).add(id);
  const Result<Rows> rows = connection.run(query, parameters);
  if (!rows) return rows.error();
  if (rows->size() == 0) return std::optional<StoredResponse>();
  StoredResponse response;
  response.time = time_of(rows->number(0, 0));
  response.owner = rows->bytes(0, 1);
  response.id = rows->bytes(0, 2);
  response.body = rows->bytes(0, 3);
  response.input = rows->bytes(0, 4);
  response.item_ids = rows->list(0, 5);
  return std::optional(std::move(response));
}

// Within a transaction. The bytes that are gone; nothing: there was none.
Result<std::optional<std::int64_t>> take_off(Connection& connection, std::string_view owner,
                                             std::string_view id) {
  Parameters parameters;
  parameters.add(owner).add(id);
  const Result<Rows> rows = connection.run(kRemove, parameters);  // its items go with it
  if (!rows) return rows.error();
  if (rows->size() == 0) return std::optional<std::int64_t>();
  return std::optional(rows->number(0, 0));
}

}  // namespace

std::optional<Error> put_response(Connection& connection, const StoredResponse& response) {
  Transaction transaction(connection, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  const Result<std::int64_t> number = take_numbers(connection, kTable, 1);
  if (!number) return number.error();
  const Result<std::optional<std::int64_t>> gone = take_off(connection, response.owner, response.id);
  if (!gone) return gone.error();
  const std::int64_t bytes = bytes_of(response);
  Parameters row;
  row.add(*number).add(micros_of(response.time)).add(bytes).add(response.owner).add(response.id);
  row.add(response.body).add(response.input);
  if (const Result<Rows> done = connection.run(kInsert, row); !done) return done.error();
  if (!response.item_ids.empty()) {
    Parameters items;
    items.add(*number).add(response.owner);
    items.add(std::vector<std::string_view>(response.item_ids.begin(), response.item_ids.end()));
    if (const Result<Rows> done = connection.run(kInsertItems, items); !done) return done.error();
  }
  if (std::optional<Error> error = count_bytes(connection, kTable, bytes - gone->value_or(0))) return error;
  return transaction.commit();
}

Result<std::optional<StoredResponse>> find_response(Connection& connection, std::string_view owner,
                                                    std::string_view id) {
  return find(connection, kFind, owner, id);
}

Result<std::optional<StoredResponse>> find_response_with_item(Connection& connection, std::string_view owner,
                                                              std::string_view item_id) {
  return find(connection, kFindByItem, owner, item_id);
}

Result<bool> remove_response(Connection& connection, std::string_view owner, std::string_view id) {
  Transaction transaction(connection, kRemoving);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  // The row of totals first, as everybody does: two who lock in different orders would wait for each other.
  if (std::optional<Error> error = count_bytes(connection, kTable, 0)) return *std::move(error);
  const Result<std::optional<std::int64_t>> gone = take_off(connection, owner, id);
  if (!gone) return gone.error();
  if (!*gone) return false;
  if (std::optional<Error> error = count_bytes(connection, kTable, -**gone)) return *std::move(error);
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return true;
}

}  // namespace argwright::store::postgres
