// Tested by store_test.cc and sqlite_store_test.cc.
#include "store/sqlite/retention.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <utility>

#include "store/sqlite/transaction.h"
#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kDoing = "remove what is no longer kept";

// The bounds of one step: what it holds locked is free again after some milliseconds.
constexpr std::size_t kStepRows = 500;
constexpr std::int64_t kStepBytes = std::int64_t{16} << 20;

}  // namespace

struct Retention::Table {
  const char* name;  // in totals
  // number, time, bytes; those to go first. Calls and turns are written as they happen, so their numbers tell
  // their age, and no index is needed: an entry whose clock was ahead keeps those behind it until its own
  // time has come.
  const char* oldest;
  const char* remove;
  std::chrono::seconds KeepLimits::* age;
  std::uint64_t KeepLimits::* bytes;
};

namespace {

std::int64_t oldest_allowed(std::chrono::seconds age, Time now) {
  // An age may be as large as "for ever".
  constexpr std::chrono::seconds kLongest = std::chrono::hours(24 * 365 * 200);
  return micros_of(now) -
         std::chrono::microseconds(std::clamp(age, std::chrono::seconds(0), kLongest)).count();
}

}  // namespace

Result<Retention> Retention::prepare(Database& database, Totals& totals) {
  static constexpr std::array kTables = {
      Table{"calls", "SELECT number, time, bytes FROM calls ORDER BY number",
            "DELETE FROM calls WHERE number = ?1", &KeepLimits::calls_age, &KeepLimits::calls_bytes},
      Table{"responses", "SELECT number, time, bytes FROM responses ORDER BY time, number",
            "DELETE FROM responses WHERE number = ?1", &KeepLimits::responses_age,
            &KeepLimits::responses_bytes},
      Table{"turns", "SELECT number, time, bytes FROM turns ORDER BY number",
            "DELETE FROM turns WHERE number = ?1", &KeepLimits::turns_age, &KeepLimits::turns_bytes},
  };
  std::vector<Use> uses;
  for (const Table& table : kTables) {
    Result<Statement> oldest = Statement::prepare(database, kDoing, table.oldest);
    if (!oldest) return oldest.error();
    Result<Statement> remove = Statement::prepare(database, kDoing, table.remove);
    if (!remove) return remove.error();
    uses.push_back(Use{&table, *std::move(oldest), *std::move(remove)});
  }
  return Retention(database, totals, std::move(uses));
}

Retention::Retention(Database& database, Totals& totals, std::vector<Use> uses)
    : database_(&database), totals_(&totals), uses_(std::move(uses)) {}

Result<bool> Retention::step(const KeepLimits& limits, Time now) {
  bool more = false;
  for (Use& use : uses_) {
    const Result<bool> one = step(use, limits, now);
    if (!one) return one.error();
    more = more || *one;
  }
  return more;
}

Result<bool> Retention::step(Use& use, const KeepLimits& limits, Time now) {
  bool more = false;
  // First without a lock: most of the time there is nothing to do.
  Result<Total> total = totals_->get(use.table->name);
  if (!total) return total.error();
  Result<std::vector<std::int64_t>> chosen = choose(use, limits, now, *total, more);
  if (!chosen) return chosen.error();
  if (chosen->empty()) return false;

  Transaction transaction(*database_, kDoing);
  if (std::optional<Error> error = transaction.begin()) return *std::move(error);
  total = totals_->get(use.table->name);
  if (!total) return total.error();
  chosen = choose(use, limits, now, *total, more);
  if (!chosen) return chosen.error();
  {
    Execution run(use.remove);
    for (const std::int64_t number : *chosen) {
      run.bind(1, number);
      if (run.step() == Step::kFailed) return run.error();
      run.again();
    }
  }
  if (std::optional<Error> error = totals_->set(use.table->name, *total)) return *std::move(error);
  if (std::optional<Error> error = transaction.commit()) return *std::move(error);
  return more;
}

Result<std::vector<std::int64_t>> Retention::choose(Use& use, const KeepLimits& limits, Time now,
                                                    Total& total, bool& more) {
  const std::int64_t oldest = oldest_allowed(limits.*use.table->age, now);
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto most_bytes = static_cast<std::int64_t>(std::min(limits.*use.table->bytes, kMost));
  more = false;
  std::vector<std::int64_t> chosen;
  std::int64_t bytes = 0;
  Execution run(use.oldest);
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return chosen;
    if (run.number(1) >= oldest && total.bytes <= most_bytes) return chosen;
    if (chosen.size() == kStepRows || bytes >= kStepBytes) {
      more = true;
      return chosen;
    }
    chosen.push_back(run.number(0));
    bytes += run.number(2);
    total.bytes -= run.number(2);
  }
}

}  // namespace argwright::store::sqlite
