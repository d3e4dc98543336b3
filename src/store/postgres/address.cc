// Tested by address_test.cc.
#include "store/postgres/address.h"

#include <libpq-fe.h>

#include <algorithm>
#include <map>
#include <memory>

namespace argwright::store::postgres {
namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

// What libpq finds wrong is not repeated: with an unescaped '/' or '@' it takes a part of the password for
// something else, and names it.
Error unreadable() {
  return Error{
      ErrorCode::kInvalidArgument,
      "the URL of the PostgreSQL store cannot be read. Write it as "
      "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %2F for a '/', %40 for a '@', %3A for a ':' "
      "and %25 for a '%' in the password; or leave the password to PGPASSWORD or ~/.pgpass.",
      {}};
}

void note(std::map<std::string, std::string>& values, const PQconninfoOption* option) {
  for (; option->keyword != nullptr; ++option) {
    if (option->val != nullptr && *option->val != '\0') values[option->keyword] = option->val;
  }
}

bool is_port(std::string_view text) {
  // Several hosts have several ports.
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == ','; });
}

}  // namespace

Result<Address> Address::parse(std::string_view url) {
  if (url.find('\0') != std::string_view::npos) return unreadable();
  Address address{std::string(url), {}};
  const Options parsed(PQconninfoParse(address.url.c_str(), nullptr));
  if (!parsed) return unreadable();
  std::map<std::string, std::string> values;
  if (const Options defaults(PQconndefaults()); defaults) note(values, defaults.get());
  note(values, parsed.get());
  for (const char* name : {"host", "port", "dbname", "user"}) {
    if (values[name].find('@') != std::string::npos) return unreadable();
  }
  if (!is_port(values["port"])) return unreadable();
  std::string host = values["host"].empty() ? values["hostaddr"] : values["host"];
  if (host.empty()) host = "the local socket";
  const std::string& database = values["dbname"].empty() ? values["user"] : values["dbname"];
  address.name = "the PostgreSQL database " + database + " at " + host + ":" + values["port"];
  return address;
}

}  // namespace argwright::store::postgres
