// A turn that replaces another takes a new number, so that numbers tell the age of turns. It is looked for
// among the recent ones only, which costs nothing where there is none: an older one stays until it is pruned,
// and is not given out beside a newer one. Tested by store_test.cc.
#include "store/sqlite/turn_shelf.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "store/sqlite/turn_place.h"
#include "store/table_time.h"

namespace argwright::store::sqlite {
namespace {

constexpr const char* kName = "turns";
constexpr const char* kWriting = "remember a turn";
constexpr const char* kReading = "look up remembered turns";
constexpr std::size_t kRowBytes = 80;  // for numbers, the row itself and the index
constexpr std::size_t kMostFound = 8;
// So many share a row of the index's tail.
constexpr std::size_t kSome = 4096;

constexpr std::array<std::string_view, 6> kColumns = {"time",    "bytes",        "scope",
                                                      "call_id", "conversation", "content"};

std::int64_t bytes_of(const RememberedTurn& turn) {
  return static_cast<std::int64_t>(kRowBytes + turn.scope.size() + turn.call_id.size() +
                                   turn.conversation.size() + turn.content.size());
}

bool is_same(const RememberedTurn& a, const RememberedTurn& b) {
  return a.conversation == b.conversation && a.call_id == b.call_id && a.scope == b.scope;
}

}  // namespace

Result<TurnShelf> TurnShelf::prepare(Database& database, Totals& totals) {
  Result<BatchInsert> insert = BatchInsert::prepare(database, kWriting, "turns", kColumns);
  if (!insert) return insert.error();
  Result<Statement> get = Statement::prepare(database, kReading,
                                             "SELECT time, bytes, conversation, content FROM turns WHERE "
                                             "number = ?1 AND scope = ?2 AND call_id = ?3");
  if (!get) return get.error();
  Result<Statement> remove = Statement::prepare(database, kWriting, "DELETE FROM turns WHERE number = ?1");
  if (!remove) return remove.error();
  Result<TurnIndex> index = TurnIndex::prepare(database, totals);
  if (!index) return index.error();
  return TurnShelf(totals, Statements{*std::move(insert), *std::move(get), *std::move(remove)},
                   *std::move(index));
}

std::optional<Error> TurnShelf::add(std::span<const RememberedTurn> turns) {
  if (turns.empty()) return std::nullopt;
  Result<Total> total = totals_->get(kName);
  if (!total) return total.error();
  {
    Execution ends(index_.ends());
    if (std::optional<Error> error = index_.refresh(ends)) return error;
  }
  while (!turns.empty()) {
    const std::span<const RememberedTurn> some = turns.first(std::min(turns.size(), kSome));
    if (std::optional<Error> error = add_some(some, *total)) return error;
    turns = turns.subspan(some.size());
  }
  return totals_->set(kName, *total);
}

std::optional<Error> TurnShelf::add_some(std::span<const RememberedTurn> turns, Total& total) {
  NewTurns come{total.last_number + 1, {}};
  come.list.reserve(turns.size());
  std::vector<std::int64_t> places;
  places.reserve(turns.size());
  for (const RememberedTurn& turn : turns) {
    const std::int64_t place = turn_place(turn.scope, turn.call_id);
    const Result<std::optional<std::int64_t>> taken = take_off(turn, place, come, total);
    if (!taken) return taken.error();
    total.bytes += bytes_of(turn);
    ++total.last_number;
    if (*taken) {
      index_.replace(place, **taken, total.last_number);
    } else {
      index_.add(place, total.last_number);
    }
    places.push_back(place);
    come.list.push_back(&turn);
  }
  if (std::optional<Error> error = insert(come)) return error;
  return index_.append(come.first, places);
}

// Those between two that were replaced have numbers without a gap.
std::optional<Error> TurnShelf::insert(const NewTurns& come) {
  auto from = come.list.begin();
  while (true) {
    from = std::find_if(from, come.list.end(), [](const RememberedTurn* turn) { return turn != nullptr; });
    if (from == come.list.end()) return std::nullopt;
    const auto to = std::find(from, come.list.end(), nullptr);
    const std::int64_t first = come.first + (from - come.list.begin());
    if (std::optional<Error> error = insert(first, {from, to})) return error;
    from = to;
  }
}

std::optional<Error> TurnShelf::insert(std::int64_t first, std::span<const RememberedTurn* const> turns) {
  BatchRows rows(use_.insert, first, turns.size());
  for (const RememberedTurn* turn : turns) {
    rows.number(0, micros_of(turn->time));
    rows.number(1, bytes_of(*turn));
    rows.common_text(2, turn->scope);
    rows.text(3, turn->call_id);
    rows.text(4, turn->conversation);
    rows.text(5, turn->content);
    if (std::optional<Error> error = rows.end_row()) return error;
  }
  return std::nullopt;
}

Result<std::optional<std::int64_t>> TurnShelf::take_off(const RememberedTurn& turn, std::int64_t place,
                                                        NewTurns& come, Total& total) {
  for (const std::int64_t number : index_.tail().find(place)) {
    if (number >= come.first) {
      const RememberedTurn*& other = come.list[static_cast<std::size_t>(number - come.first)];
      if (other == nullptr || !is_same(*other, turn)) continue;
      total.bytes -= bytes_of(*other);
      other = nullptr;
      return std::optional(number);
    }
    {
      Execution run(use_.get);
      run.bind(1, number);
      run.bind(2, turn.scope);
      run.bind(3, turn.call_id);
      const Step step = run.step();
      if (step == Step::kFailed) return run.error();
      if (step == Step::kDone || run.text(2) != turn.conversation) continue;
      total.bytes -= run.number(1);
    }
    Execution run(use_.remove);
    run.bind(1, number);
    if (run.step() == Step::kFailed) return run.error();
    return std::optional(number);
  }
  return std::optional<std::int64_t>();
}

Result<std::vector<RememberedTurn>> TurnShelf::find(const std::vector<TurnQuestion>& questions) {
  std::vector<RememberedTurn> found;
  Execution ends(index_.ends());
  if (std::optional<Error> error = index_.refresh(ends)) return *std::move(error);
  for (const TurnQuestion& question : questions) {
    if (std::optional<Error> error = find(question, found)) return *std::move(error);
  }
  return found;
}

std::optional<Error> TurnShelf::find(const TurnQuestion& question, std::vector<RememberedTurn>& found) {
  const Result<std::vector<std::int64_t>> numbers = index_.find(turn_place(question.scope, question.call_id));
  if (!numbers) return numbers.error();
  const auto before = static_cast<std::ptrdiff_t>(found.size());
  Execution run(use_.get);
  run.bind(2, question.scope);
  run.bind(3, question.call_id);
  for (const std::int64_t number : *numbers) {
    run.bind(1, number);
    const Step step = run.step();
    if (step == Step::kFailed) return run.error();
    if (step == Step::kRow) {
      std::string conversation = run.text(2);
      const bool is_known =
          std::any_of(found.begin() + before, found.end(),
                      [&](const RememberedTurn& newer) { return newer.conversation == conversation; });
      if (!is_known)
        found.push_back(
            {question.scope, question.call_id, std::move(conversation), time_of(run.number(0)), run.text(3)});
    }
    if (found.size() - static_cast<std::size_t>(before) == kMostFound) break;
    run.again();
  }
  return std::nullopt;
}

}  // namespace argwright::store::sqlite
