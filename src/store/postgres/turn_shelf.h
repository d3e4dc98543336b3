// The table of remembered turns.
#pragma once

#include <optional>
#include <vector>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

// Within a transaction.
std::optional<Error> add_turns(Connection& connection, const std::vector<RememberedTurn>& turns);
Result<std::vector<RememberedTurn>> find_turns(Connection& connection,
                                               const std::vector<TurnQuestion>& questions);

}  // namespace argwright::store::postgres
