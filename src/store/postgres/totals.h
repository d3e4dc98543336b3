// How many bytes each table counts, and the last number it has given. Within a transaction only: whoever
// takes numbers or counts bytes holds the row until the end of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "argwright/result.h"
#include "store/postgres/connection.h"

namespace argwright::store::postgres {

// Takes `count` numbers; the first of them.
Result<std::int64_t> take_numbers(Connection& connection, std::string_view table, std::size_t count);
std::optional<Error> count_bytes(Connection& connection, std::string_view table, std::int64_t change);

}  // namespace argwright::store::postgres
