// Removes what is too old or too much.
#pragma once

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

// One step for each table; true: there is more to remove.
Result<bool> remove_old(Connection& connection, const KeepLimits& limits, Time now);

}  // namespace argwright::store::postgres
