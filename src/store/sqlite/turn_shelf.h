// The table of remembered turns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/batch_insert.h"
#include "store/sqlite/database.h"
#include "store/sqlite/statement.h"
#include "store/sqlite/totals.h"
#include "store/sqlite/turn_index.h"
#include "store/store.h"

namespace argwright::store::sqlite {

class TurnShelf {
 public:
  // Both must outlive the shelf.
  static Result<TurnShelf> prepare(Database& database, Totals& totals);

  // Within a transaction; forget() where that comes to nothing.
  std::optional<Error> add(std::span<const RememberedTurn> turns);
  void forget() { index_.forget(); }
  Result<std::vector<RememberedTurn>> find(const std::vector<TurnQuestion>& questions);

 private:
  struct Statements {
    BatchInsert insert;
    Statement get, remove;
  };
  // On their way into the table, numbered from `first` on; null: another of them took its place.
  struct NewTurns {
    std::int64_t first;
    std::vector<const RememberedTurn*> list;
  };

  TurnShelf(Totals& totals, Statements statements, TurnIndex index)
      : totals_(&totals), use_(std::move(statements)), index_(std::move(index)) {}

  std::optional<Error> add_some(std::span<const RememberedTurn> turns, Total& total);
  std::optional<Error> insert(const NewTurns& come);
  std::optional<Error> insert(std::int64_t first, std::span<const RememberedTurn* const> turns);
  // The turn of the same conversation, where it is a recent one or one of those that come: its number, now
  // free.
  Result<std::optional<std::int64_t>> take_off(const RememberedTurn& turn, std::int64_t place, NewTurns& come,
                                               Total& total);
  std::optional<Error> find(const TurnQuestion& question, std::vector<RememberedTurn>& found);

  Totals* totals_;
  Statements use_;
  TurnIndex index_;
};

}  // namespace argwright::store::sqlite
