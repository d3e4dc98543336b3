// What PostgreSQL's error codes mean to the one who runs the gateway.
#pragma once

#include <string_view>

#include "argwright/result.h"

namespace argwright::store::postgres {

// "cannot DOING: DATABASE what is wrong (PostgreSQL: MESSAGE, SQLSTATE). What to do." Without a state the
// server was not reached, or said nothing.
Error failure(std::string_view state, std::string_view doing, std::string_view database,
              std::string_view message);

}  // namespace argwright::store::postgres
