// Tested by open_test.cc.
#include "store/open.h"

#include <array>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "store/late_store.h"
#include "store/postgres/connection.h"
#include "store/postgres/postgres_store.h"
#include "store/postgres/schema.h"
#include "store/sqlite/database.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/sqlite_store.h"

namespace argwright::store {
namespace {

constexpr const char* kAllowed =
    "Allowed are sqlite:FILE and sqlite::memory:, and postgresql://USER@HOST:PORT/DATABASE";

Error refused(const std::string& words) {
  return Error{ErrorCode::kInvalidArgument, words + ". " + kAllowed + ".", {}};
}

Result<std::unique_ptr<Store>> open_sqlite(std::string_view file) {
  if (file.empty()) return refused("the store URL sqlite: names no file");
  if (file.starts_with("//")) {
    return refused(
        "the store URL sqlite:// has two slashes too many: the path follows the colon, as in "
        "sqlite:argwright.db or sqlite:/var/lib/argwright/argwright.db");
  }
  const auto open = [file = std::string(file)]() -> Result<std::unique_ptr<Store>> {
    Result<std::unique_ptr<sqlite::SqliteStore>> opened = sqlite::SqliteStore::open(file);
    if (!opened) return opened.error();
    return std::unique_ptr<Store>(*std::move(opened));
  };
  Result<std::unique_ptr<Store>> opened = open();
  if (opened || opened.error().code != ErrorCode::kUnavailable) return opened;
  return std::unique_ptr<Store>(std::make_unique<LateStore>(opened.error(), open));
}

Result<std::unique_ptr<Store>> open_postgres(std::string_view rest) {
  if (!rest.starts_with("//")) {
    return refused("the store URL postgresql: lacks two slashes, as in postgresql://localhost/argwright");
  }
  Result<std::unique_ptr<postgres::PostgresStore>> opened =
      postgres::PostgresStore::open("postgresql:" + std::string(rest));
  if (!opened) return opened.error();
  return std::unique_ptr<Store>(*std::move(opened));
}

Result<SchemaState> schema_of_sqlite(std::string_view file) {
  const std::size_t newest = sqlite::migrations().size();
  std::error_code unknown;
  if (file == ":memory:" || !std::filesystem::exists(file, unknown)) return SchemaState{0, newest};
  const Result<std::unique_ptr<sqlite::Database>> database = sqlite::Database::open(std::string(file), {});
  if (!database) return database.error();
  const Result<std::size_t> version = sqlite::schema_version(**database);
  if (!version) return version.error();
  return SchemaState{*version, newest};
}

Result<SchemaState> schema_of_postgres(std::string_view rest) {
  Result<postgres::Address> address = postgres::Address::parse("postgresql:" + std::string(rest));
  if (!address) return address.error();
  postgres::Connection connection(*std::move(address), {});
  const Result<std::size_t> version = postgres::schema_version(connection);
  if (!version) return version.error();
  return SchemaState{*version, postgres::migrations().size()};
}

// One row for each engine.
struct Scheme {
  std::string_view name;
  Result<std::unique_ptr<Store>> (*open)(std::string_view rest);
  Result<SchemaState> (*schema_of)(std::string_view rest);
  std::size_t readers;
};
constexpr std::array kSchemes = {
    Scheme{"sqlite", open_sqlite, schema_of_sqlite, 1},
    Scheme{"postgres", open_postgres, schema_of_postgres, 4},
    Scheme{"postgresql", open_postgres, schema_of_postgres, 4},
};

// The row of a URL's kind; an error says what is allowed.
Result<const Scheme*> scheme_of(std::string_view url) {
  const std::size_t colon = url.find(':');
  if (url.empty()) return refused("the store URL is empty");
  if (colon == std::string_view::npos) {
    return refused("the store URL \"" + std::string(url) +
                   "\" names no kind of store; for a file of that name write sqlite:" + std::string(url));
  }
  const std::string_view name = url.substr(0, colon);
  for (const Scheme& scheme : kSchemes) {
    if (scheme.name == name) return &scheme;
  }
  // Only the scheme is repeated: what follows may hold a password.
  return refused("there is no store of the kind \"" + std::string(name) + ":\"");
}

std::string_view rest_of(std::string_view url) { return url.substr(url.find(':') + 1); }

}  // namespace

Result<std::unique_ptr<Store>> open_store(std::string_view url) {
  const Result<const Scheme*> scheme = scheme_of(url);
  if (!scheme) return scheme.error();
  return (*scheme)->open(rest_of(url));
}

Result<SchemaState> schema_of(std::string_view url) {
  const Result<const Scheme*> scheme = scheme_of(url);
  if (!scheme) return scheme.error();
  return (*scheme)->schema_of(rest_of(url));
}

ReaderOptions readers_of(std::string_view url) {
  ReaderOptions readers;
  if (url == "sqlite::memory:") return readers;  // a second connection would see another store
  if (const Result<const Scheme*> scheme = scheme_of(url)) readers.threads = (*scheme)->readers;
  readers.open = [url = std::string(url)] { return open_store(url); };
  return readers;
}

}  // namespace argwright::store
