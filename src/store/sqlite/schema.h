// The tables of the store, and how an older file becomes what this program needs.
#pragma once

#include <optional>
#include <span>

#include "argwright/result.h"
#include "store/sqlite/database.h"

namespace argwright::store::sqlite {

// A part of a migration.
struct SchemaStep {
  const char* sql;
  // A query: where it gives a number other than 0 the step is done already. SQLite has no ADD COLUMN IF NOT
  // EXISTS.
  const char* unless = nullptr;
};
using Migration = std::span<const SchemaStep>;

// The n-th migration takes a file from version n-1 to version n; an empty file has version 0. A migration
// that was released is never changed: what is new is a new row.
std::span<const Migration> migrations();

// Brings the file to the newest version, one transaction for each migration. Refuses, and leaves as it is, a
// file of another program or of a newer version. Several processes may do this at once.
std::optional<Error> migrate(Database& database, std::span<const Migration> steps);

// 0: an empty file.
Result<std::size_t> schema_version(const Database& database);

}  // namespace argwright::store::sqlite
