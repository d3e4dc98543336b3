// The table of the messages of conversations.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class History {
 public:
  // Must outlive it.
  static Result<History> prepare(Database& database);

  std::optional<Error> add(std::vector<HistoryMessage>& messages);
  Result<std::vector<HistoryMessage>> of(std::string_view session);

 private:
  History(Database& database, Statement last, Statement insert, Statement find)
      : database_(&database), last_(std::move(last)), insert_(std::move(insert)), find_(std::move(find)) {}

  Database* database_;
  Statement last_, insert_, find_;
};

}  // namespace argwright::store::sqlite
