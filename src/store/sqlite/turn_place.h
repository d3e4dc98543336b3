// The number that turns of one scope and call id are found by; nearly never that of others. Files keep it: it
// never changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "argwright/result.h"
#include "store/sqlite/database.h"

namespace argwright::store::sqlite {

// 48 bits: what an index keeps of it is short.
std::int64_t turn_place(std::string_view scope, std::string_view call_id);

// Makes it a function of SQL on this connection.
std::optional<Error> teach_turn_place(const Database& database);

}  // namespace argwright::store::sqlite
