// Tested by store_test.cc.
#include "store/sqlite/history.h"

#include <cstdint>
#include <utility>

#include "store/sqlite/transaction.h"
#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kWriting = "keep a message of a conversation";
constexpr const char* kReading = "read a conversation";

}  // namespace

Result<History> History::prepare(Database& database) {
  Result<Statement> last =
      Statement::prepare(database, kWriting, "SELECT max(number) FROM conversation_history");
  if (!last) return last.error();
  Result<Statement> insert = Statement::prepare(
      database, kWriting,
      "INSERT INTO conversation_history(number, session, time, role, content, payload, reasoning_content) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
  if (!insert) return insert.error();
  Result<Statement> find = Statement::prepare(
      database, kReading,
      "SELECT number, session, time, role, content, payload, reasoning_content FROM conversation_history "
      "WHERE session = ?1 ORDER BY number");
  if (!find) return find.error();
  return History(database, *std::move(last), *std::move(insert), *std::move(find));
}

std::optional<Error> History::add(std::vector<HistoryMessage>& messages) {
  if (messages.empty()) return std::nullopt;
  Transaction transaction(*database_, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  std::int64_t number = 0;
  {
    Execution run(last_);
    if (run.step() == Step::kFailed) return run.error();
    number = run.number(0);  // 0 where there is none
  }
  const std::int64_t before = number;
  for (const HistoryMessage& message : messages) {
    Execution run(insert_);
    run.bind(1, ++number);
    run.bind(2, message.session);
    run.bind(3, micros_of(message.time));
    run.bind(4, message.role);
    run.bind(5, message.content);
    run.bind(6, message.payload);
    if (message.reasoning_content) run.bind(7, *message.reasoning_content);
    if (run.step() == Step::kFailed) return run.error();
  }
  if (std::optional<Error> error = transaction.commit()) return error;
  number = before;
  for (HistoryMessage& message : messages) message.number = ++number;
  return std::nullopt;
}

Result<std::vector<HistoryMessage>> History::of(std::string_view session) {
  std::vector<HistoryMessage> found;
  Execution run(find_);
  run.bind(1, session);
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return found;
    HistoryMessage message;
    message.number = run.number(0);
    message.session = run.text(1);
    message.time = time_of(run.number(2));
    message.role = run.text(3);
    message.content = run.text(4);
    message.payload = run.text(5);
    if (!run.is_null(6)) message.reasoning_content = run.text(6);
    found.push_back(std::move(message));
  }
}

}  // namespace argwright::store::sqlite
