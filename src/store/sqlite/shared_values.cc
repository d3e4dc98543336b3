// Tested by store_test.cc.
#include "store/sqlite/shared_values.h"

#include <utility>

#include "store/sqlite/transaction.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kDoing = "agree on a shared value";

}  // namespace

Result<SharedValues> SharedValues::prepare(Database& database) {
  Result<Statement> find =
      Statement::prepare(database, kDoing, "SELECT value FROM shared_values WHERE name = ?1");
  if (!find) return find.error();
  Result<Statement> insert =
      Statement::prepare(database, kDoing, "INSERT INTO shared_values(name, value) VALUES (?1, ?2)");
  if (!insert) return insert.error();
  return SharedValues(database, *std::move(find), *std::move(insert));
}

Result<std::optional<std::string>> SharedValues::find(std::string_view name) {
  Execution run(find_);
  run.bind(1, name);
  const Step step = run.step();
  if (step == Step::kFailed) return run.error();
  if (step == Step::kDone) return std::optional<std::string>();
  return std::optional(run.text(0));
}

Result<std::string> SharedValues::agree(std::string_view name, std::string_view proposed) {
  // Without a lock first: after the first time it is there.
  Result<std::optional<std::string>> known = find(name);
  if (!known) return known.error();
  if (*known) return **std::move(known);
  Transaction transaction(*database_, kDoing);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  known = find(name);  // another process may have been here since
  if (!known) return known.error();
  if (*known) return **std::move(known);
  {
    Execution run(insert_);
    run.bind(1, name);
    run.bind(2, proposed);
    if (run.step() == Step::kFailed) return run.error();
  }
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return std::string(proposed);
}

}  // namespace argwright::store::sqlite
