// Reads whole tables, page by page, and counts and checks them: for export and for `argwright store check`.
// Their statements are prepared for each call: nobody asks often.
#pragma once

#include <cstdint>
#include <vector>

#include "argwright/result.h"
#include "store/sqlite/database.h"
#include "store/store.h"

namespace argwright::store::sqlite {

Result<RowPage<StoredResponse>> read_responses(const Database& database, std::int64_t after);
Result<RowPage<RememberedTurn>> read_turns(const Database& database, std::int64_t after);
Result<RowPage<HistoryMessage>> read_history(const Database& database, std::int64_t after);
Result<std::vector<SharedValue>> read_shared_values(const Database& database);
Result<Inspection> inspect_tables(const Database& database);

}  // namespace argwright::store::sqlite
