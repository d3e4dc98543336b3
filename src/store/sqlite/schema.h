// The tables of the store, and how an older file becomes what this program needs.
#pragma once

#include <optional>
#include <span>

#include "argwright/result.h"
#include "store/sqlite/database.h"

namespace argwright::store::sqlite {

// The n-th migration takes a file from version n-1 to version n; an empty file has version 0. A migration
// that was released is never changed: what is new is a new row.
std::span<const char* const> migrations();

// Brings the file to the newest version, one transaction for each step. Refuses, and leaves as it is, a file
// of another program or of a newer version. Several processes may do this at once.
std::optional<Error> migrate(Database& database, std::span<const char* const> steps);

}  // namespace argwright::store::sqlite
