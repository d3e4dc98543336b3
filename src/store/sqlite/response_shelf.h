// The tables of responses and of the items they hold.
#pragma once

#include <optional>
#include <string_view>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/totals.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class ResponseShelf {
 public:
  // Both must outlive the shelf.
  static Result<ResponseShelf> prepare(Database& database, Totals& totals);

  std::optional<Error> put(const StoredResponse& response);
  Result<std::optional<StoredResponse>> get(std::string_view owner, std::string_view id);
  Result<std::optional<StoredResponse>> with_item(std::string_view owner, std::string_view item_id);
  Result<bool> remove(std::string_view owner, std::string_view id);

 private:
  struct Statements {
    Statement insert, insert_item, find, find_by_item, items, size, remove;
  };

  ResponseShelf(Database& database, Totals& totals, Statements statements);

  Result<std::optional<StoredResponse>> read(Statement& statement, std::string_view owner,
                                             std::string_view id);
  // Within a transaction.
  Result<bool> take_off(std::string_view owner, std::string_view id, Total& total);
  std::optional<Error> add(const StoredResponse& response, Total& total);

  Database* database_;
  Totals* totals_;
  Statements use_;
};

}  // namespace argwright::store::sqlite
