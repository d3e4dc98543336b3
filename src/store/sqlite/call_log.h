// The table of calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/batch_insert.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/totals.h"
#include "store/store.h"
#include "store/text_search.h"

namespace argwright::store::sqlite {

class CallLog {
 public:
  // Both must outlive the log.
  static Result<CallLog> prepare(Database& database, Totals& totals);

  // Within a transaction. The number of the first; the others follow.
  Result<std::int64_t> add(const std::vector<CallEntry>& entries);
  Result<CallPage> find(const CallQuery& query);

 private:
  // What a query under way knows; its SQL functions look here. See call_log.cc.
  struct Scan {
    std::chrono::steady_clock::time_point deadline;
    std::int64_t at = 0;       // the row that is looked at
    bool out_of_time = false;  // the row `at` was not looked at any more
    std::optional<TextSearch> text;
  };
  struct Functions;  // those

  CallLog(Totals& totals, std::unique_ptr<Scan> scan, BatchInsert insert, Statement newest_first,
          Statement oldest_first);

  Totals* totals_;
  std::unique_ptr<Scan> scan_;  // at one place for ever: SQLite holds its address
  BatchInsert insert_;
  Statement newest_first_, oldest_first_;
};

}  // namespace argwright::store::sqlite
