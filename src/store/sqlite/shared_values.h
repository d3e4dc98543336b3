// The table of values that all who use the file share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"

namespace argwright::store::sqlite {

class SharedValues {
 public:
  // Must outlive it.
  static Result<SharedValues> prepare(Database& database);
  // The value of this name: the first that was proposed.
  Result<std::string> agree(std::string_view name, std::string_view proposed);

 private:
  SharedValues(Database& database, Statement find, Statement insert)
      : database_(&database), find_(std::move(find)), insert_(std::move(insert)) {}
  Result<std::optional<std::string>> find(std::string_view name);

  Database* database_;
  Statement find_, insert_;
};

}  // namespace argwright::store::sqlite
