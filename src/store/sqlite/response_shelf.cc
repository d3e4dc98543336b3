// Tested by store_test.cc.
#include "store/sqlite/response_shelf.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "store/sqlite/transaction.h"
#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kName = "responses";
constexpr const char* kWriting = "keep a response";
constexpr const char* kReading = "read a response";
constexpr const char* kRemoving = "remove a response";
constexpr std::size_t kRowBytes = 64;   // for numbers and the row itself
constexpr std::size_t kItemBytes = 48;  // an item has a row and a place in an index

struct Sql {
  const char* doing;
  const char* text;
};
// In the order of ResponseShelf::Statements.
constexpr std::array kSql = {
    Sql{kWriting,
        "INSERT INTO responses(number, time, bytes, owner, id, body, input) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
    Sql{kWriting, "INSERT INTO response_items(response, place, owner, item_id) VALUES (?1, ?2, ?3, ?4)"},
    Sql{kReading, "SELECT number, time, owner, id, body, input FROM responses WHERE owner = ?1 AND id = ?2"},
    Sql{kReading,
        "SELECT number, time, owner, id, body, input FROM responses WHERE number = "
        "(SELECT max(response) FROM response_items WHERE owner = ?1 AND item_id = ?2)"},
    Sql{kReading, "SELECT item_id FROM response_items WHERE response = ?1 ORDER BY place"},
    Sql{kRemoving, "SELECT number, bytes FROM responses WHERE owner = ?1 AND id = ?2"},
    Sql{kRemoving, "DELETE FROM responses WHERE number = ?1"},
};

std::int64_t bytes_of(const StoredResponse& response) {
  std::size_t bytes =
      kRowBytes + response.owner.size() + response.id.size() + response.body.size() + response.input.size();
  for (const std::string& id : response.item_ids)
    bytes += kItemBytes + 2 * (response.owner.size() + id.size());
  return static_cast<std::int64_t>(bytes);
}

}  // namespace

Result<ResponseShelf> ResponseShelf::prepare(Database& database, Totals& totals) {
  std::vector<Statement> made;
  for (const Sql& sql : kSql) {
    Result<Statement> statement = Statement::prepare(database, sql.doing, sql.text);
    if (!statement) return statement.error();
    made.push_back(*std::move(statement));
  }
  return ResponseShelf(
      database, totals,
      Statements{std::move(made[0]), std::move(made[1]), std::move(made[2]), std::move(made[3]),
                 std::move(made[4]), std::move(made[5]), std::move(made[6])});
}

ResponseShelf::ResponseShelf(Database& database, Totals& totals, Statements statements)
    : database_(&database), totals_(&totals), use_(std::move(statements)) {}

std::optional<Error> ResponseShelf::put(const StoredResponse& response) {
  Transaction transaction(*database_, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  Result<Total> total = totals_->get(kName);
  if (!total) return total.error();
  const Result<bool> replaced = take_off(response.owner, response.id, *total);
  if (!replaced) return replaced.error();
  if (std::optional<Error> error = add(response, *total)) return error;
  if (std::optional<Error> error = totals_->set(kName, *total)) return error;
  return transaction.commit();
}

std::optional<Error> ResponseShelf::add(const StoredResponse& response, Total& total) {
  const std::int64_t bytes = bytes_of(response);
  total.bytes += bytes;
  const std::int64_t number = ++total.last_number;
  {
    Execution run(use_.insert);
    run.bind(1, number);
    run.bind(2, micros_of(response.time));
    run.bind(3, bytes);
    run.bind(4, response.owner);
    run.bind(5, response.id);
    run.bind(6, response.body);
    run.bind(7, response.input);
    if (run.step() == Step::kFailed) return run.error();
  }
  Execution run(use_.insert_item);
  run.bind(1, number);
  run.bind(3, response.owner);
  std::int64_t place = 0;
  for (const std::string& id : response.item_ids) {
    run.bind(2, ++place);
    run.bind(4, id);
    if (run.step() == Step::kFailed) return run.error();
    run.again();
  }
  return std::nullopt;
}

Result<std::optional<StoredResponse>> ResponseShelf::get(std::string_view owner, std::string_view id) {
  return read(use_.find, owner, id);
}

Result<std::optional<StoredResponse>> ResponseShelf::with_item(std::string_view owner,
                                                               std::string_view item_id) {
  return read(use_.find_by_item, owner, item_id);
}

Result<std::optional<StoredResponse>> ResponseShelf::read(Statement& statement, std::string_view owner,
                                                          std::string_view id) {
  Execution run(statement);
  run.bind(1, owner);
  run.bind(2, id);
  const Step step = run.step();
  if (step == Step::kFailed) return run.error();
  if (step == Step::kDone) return std::optional<StoredResponse>();
  StoredResponse response;
  response.time = time_of(run.number(1));
  response.owner = run.text(2);
  response.id = run.text(3);
  response.body = run.text(4);
  response.input = run.text(5);
  // While the first statement stands at its row both see the same state of the file.
  Execution items(use_.items);
  items.bind(1, run.number(0));
  while (true) {
    const Step next = items.step();
    if (next == Step::kFailed) return items.error();
    if (next == Step::kDone) return std::optional(std::move(response));
    response.item_ids.push_back(items.text(0));
  }
}

Result<bool> ResponseShelf::remove(std::string_view owner, std::string_view id) {
  Transaction transaction(*database_, kRemoving);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  Result<Total> total = totals_->get(kName);
  if (!total) return total.error();
  Result<bool> removed = take_off(owner, id, *total);
  if (!removed || !*removed) return removed;
  if (std::optional<Error> error = totals_->set(kName, *total)) return *std::move(error);
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return true;
}

Result<bool> ResponseShelf::take_off(std::string_view owner, std::string_view id, Total& total) {
  std::int64_t number = 0;
  {
    Execution run(use_.size);
    run.bind(1, owner);
    run.bind(2, id);
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return false;
    number = run.number(0);
    total.bytes -= run.number(1);
  }
  Execution run(use_.remove);  // its items go with it
  run.bind(1, number);
  if (run.step() == Step::kFailed) return run.error();
  return true;
}

}  // namespace argwright::store::sqlite
