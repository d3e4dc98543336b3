// What SQLite's result codes mean to the one who runs the gateway.
#pragma once

#include <string_view>

#include "argwright/result.h"

namespace argwright::store::sqlite {

// "cannot DOING: what is wrong with FILE (SQLite: MESSAGE, code N). What to do." `code` may be an extended
// one.
Error failure(int code, std::string_view doing, std::string_view file, std::string_view message);

}  // namespace argwright::store::sqlite
