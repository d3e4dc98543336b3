// The table of calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/text_search.h"
#include "store/sqlite/totals.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class CallLog {
 public:
  // Both must outlive the log.
  static Result<CallLog> prepare(Database& database, Totals& totals);

  std::optional<Error> add(std::vector<CallEntry>& entries);
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

  CallLog(Database& database, Totals& totals, std::unique_ptr<Scan> scan, Statement insert,
          Statement newest_first, Statement oldest_first);

  Database* database_;
  Totals* totals_;
  std::unique_ptr<Scan> scan_;  // at one place for ever: SQLite holds its address
  Statement insert_, newest_first_, oldest_first_;
};

}  // namespace argwright::store::sqlite
