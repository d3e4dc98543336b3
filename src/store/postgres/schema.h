// The tables of the store in PostgreSQL, and how an older database becomes what this program needs. The
// versions are those of src/store/sqlite/schema.h.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "argwright/result.h"
#include "store/postgres/connection.h"

namespace argwright::store::postgres {

// A part of a migration.
struct SchemaStep {
  Query sql;
  // Where it gives a row the step is done already.
  std::optional<Query> unless = {};
};
using Migration = std::span<const SchemaStep>;

// The n-th takes a database from version n-1 to version n. One that was released is never changed.
std::span<const Migration> migrations();

// Brings the tables in the first schema of the search path to the newest version, all in one transaction.
// Refuses, and leaves as they are, tables of another program or of a newer version. Several may do this at
// once.
std::optional<Error> migrate(Connection& connection, std::span<const Migration> steps);

// 0: there are no tables yet.
Result<std::size_t> schema_version(Connection& connection);

}  // namespace argwright::store::postgres
