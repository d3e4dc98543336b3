// Tested by store_test.cc.
#include "store/postgres/turn_shelf.h"

#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "store/postgres/totals.h"
#include "store/table_time.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kTable = "turns";
constexpr const char* kWriting = "remember a turn";
constexpr const char* kReading = "look up remembered turns";
constexpr std::size_t kRowBytes = 96;  // for numbers, the row itself and its places in two indexes

constexpr Query kRemove = {kWriting, R"sql(
  WITH gone AS (
    DELETE FROM turns USING unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS new(scope, call_id, conversation)
    WHERE sha256(sha256(turns.scope) || sha256(turns.call_id) || sha256(turns.conversation))
        = sha256(sha256(new.scope) || sha256(new.call_id) || sha256(new.conversation))
    RETURNING bytes)
  SELECT coalesce(sum(bytes), 0)::bigint FROM gone
)sql"};
constexpr Query kInsert = {kWriting, R"sql(
  INSERT INTO turns(number, time, bytes, scope, call_id, conversation, content)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bytea[],
                       $7::bytea[])
)sql"};
constexpr Query kFind = {kReading, R"sql(
  SELECT found.scope, found.call_id, found.conversation, found.time, found.content
  FROM unnest($1::bytea[], $2::bytea[]) AS asked(scope, call_id)
  CROSS JOIN LATERAL (
    SELECT * FROM turns
    WHERE sha256(sha256(turns.scope) || sha256(turns.call_id)) = sha256(sha256(asked.scope) || sha256(asked.call_id))
      AND turns.scope = asked.scope AND turns.call_id = asked.call_id
    ORDER BY number DESC LIMIT 8) AS found
)sql"};

std::int64_t bytes_of(const RememberedTurn& turn) {
  return static_cast<std::int64_t>(kRowBytes + 3 * (turn.scope.size() + turn.call_id.size()) +
                                   2 * turn.conversation.size() + turn.content.size());
}

// Of those that are the same turn the last one counts.
std::vector<const RememberedTurn*> distinct(const std::vector<RememberedTurn>& turns) {
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  std::vector<const RememberedTurn*> kept;
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    if (seen.emplace(turn->scope, turn->call_id, turn->conversation).second) kept.push_back(&*turn);
  }
  return {kept.rbegin(), kept.rend()};
}

}  // namespace

std::optional<Error> add_turns(Connection& connection, const std::vector<RememberedTurn>& turns) {
  const std::vector<const RememberedTurn*> kept = distinct(turns);
  const Result<std::int64_t> first = take_numbers(connection, kTable, kept.size());
  if (!first) return first.error();
  std::vector<std::int64_t> numbers, times, bytes;
  std::vector<std::string_view> scopes, call_ids, conversations, contents;
  std::int64_t change = 0;
  for (const RememberedTurn* turn : kept) {
    numbers.push_back(*first + static_cast<std::int64_t>(numbers.size()));
    times.push_back(micros_of(turn->time));
    bytes.push_back(bytes_of(*turn));
    change += bytes.back();
    scopes.push_back(turn->scope);
    call_ids.push_back(turn->call_id);
    conversations.push_back(turn->conversation);
    contents.push_back(turn->content);
  }
  Parameters old;
  old.add(scopes).add(call_ids).add(conversations);
  const Result<Rows> gone = connection.run(kRemove, old);
  if (!gone) return gone.error();
  change -= gone->number(0, 0);
  Parameters rows;
  rows.add(numbers).add(times).add(bytes).add(scopes).add(call_ids).add(conversations).add(contents);
  if (const Result<Rows> done = connection.run(kInsert, rows); !done) return done.error();
  return count_bytes(connection, kTable, change);
}

Result<std::vector<RememberedTurn>> find_turns(Connection& connection,
                                               const std::vector<TurnQuestion>& questions) {
  std::vector<RememberedTurn> found;
  if (questions.empty()) return found;
  std::vector<std::string_view> scopes, call_ids;
  for (const TurnQuestion& question : questions) {
    scopes.push_back(question.scope);
    call_ids.push_back(question.call_id);
  }
  Parameters parameters;
  parameters.add(scopes).add(call_ids);
  const Result<Rows> rows = connection.run(kFind, parameters);
  if (!rows) return rows.error();
  for (std::size_t i = 0; i < rows->size(); ++i) {
    found.push_back(RememberedTurn{rows->bytes(i, 0), rows->bytes(i, 1), rows->bytes(i, 2),
                                   time_of(rows->number(i, 3)), rows->bytes(i, 4)});
  }
  return found;
}

}  // namespace argwright::store::postgres
