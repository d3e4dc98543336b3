// Tested by schema_test.cc.
#include "store/postgres/schema.h"

#include <array>
#include <string>

namespace argwright::store::postgres {
namespace {

constexpr const char* kDoing = "prepare the tables of the store";

// Texts are BYTEA: what came from an upstream need not be UTF-8, and TEXT holds no zero byte. What is looked
// up goes through a hash, since an index takes no key of more than some kilobytes, and ids are as long as a
// client likes.
//   calls.arguments   NULL where equal to raw
//   *.bytes           what the row counts for KeepLimits
//   totals            the sum of those, and the last number given. Whoever writes locks its row first:
//   numbers
//                     become visible in their order, and who follows the log misses none.
constexpr const char* kCallsAndResponses = R"sql(
  CREATE TABLE totals(
    name TEXT PRIMARY KEY,
    bytes BIGINT NOT NULL,
    last_number BIGINT NOT NULL
  );
  INSERT INTO totals VALUES ('calls', 0, 0), ('responses', 0, 0);

  CREATE TABLE calls(
    number BIGINT PRIMARY KEY,
    time BIGINT NOT NULL,  -- microseconds since 1970
    bytes BIGINT NOT NULL,
    model BYTEA NOT NULL,
    tool BYTEA NOT NULL,
    outcome BYTEA NOT NULL,
    fate BYTEA NOT NULL,
    provider BYTEA NOT NULL,
    request_id BYTEA NOT NULL,
    key_name BYTEA NOT NULL,
    upstream BYTEA NOT NULL,
    call_id BYTEA NOT NULL,
    error BYTEA NOT NULL,
    fixes BYTEA NOT NULL,
    arguments BYTEA,
    raw BYTEA NOT NULL
  );

  CREATE TABLE responses(
    number BIGINT PRIMARY KEY,
    time BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    owner BYTEA NOT NULL,
    id BYTEA NOT NULL,
    body BYTEA NOT NULL,
    input BYTEA NOT NULL
  );
  CREATE UNIQUE INDEX response_ids ON responses(sha256(sha256(owner) || sha256(id)));
  CREATE INDEX response_times ON responses(time, number);

  CREATE TABLE response_items(
    response BIGINT NOT NULL REFERENCES responses(number) ON DELETE CASCADE,
    place BIGINT NOT NULL,
    owner BYTEA NOT NULL,
    item_id BYTEA NOT NULL,
    PRIMARY KEY(response, place)
  );
  CREATE INDEX response_item_ids ON response_items(sha256(sha256(owner) || sha256(item_id)), response);
)sql";

constexpr const char* kHistory = R"sql(
  CREATE TABLE IF NOT EXISTS conversation_history(
    number BIGINT PRIMARY KEY,
    session BYTEA NOT NULL,
    time BIGINT NOT NULL,
    role BYTEA NOT NULL,
    content BYTEA NOT NULL,
    payload BYTEA NOT NULL
  );
  CREATE INDEX IF NOT EXISTS conversation_sessions ON conversation_history(sha256(session), number);
)sql";

constexpr const char* kTurnsAndSharedValues = R"sql(
  CREATE TABLE turns(
    number BIGINT PRIMARY KEY,
    time BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    scope BYTEA NOT NULL,
    call_id BYTEA NOT NULL,
    conversation BYTEA NOT NULL,
    content BYTEA NOT NULL
  );
  CREATE INDEX turn_calls ON turns(sha256(sha256(scope) || sha256(call_id)), number);
  CREATE UNIQUE INDEX turn_ids
    ON turns(sha256(sha256(scope) || sha256(call_id) || sha256(conversation)));
  INSERT INTO totals VALUES ('turns', 0, 0),
    ('history', 0, (SELECT coalesce(max(number), 0) FROM conversation_history));

  CREATE TABLE shared_values(
    name BYTEA PRIMARY KEY,
    value BYTEA NOT NULL
  );
)sql";

constexpr std::array kVersion1 = {SchemaStep{{kDoing, kCallsAndResponses}}, SchemaStep{{kDoing, kHistory}}};
constexpr std::array kVersion2 = {
    SchemaStep{{kDoing, kHistory}},
    SchemaStep{{kDoing, "ALTER TABLE conversation_history ADD COLUMN reasoning_content TEXT;"},
               Query{kDoing,
                     "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('conversation_history') "
                     "AND attname = 'reasoning_content' AND NOT attisdropped"}},
    SchemaStep{{kDoing, kTurnsAndSharedValues}},
};
// Version 3 changes nothing here: the indexes are of hashes already.
constexpr std::array kMigrations = {Migration(kVersion1), Migration(kVersion2), Migration()};

// Any number that no other program is likely to lock.
constexpr Query kLock = {kDoing, "SELECT pg_advisory_xact_lock(7021786325142033)"};
// Other programs have a schema_version, too; none has our totals beside it.
constexpr Query kOurs = {kDoing,
                         "SELECT 1 FROM pg_class JOIN pg_class AS totals USING (relnamespace) "
                         "JOIN pg_attribute ON attrelid = totals.oid AND attname = 'last_number' "
                         "WHERE pg_class.relname = 'schema_version' AND totals.relname = 'totals' AND "
                         "relnamespace = current_schema()::regnamespace"};
constexpr Query kOthers = {
    kDoing,
    "SELECT convert_to(relname::text, 'UTF8') FROM pg_class WHERE relname IN "
    "('schema_version', 'totals', 'calls', 'responses', 'response_items', "
    "'conversation_history', 'turns', 'shared_values') AND relkind = 'r' AND relnamespace = "
    "current_schema()::regnamespace ORDER BY relname LIMIT 1"};
constexpr Query kVersion = {kDoing, "SELECT max(version) FROM schema_version"};
constexpr Query kMakeVersion = {
    kDoing, "CREATE TABLE schema_version(version BIGINT NOT NULL); INSERT INTO schema_version VALUES (0)"};
constexpr Query kSetVersion = {kDoing, "UPDATE schema_version SET version = $1"};

Error cannot_use(const Connection& connection, const std::string& why) {
  return Error{ErrorCode::kIo, "cannot use " + connection.address().name + " as the store: " + why, {}};
}

std::optional<Error> take(Connection& connection, const SchemaStep& part) {
  if (part.unless) {
    const Result<Rows> done = connection.run(*part.unless);
    if (!done) return done.error();
    if (done->size() > 0) return std::nullopt;
  }
  return connection.execute(part.sql);
}

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

Result<std::size_t> schema_version(Connection& connection) {
  const Result<Rows> ours = connection.run(kOurs);
  if (!ours) return ours.error();
  if (ours->size() > 0) {
    const Result<Rows> version = connection.run(kVersion);
    if (!version) return version.error();
    return static_cast<std::size_t>(version->number(0, 0));
  }
  const Result<Rows> others = connection.run(kOthers);
  if (!others) return others.error();
  if (others->size() == 0) return std::size_t{0};
  return cannot_use(connection,
                    "it has a table \"" + others->bytes(0, 0) +
                        "\" of another program. It is left as it is: name another database, or "
                        "another schema with ?options=-csearch_path%3DNAME at the end of the URL.");
}

std::optional<Error> migrate(Connection& connection, std::span<const Migration> steps) {
  const auto too_new = [&](std::size_t version) {
    return cannot_use(connection, "its schema has version " + std::to_string(version) +
                                      ", this program knows versions up to " + std::to_string(steps.size()) +
                                      ". It was written by a newer Argwright and is left as it is: use that "
                                      "one, or name another database.");
  };
  // Without a lock first: the common one needs nothing.
  Result<std::size_t> version = schema_version(connection);
  if (!version) return version.error();
  if (*version > steps.size()) return too_new(*version);
  if (*version == steps.size()) return std::nullopt;

  Transaction transaction(connection, kDoing);
  if (std::optional<Error> error = transaction.begin()) return error;
  if (const Result<Rows> locked = connection.run(kLock); !locked) return locked.error();
  version = schema_version(connection);  // another may have been here since
  if (!version) return version.error();
  if (*version > steps.size()) return too_new(*version);
  if (*version == steps.size()) return std::nullopt;
  if (*version == 0) {
    if (std::optional<Error> error = connection.execute(kMakeVersion)) return error;
  }
  for (const Migration& migration : steps.subspan(*version)) {
    for (const SchemaStep& part : migration) {
      if (std::optional<Error> error = take(connection, part)) return error;
    }
  }
  Parameters newest;
  newest.add(static_cast<std::int64_t>(steps.size()));
  if (const Result<Rows> set = connection.run(kSetVersion, newest); !set) return set.error();
  return transaction.commit();
}

}  // namespace argwright::store::postgres
