// Tested by postgres_store_test.cc.
#include "store/postgres/totals.h"

namespace argwright::store::postgres {
namespace {

constexpr Query kTake = {
    "write to the store",
    "UPDATE totals SET last_number = last_number + $2 WHERE name = $1 RETURNING last_number"};
constexpr Query kCount = {"write to the store", "UPDATE totals SET bytes = bytes + $2 WHERE name = $1"};

}  // namespace

Result<std::int64_t> take_numbers(Connection& connection, std::string_view table, std::size_t count) {
  const auto taken = static_cast<std::int64_t>(count);
  Parameters parameters;
  parameters.add_text(table).add(taken);
  const Result<Rows> last = connection.run(kTake, parameters);
  if (!last) return last.error();
  return last->number(0, 0) - taken + 1;
}

std::optional<Error> count_bytes(Connection& connection, std::string_view table, std::int64_t change) {
  Parameters parameters;
  parameters.add_text(table).add(change);
  const Result<Rows> done = connection.run(kCount, parameters);
  if (!done) return done.error();
  return std::nullopt;
}

}  // namespace argwright::store::postgres
