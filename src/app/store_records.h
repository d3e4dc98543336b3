// What a store holds as lines of JSON, one object each, and back. Texts that are not UTF-8 are {"base64":
// ".."}. Times are microseconds since 1970. The numbers of rows are left out: another store gives its own.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "argwright/result.h"
#include "store/store.h"

namespace argwright::app {

using StoreRecord = std::variant<store::CallEntry, store::StoredResponse, store::RememberedTurn,
                                 store::HistoryMessage, store::SharedValue>;

// Without the end of the line.
std::string store_line(const StoreRecord& record);
// Members that are absent are empty; a member nobody knows is an error, as is one of another type.
Result<StoreRecord> read_store_line(std::string_view line);

}  // namespace argwright::app
