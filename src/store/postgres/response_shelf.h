// The tables of responses and of the items they hold.
#pragma once

#include <optional>
#include <string_view>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

std::optional<Error> put_response(Connection& connection, const StoredResponse& response);
Result<std::optional<StoredResponse>> find_response(Connection& connection, std::string_view owner,
                                                    std::string_view id);
Result<std::optional<StoredResponse>> find_response_with_item(Connection& connection, std::string_view owner,
                                                              std::string_view item_id);
Result<bool> remove_response(Connection& connection, std::string_view owner, std::string_view id);

}  // namespace argwright::store::postgres
