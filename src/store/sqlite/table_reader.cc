// Tested by store_test.cc and sqlite_store_test.cc.
#include "store/sqlite/table_reader.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "store/sqlite/statement.h"
#include "store/sqlite/turn_place.h"
#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kReading = "read the store";
constexpr std::size_t kPageRows = 500;
constexpr std::size_t kPageBytes = std::size_t{16} << 20;

// `read` takes the row under way and says how large it is; column 0 is its number.
template <typename Row, typename Read>
Result<RowPage<Row>> read_page(const Database& database, const char* sql, std::int64_t after, Read read) {
  Result<Statement> statement = Statement::prepare(database, kReading, sql);
  if (!statement) return statement.error();
  Execution run(*statement);
  run.bind(1, after);
  RowPage<Row> page{{}, after, false};
  std::size_t bytes = 0;
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return page;
    if (page.rows.size() == kPageRows || bytes >= kPageBytes) {
      page.more = true;
      return page;
    }
    page.next = run.number(0);
    bytes += read(run, page.rows.emplace_back());
  }
}

Result<std::vector<std::string>> texts_of(const Database& database, std::string_view sql) {
  Result<Statement> statement = Statement::prepare(database, kReading, sql);
  if (!statement) return statement.error();
  Execution run(*statement);
  std::vector<std::string> texts;
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return texts;
    texts.push_back(run.text(0));
  }
}

Result<std::uint64_t> number_of(const Database& database, const std::string& sql) {
  Result<Statement> statement = Statement::prepare(database, kReading, sql);
  if (!statement) return statement.error();
  Execution run(*statement);
  if (run.step() == Step::kFailed) return run.error();
  return static_cast<std::uint64_t>(run.number(0));
}

}  // namespace

Result<RowPage<StoredResponse>> read_responses(const Database& database, std::int64_t after) {
  Result<Statement> items = Statement::prepare(
      database, kReading, "SELECT item_id FROM response_items WHERE response = ?1 ORDER BY place");
  if (!items) return items.error();
  std::optional<Error> error;
  Result<RowPage<StoredResponse>> page = read_page<StoredResponse>(
      database,
      "SELECT number, time, owner, id, body, input FROM responses WHERE number > ?1 ORDER BY number", after,
      [&](const Execution& run, StoredResponse& row) {
        row.time = time_of(run.number(1));
        row.owner = run.text(2);
        row.id = run.text(3);
        row.body = run.text(4);
        row.input = run.text(5);
        Execution each(*items);
        each.bind(1, run.number(0));
        Step step = each.step();
        for (; step == Step::kRow; step = each.step()) row.item_ids.push_back(each.text(0));
        if (step == Step::kFailed && !error) error = each.error();
        return row.body.size() + row.input.size();
      });
  if (error) return *std::move(error);
  return page;
}

Result<RowPage<RememberedTurn>> read_turns(const Database& database, std::int64_t after) {
  return read_page<RememberedTurn>(database,
                                   "SELECT number, time, scope, call_id, conversation, content FROM turns "
                                   "WHERE number > ?1 ORDER BY number",
                                   after, [](const Execution& run, RememberedTurn& row) {
                                     row.time = time_of(run.number(1));
                                     row.scope = run.text(2);
                                     row.call_id = run.text(3);
                                     row.conversation = run.text(4);
                                     row.content = run.text(5);
                                     return row.content.size();
                                   });
}

Result<RowPage<HistoryMessage>> read_history(const Database& database, std::int64_t after) {
  return read_page<HistoryMessage>(
      database,
      "SELECT number, session, time, role, content, payload, reasoning_content FROM conversation_history "
      "WHERE number > ?1 ORDER BY number",
      after, [](const Execution& run, HistoryMessage& row) {
        row.number = run.number(0);
        row.session = run.text(1);
        row.time = time_of(run.number(2));
        row.role = run.text(3);
        row.content = run.text(4);
        row.payload = run.text(5);
        if (!run.is_null(6)) row.reasoning_content = run.text(6);
        return row.content.size() + row.payload.size() +
               (row.reasoning_content ? row.reasoning_content->size() : 0);
      });
}

Result<std::vector<SharedValue>> read_shared_values(const Database& database) {
  Result<Statement> statement =
      Statement::prepare(database, kReading, "SELECT name, value FROM shared_values ORDER BY name");
  if (!statement) return statement.error();
  Execution run(*statement);
  std::vector<SharedValue> values;
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return values;
    values.push_back({run.text(0), run.text(1)});
  }
}

Result<Inspection> inspect_tables(const Database& database) {
  Inspection found;
  const Result<std::vector<std::string>> damage = texts_of(database, "PRAGMA integrity_check(20)");
  if (!damage) return damage.error();
  for (const std::string& text : *damage) {
    if (text != "ok") found.faults.push_back("SQLite: " + text);
  }
  struct Table {
    const char* name;
    std::uint64_t Inspection::* rows;
    bool counted;  // in totals
  };
  constexpr std::array kTables = {
      Table{"calls", &Inspection::calls, true}, Table{"responses", &Inspection::responses, true},
      Table{"turns", &Inspection::turns, true}, Table{"conversation_history", &Inspection::history, false}};
  for (const Table& table : kTables) {
    const std::string name = table.name;
    const Result<std::uint64_t> rows = number_of(database, "SELECT count(*) FROM " + name);
    if (!rows) return rows.error();
    found.*table.rows = *rows;
    if (!table.counted) continue;
    std::string sizes = "SELECT (SELECT coalesce(sum(bytes), 0) FROM ";
    sizes += name;
    sizes += ") <> (SELECT bytes FROM totals WHERE name = '";
    sizes += name;
    sizes += "')";
    const Result<std::uint64_t> wrong = number_of(database, sizes);
    if (!wrong) return wrong.error();
    if (*wrong != 0) found.faults.push_back("the size of the table " + name + " is not what totals says");
  }
  if (std::optional<Error> error = teach_turn_place(database)) return *std::move(error);
  // Of the turns before the tail; those in it are found by their order.
  const Result<std::uint64_t> lost = number_of(database, R"sql(
    SELECT count(*) FROM turns
    WHERE number < coalesce((SELECT min(first) FROM turn_tail), number + 1)
      AND NOT EXISTS (SELECT 1 FROM turn_index AS known
                      WHERE known.place = turn_place(turns.scope, turns.call_id) AND known.number = turns.number)
  )sql");
  if (!lost) return lost.error();
  if (*lost > 0) found.faults.push_back(std::to_string(*lost) + " turns are missing in their index");
  return found;
}

}  // namespace argwright::store::sqlite
