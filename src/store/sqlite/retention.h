// Removes what is too old or too much.
#pragma once

#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/totals.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class Retention {
 public:
  // Both must outlive it.
  static Result<Retention> prepare(Database& database, Totals& totals);

  // One step for each table; true: there is more to remove.
  Result<bool> step(const KeepLimits& limits, Time now);

 private:
  struct Table;  // a row of the table of tables in retention.cc
  struct Use {
    const Table* table;
    Statement oldest, remove;
  };

  Retention(Database& database, Totals& totals, std::vector<Use> uses);
  Result<bool> step(Use& use, const KeepLimits& limits, Time now);
  // Counts down `total` for each row it returns; `more` is set where the bound of a step was met.
  Result<std::vector<std::int64_t>> choose(Use& use, const KeepLimits& limits, Time now, Total& total,
                                           bool& more);

  Database* database_;
  Totals* totals_;
  std::vector<Use> uses_;
};

}  // namespace argwright::store::sqlite
