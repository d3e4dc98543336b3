// Opens the store that a URL names.
#pragma once

#include <memory>
#include <string_view>

#include "argwright/result.h"
#include "store/reader_pool.h"
#include "store/store.h"

namespace argwright::store {

// "sqlite:FILE" (made where it does not exist; its folder must), "sqlite::memory:" (gone at the end), or
// "postgresql://USER@HOST:PORT/DATABASE" (postgres:// as well; a server that is away is no error: the store
// works once it is there). Nor is a file that is locked, on a full disk or damaged: that store says so until
// it can be used. A file that can never be ours (another's, a newer schema, a folder that does not exist) is
// one. Errors never repeat a URL that may hold a password.
Result<std::unique_ptr<Store>> open_store(std::string_view url);

// The version of a store's schema, and the newest that this program knows. 0: there is nothing yet; nothing
// is made or changed.
struct SchemaState {
  std::size_t version = 0, newest = 0;
};
Result<SchemaState> schema_of(std::string_view url);

// How many readers such a store is worth, and how to open one: 4 connections for PostgreSQL, 1 for a file,
// none for what lives in memory.
ReaderOptions readers_of(std::string_view url);

}  // namespace argwright::store
