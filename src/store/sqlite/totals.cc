// Tested by sqlite_store_test.cc.
#include "store/sqlite/totals.h"

#include <utility>

namespace argwright::store::sqlite {

Result<Totals> Totals::prepare(const Database& database) {
  Result<Statement> get = Statement::prepare(database, "read the size of the store",
                                             "SELECT bytes, last_number FROM totals WHERE name = ?1");
  if (!get) return get.error();
  Result<Statement> set =
      Statement::prepare(database, "write the size of the store",
                         "UPDATE totals SET bytes = ?2, last_number = ?3 WHERE name = ?1");
  if (!set) return set.error();
  return Totals(*std::move(get), *std::move(set));
}

Result<Total> Totals::get(std::string_view name) {
  Execution run(get_);
  run.bind(1, name);
  if (run.step() == Step::kFailed) return run.error();
  return Total{run.number(0), run.number(1)};
}

std::optional<Error> Totals::set(std::string_view name, const Total& total) {
  Execution run(set_);
  run.bind(1, name);
  run.bind(2, total.bytes);
  run.bind(3, total.last_number);
  if (run.step() == Step::kFailed) return run.error();
  return std::nullopt;
}

}  // namespace argwright::store::sqlite
