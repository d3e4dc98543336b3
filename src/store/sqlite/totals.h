// How many bytes each table counts, and the last number it has given. Changed in the transaction that changes
// the table, so that both always agree.
#pragma once

#include <cstdint>
#include <optional>

#include "argwright/result.h"
#include "store/sqlite/statement.h"

namespace argwright::store::sqlite {

struct Total {
  std::int64_t bytes = 0;
  std::int64_t last_number = 0;
};

class Totals {
 public:
  static Result<Totals> prepare(const Database& database);
  // `name`: "calls", "responses" or "turns".
  Result<Total> get(std::string_view name);
  std::optional<Error> set(std::string_view name, const Total& total);

 private:
  Totals(Statement get, Statement set) : get_(std::move(get)), set_(std::move(set)) {}

  Statement get_, set_;
};

}  // namespace argwright::store::sqlite
