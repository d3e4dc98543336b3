// Where a PostgreSQL database is, as its URL tells it.
#pragma once

#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright::store::postgres {

struct Address {
  std::string url;   // may hold a password: for libpq only
  std::string name;  // "the PostgreSQL database DATABASE at HOST:PORT", for people

  // `url` begins with postgres:// or postgresql://. Errors repeat nothing of it.
  static Result<Address> parse(std::string_view url);
};

}  // namespace argwright::store::postgres
