// The table of the messages of conversations.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "argwright/result.h"
#include "store/postgres/connection.h"
#include "store/store.h"

namespace argwright::store::postgres {

// reasoning_content is TEXT (S4-71), which holds neither zero bytes nor what is not UTF-8: there it keeps
// U+FFFD. The payload keeps every byte.
std::optional<Error> add_history(Connection& connection, std::vector<HistoryMessage>& messages);
Result<std::vector<HistoryMessage>> find_history(Connection& connection, std::string_view session);

}  // namespace argwright::store::postgres
