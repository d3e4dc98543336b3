// Tested by store_test.cc and postgres_store_test.cc.
#include "store/postgres/table_reader.h"

#include <array>
#include <string>
#include <utility>

#include "store/table_time.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kReading = "read the store";

// The rows that stand before the first 16 MiB are full, at most 500.
#define ARGWRIGHT_PAGE(table, size)                                                                        \
  "WHERE number IN (SELECT number FROM (SELECT number, sum(size) OVER (ORDER BY number) - size AS before " \
  "FROM "                                                                                                  \
  "(SELECT number, (" size ")::bigint AS size FROM " table                                                 \
  " WHERE number > $1 ORDER BY number LIMIT 500) AS sized) AS summed WHERE before < 16777216) ORDER BY "   \
  "number"
constexpr Query kResponses = {
    kReading,
    "SELECT number, time, owner, id, body, input, ARRAY(SELECT item_id FROM "
    "response_items WHERE response = number ORDER BY place) FROM responses " ARGWRIGHT_PAGE("responses",
                                                                                            "bytes")};
constexpr Query kTurns = {
    kReading, "SELECT number, time, scope, call_id, conversation, content FROM turns " ARGWRIGHT_PAGE(
                  "turns", "bytes")};
constexpr Query kHistory = {
    kReading,
    "SELECT number, session, time, role, content, payload, reasoning_content FROM "
    "conversation_history " ARGWRIGHT_PAGE("conversation_history",
                                           "octet_length(content) + octet_length(payload) + "
                                           "coalesce(octet_length(reasoning_content), 0)")};
#undef ARGWRIGHT_PAGE
constexpr Query kSharedValues = {kReading, "SELECT name, value FROM shared_values ORDER BY name"};

template <typename Row, typename Read>
Result<RowPage<Row>> read_page(Connection& connection, const Query& query, std::int64_t after, Read read) {
  Parameters parameters;
  parameters.add(after);
  const Result<Rows> rows = connection.run(query, parameters);
  if (!rows) return rows.error();
  RowPage<Row> page{std::vector<Row>(rows->size()), after, rows->size() > 0};
  for (std::size_t i = 0; i < rows->size(); ++i) read(*rows, i, page.rows[i]);
  if (rows->size() > 0) page.next = rows->number(rows->size() - 1, 0);
  return page;
}

struct Table {
  Query count;
  std::uint64_t Inspection::* rows;
  Query wrong;  // a row where totals does not agree
  const char* name;
};
#define ARGWRIGHT_WRONG(table) \
  "SELECT 1 FROM totals WHERE name = '" table "' AND bytes <> (SELECT coalesce(sum(bytes), 0) FROM " table ")"
constexpr std::array kTables = {
    Table{{kReading, "SELECT count(*) FROM calls"},
          &Inspection::calls,
          {kReading, ARGWRIGHT_WRONG("calls")},
          "calls"},
    Table{{kReading, "SELECT count(*) FROM responses"},
          &Inspection::responses,
          {kReading, ARGWRIGHT_WRONG("responses")},
          "responses"},
    Table{{kReading, "SELECT count(*) FROM turns"},
          &Inspection::turns,
          {kReading, ARGWRIGHT_WRONG("turns")},
          "turns"},
    Table{{kReading, "SELECT count(*) FROM conversation_history"},
          &Inspection::history,
          {kReading, "SELECT 1 WHERE false"},
          "conversation_history"},
};
#undef ARGWRIGHT_WRONG

}  // namespace

Result<RowPage<StoredResponse>> read_responses(Connection& connection, std::int64_t after) {
  return read_page<StoredResponse>(connection, kResponses, after,
                                   [](const Rows& rows, std::size_t i, StoredResponse& row) {
                                     row.time = time_of(rows.number(i, 1));
                                     row.owner = rows.bytes(i, 2);
                                     row.id = rows.bytes(i, 3);
                                     row.body = rows.bytes(i, 4);
                                     row.input = rows.bytes(i, 5);
                                     row.item_ids = rows.list(i, 6);
                                   });
}

Result<RowPage<RememberedTurn>> read_turns(Connection& connection, std::int64_t after) {
  return read_page<RememberedTurn>(connection, kTurns, after,
                                   [](const Rows& rows, std::size_t i, RememberedTurn& row) {
                                     row.time = time_of(rows.number(i, 1));
                                     row.scope = rows.bytes(i, 2);
                                     row.call_id = rows.bytes(i, 3);
                                     row.conversation = rows.bytes(i, 4);
                                     row.content = rows.bytes(i, 5);
                                   });
}

Result<RowPage<HistoryMessage>> read_history(Connection& connection, std::int64_t after) {
  return read_page<HistoryMessage>(connection, kHistory, after,
                                   [](const Rows& rows, std::size_t i, HistoryMessage& row) {
                                     row.number = rows.number(i, 0);
                                     row.session = rows.bytes(i, 1);
                                     row.time = time_of(rows.number(i, 2));
                                     row.role = rows.bytes(i, 3);
                                     row.content = rows.bytes(i, 4);
                                     row.payload = rows.bytes(i, 5);
                                     if (!rows.is_null(i, 6)) row.reasoning_content = rows.bytes(i, 6);
                                   });
}

Result<std::vector<SharedValue>> read_shared_values(Connection& connection) {
  const Result<Rows> rows = connection.run(kSharedValues);
  if (!rows) return rows.error();
  std::vector<SharedValue> values;
  values.reserve(rows->size());
  for (std::size_t i = 0; i < rows->size(); ++i) values.push_back({rows->bytes(i, 0), rows->bytes(i, 1)});
  return values;
}

Result<Inspection> inspect_tables(Connection& connection) {
  Inspection found;
  for (const Table& table : kTables) {
    const Result<Rows> rows = connection.run(table.count);
    if (!rows) return rows.error();
    found.*table.rows = static_cast<std::uint64_t>(rows->number(0, 0));
    const Result<Rows> wrong = connection.run(table.wrong);
    if (!wrong) return wrong.error();
    if (wrong->size() > 0) {
      found.faults.push_back("the size of the table " + std::string(table.name) + " is not what totals says");
    }
  }
  return found;
}

}  // namespace argwright::store::postgres
