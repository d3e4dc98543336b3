// As src/store/sqlite/retention.cc: the oldest go first, a bounded number in each step. Tested by
// store_test.cc.
#include "store/postgres/retention.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "store/postgres/totals.h"
#include "store/table_time.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kDoing = "remove what is no longer kept";
constexpr std::size_t kStepRows = 500;
constexpr std::int64_t kStepBytes = std::int64_t{16} << 20;

struct Table {
  const char* name;  // in totals
  Query oldest;      // number, time, bytes, and the bytes of the whole table; one more than a step takes
  Query remove;
  std::chrono::seconds KeepLimits::* age;
  std::uint64_t KeepLimits::* bytes;
};
#define ARGWRIGHT_OLDEST(table, order)                                                              \
  "SELECT number, time, " table ".bytes, totals.bytes FROM " table " JOIN totals ON name = '" table \
  "' "                                                                                              \
  "ORDER BY " order " LIMIT 501"
constexpr std::array kTables = {
    Table{"calls",
          {kDoing, ARGWRIGHT_OLDEST("calls", "number")},
          {kDoing, "DELETE FROM calls WHERE number = ANY($1::bigint[])"},
          &KeepLimits::calls_age,
          &KeepLimits::calls_bytes},
    Table{"responses",
          {kDoing, ARGWRIGHT_OLDEST("responses", "time, number")},
          {kDoing, "DELETE FROM responses WHERE number = ANY($1::bigint[])"},
          &KeepLimits::responses_age,
          &KeepLimits::responses_bytes},
    Table{"turns",
          {kDoing, ARGWRIGHT_OLDEST("turns", "number")},
          {kDoing, "DELETE FROM turns WHERE number = ANY($1::bigint[])"},
          &KeepLimits::turns_age,
          &KeepLimits::turns_bytes},
};
#undef ARGWRIGHT_OLDEST

std::int64_t oldest_allowed(std::chrono::seconds age, Time now) {
  // An age may be as large as "for ever".
  constexpr std::chrono::seconds kLongest = std::chrono::hours(24 * 365 * 200);
  return micros_of(now) -
         std::chrono::microseconds(std::clamp(age, std::chrono::seconds(0), kLongest)).count();
}

struct Choice {
  std::vector<std::int64_t> numbers;
  std::int64_t bytes = 0;
  bool more = false;
};

Result<Choice> choose(Connection& connection, const Table& table, const KeepLimits& limits, Time now) {
  const Result<Rows> rows = connection.run(table.oldest);
  if (!rows) return rows.error();
  const std::int64_t oldest = oldest_allowed(limits.*table.age, now);
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto most_bytes = static_cast<std::int64_t>(std::min(limits.*table.bytes, kMost));
  Choice choice;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const std::int64_t left = rows->number(i, 3) - choice.bytes;
    if (rows->number(i, 1) >= oldest && left <= most_bytes) return choice;
    if (choice.numbers.size() == kStepRows || choice.bytes >= kStepBytes) {
      choice.more = true;
      return choice;
    }
    choice.numbers.push_back(rows->number(i, 0));
    choice.bytes += rows->number(i, 2);
  }
  return choice;
}

Result<bool> step(Connection& connection, const Table& table, const KeepLimits& limits, Time now) {
  // First without a lock: most of the time there is nothing to do.
  Result<Choice> choice = choose(connection, table, limits, now);
  if (!choice) return choice.error();
  if (choice->numbers.empty()) return false;
  Transaction transaction(connection, kDoing);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  if (std::optional<Error> error = count_bytes(connection, table.name, 0)) return *std::move(error);
  choice = choose(connection, table, limits, now);
  if (!choice) return choice.error();
  Parameters numbers;
  numbers.add(choice->numbers);
  if (const Result<Rows> done = connection.run(table.remove, numbers); !done) return done.error();
  if (std::optional<Error> error = count_bytes(connection, table.name, -choice->bytes)) {
    return *std::move(error);
  }
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return choice->more;
}

}  // namespace

Result<bool> remove_old(Connection& connection, const KeepLimits& limits, Time now) {
  bool more = false;
  for (const Table& table : kTables) {
    const Result<bool> one = step(connection, table, limits, now);
    if (!one) return one.error();
    more = more || *one;
  }
  return more;
}

}  // namespace argwright::store::postgres
