// Tested by turn_index_test.cc.
#include "store/sqlite/turn_index.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace argwright::store::sqlite {
namespace {

constexpr const char* kWriting = "remember a turn";
constexpr const char* kReading = "look up remembered turns";

// A fold changes most pages of the index, whatever it brings: the longer the tail, the less that is for each
// turn. So many take a megabyte or two of memory, and about 50 ms to fold.
constexpr std::size_t kLongTail = 65'536;

std::string_view bytes_of(std::span<const std::int64_t> places) {
  return {reinterpret_cast<const char*>(places.data()), places.size_bytes()};
}

}  // namespace

Result<TurnIndex> TurnIndex::prepare(Database& database, Totals& totals) {
  const auto prepared = [&](const char* doing, const char* sql) {
    return Statement::prepare(database, doing, sql);
  };
  Result<Statement> ends =
      prepared(kReading, "SELECT (SELECT min(first) FROM turn_tail), (SELECT max(first) FROM turn_tail)");
  if (!ends) return ends.error();
  Result<Statement> read =
      prepared(kReading, "SELECT first, places FROM turn_tail WHERE first > ?1 ORDER BY first");
  if (!read) return read.error();
  Result<Statement> append = prepared(kWriting, "INSERT INTO turn_tail(first, places) VALUES (?1, ?2)");
  if (!append) return append.error();
  Result<Statement> find =
      prepared(kReading, "SELECT number FROM turn_index WHERE place = ?1 ORDER BY number DESC LIMIT 16");
  if (!find) return find.error();
  Result<Statement> insert =
      prepared(kWriting, "INSERT OR IGNORE INTO turn_index(place, number) VALUES (?1, ?2)");
  if (!insert) return insert.error();
  Result<Statement> empty_tail = prepared(kWriting, "DELETE FROM turn_tail");
  if (!empty_tail) return empty_tail.error();
  Result<Statement> oldest = prepared(kWriting, "SELECT min(number) FROM turns");
  if (!oldest) return oldest.error();
  Result<Statement> sweep = prepared(kWriting, "DELETE FROM turn_index WHERE number < ?1");
  if (!sweep) return sweep.error();
  return TurnIndex(
      totals, Statements{*std::move(ends), *std::move(read), *std::move(append), *std::move(find),
                         *std::move(insert), *std::move(empty_tail), *std::move(oldest), *std::move(sweep)});
}

std::optional<Error> TurnIndex::refresh(Execution& ends) {
  if (ends.step() == Step::kFailed) return ends.error();
  const std::int64_t first = ends.number(0);
  const std::int64_t last = ends.number(1);
  if (first == first_row_ && last == last_row_) return std::nullopt;
  if (first != first_row_) forget();  // folded: what it had is in the index
  Execution run(use_.read);
  run.bind(1, last_row_);
  while (true) {
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kDone) return std::nullopt;
    const std::int64_t row = run.number(0);
    const std::string places = run.text(1);
    for (std::size_t at = 0; at + sizeof(std::int64_t) <= places.size(); at += sizeof(std::int64_t)) {
      std::int64_t place = 0;
      std::memcpy(&place, places.data() + at, sizeof place);
      tail_.add(place, row + static_cast<std::int64_t>(at / sizeof place));
    }
    if (first_row_ == 0) first_row_ = row;
    last_row_ = row;
  }
}

Result<std::vector<std::int64_t>> TurnIndex::find(std::int64_t place) {
  const RecentPlaces::Numbers recent = tail_.find(place);
  std::vector<std::int64_t> numbers(recent.begin(), recent.end());
  {
    Execution run(use_.find);
    run.bind(1, place);
    Step step = run.step();
    for (; step == Step::kRow; step = run.step()) numbers.push_back(run.number(0));
    if (step == Step::kFailed) return run.error();
  }
  std::sort(numbers.begin(), numbers.end(), std::greater<>());
  return numbers;
}

std::optional<Error> TurnIndex::append(std::int64_t first, std::span<const std::int64_t> places) {
  if (places.empty()) return std::nullopt;
  {
    Execution run(use_.append);
    run.bind(1, first);
    run.bind_bytes(2, bytes_of(places));
    if (run.step() == Step::kFailed) return run.error();
  }
  if (first_row_ == 0) first_row_ = first;
  last_row_ = first;
  if (tail_.size() < kLongTail) return std::nullopt;
  return fold();
}

std::optional<Error> TurnIndex::fold() {
  std::int64_t oldest = 0;
  {
    Execution run(use_.oldest);
    if (run.step() == Step::kFailed) return run.error();
    oldest = run.number(0);
  }
  std::vector<RecentPlaces::Entry> entries = tail_.all();
  std::int64_t last = 0;
  for (const RecentPlaces::Entry& entry : entries) last = std::max(last, entry.number);
  std::erase_if(entries, [&](const RecentPlaces::Entry& entry) { return entry.number < oldest; });
  std::sort(entries.begin(), entries.end(), [](const RecentPlaces::Entry& a, const RecentPlaces::Entry& b) {
    return std::pair(a.place, a.number) < std::pair(b.place, b.number);
  });
  {
    Execution run(use_.insert);
    for (const RecentPlaces::Entry& entry : entries) {
      run.bind(1, entry.place);
      run.bind(2, entry.number);
      if (run.step() == Step::kFailed) return run.error();
      run.again();
    }
  }
  {
    Execution run(use_.empty_tail);
    if (run.step() == Step::kFailed) return run.error();
  }
  forget();
  return sweep(oldest, last);
}

// Turns are removed from the oldest on. Their places go when they are a third of all: a look at the whole
// index is then little for each.
std::optional<Error> TurnIndex::sweep(std::int64_t oldest, std::int64_t last) {
  Result<Total> swept = totals_->get("turn_index");
  if (!swept) return swept.error();
  const std::int64_t gone = oldest - swept->last_number;
  if (gone < static_cast<std::int64_t>(kLongTail) || gone < (last - oldest) / 2) return std::nullopt;
  {
    Execution run(use_.sweep);
    run.bind(1, oldest);
    if (run.step() == Step::kFailed) return run.error();
  }
  swept->last_number = oldest;
  return totals_->set("turn_index", *swept);
}

void TurnIndex::forget() {
  tail_.clear();
  first_row_ = last_row_ = 0;
}

}  // namespace argwright::store::sqlite
