// Reads whole tables, page by page, and counts and checks them: for export and for `argwright store check`.
#pragma once

#include <cstdint>
#include <vector>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

Result<RowPage<StoredResponse>> read_responses(Connection& connection, std::int64_t after);
Result<RowPage<RememberedTurn>> read_turns(Connection& connection, std::int64_t after);
Result<RowPage<HistoryMessage>> read_history(Connection& connection, std::int64_t after);
Result<std::vector<SharedValue>> read_shared_values(Connection& connection);
Result<Inspection> inspect_tables(Connection& connection);

}  // namespace argwright::store::postgres
