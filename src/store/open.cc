// Tested by open_test.cc.
#include "store/open.h"

#include <array>
#include <string>
#include <utility>

#include "store/sqlite/sqlite_store.h"

namespace argwright::store {
namespace {

constexpr const char* kAllowed = "Allowed are sqlite:FILE and sqlite::memory:";

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
  Result<std::unique_ptr<sqlite::SqliteStore>> opened = sqlite::SqliteStore::open(std::string(file));
  if (!opened) return opened.error();
  return std::unique_ptr<Store>(*std::move(opened));
}

Result<std::unique_ptr<Store>> refuse_postgres(std::string_view /*rest*/) {
  return refused("a store in PostgreSQL comes in a later version of Argwright");
}

// One row for each engine.
struct Scheme {
  std::string_view name;
  Result<std::unique_ptr<Store>> (*open)(std::string_view rest);
};
constexpr std::array kSchemes = {
    Scheme{"sqlite", open_sqlite},
    Scheme{"postgres", refuse_postgres},
    Scheme{"postgresql", refuse_postgres},
};

}  // namespace

Result<std::unique_ptr<Store>> open_store(std::string_view url) {
  const std::size_t colon = url.find(':');
  if (url.empty()) return refused("the store URL is empty");
  if (colon == std::string_view::npos) {
    return refused("the store URL \"" + std::string(url) +
                   "\" names no kind of store; for a file of that name write "
                   "sqlite:" +
                   std::string(url));
  }
  const std::string_view name = url.substr(0, colon);
  for (const Scheme& scheme : kSchemes) {
    if (scheme.name == name) return scheme.open(url.substr(colon + 1));
  }
  // Only the scheme is repeated: what follows may hold a password.
  return refused("there is no store of the kind \"" + std::string(name) + ":\"");
}

}  // namespace argwright::store
