// The table of calls.
#pragma once

#include <cstdint>
#include <vector>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

// Within a transaction. The number of the first; the others follow.
Result<std::int64_t> add_calls(Connection& connection, const std::vector<CallEntry>& entries);
Result<CallPage> find_calls(Connection& connection, const CallQuery& query);

}  // namespace argwright::store::postgres
