// Finds the numbers of turns by their place.
//
// Ids are spread all over an index, so every turn that is written into one changes a page of it somewhere:
// four kilobytes for eight bytes. Here a batch appends its places, in the order of their numbers, as one row
// of turn_tail; the tail is held in memory, and when it has grown long it is sorted and goes into turn_index
// at once, which then changes every page once for many turns.
//
// Every connection has a tail in memory of its own and looks, before it uses it, whether others have written
// or folded. Numbers of turns that were removed stay for a while: who asks must look at the turn.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/sqlite/recent_places.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/totals.h"

namespace argwright::store::sqlite {

class TurnIndex {
 public:
  // Both must outlive the index.
  static Result<TurnIndex> prepare(Database& database, Totals& totals);

  // Brings the tail in memory up to date. As long as the run of ends() lasts everything is read as it was
  // then, and what SQLite does to begin and end that is done once.
  Statement& ends() { return use_.ends; }
  std::optional<Error> refresh(Execution& ends);
  const RecentPlaces& tail() const { return tail_; }
  // After refresh(): the newest numbers of this place, the newest first.
  Result<std::vector<std::int64_t>> find(std::int64_t place);

  // For who writes, within a transaction, after refresh(): the turn with this number, or one that takes the
  // place of another; then all of them, whose numbers begin with `first`.
  void add(std::int64_t place, std::int64_t number) { tail_.add(place, number); }
  void replace(std::int64_t place, std::int64_t number, std::int64_t by) { tail_.replace(place, number, by); }
  std::optional<Error> append(std::int64_t first, std::span<const std::int64_t> places);
  // The transaction came to nothing.
  void forget();

 private:
  struct Statements {
    Statement ends, read, append, find, insert, empty_tail, oldest, sweep;
  };
  TurnIndex(Totals& totals, Statements statements) : totals_(&totals), use_(std::move(statements)) {}

  std::optional<Error> fold();
  std::optional<Error> sweep(std::int64_t oldest, std::int64_t last);

  Totals* totals_;
  Statements use_;
  RecentPlaces tail_;
  // Of the rows of turn_tail that tail_ holds; 0: none.
  std::int64_t first_row_ = 0, last_row_ = 0;
};

}  // namespace argwright::store::sqlite
