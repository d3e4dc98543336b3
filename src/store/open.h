// Opens the store that a URL names.
#pragma once

#include <memory>
#include <string_view>

#include "argwright/result.h"
#include "store/store.h"

namespace argwright::store {

// "sqlite:FILE" (made where it does not exist; its folder must) or "sqlite::memory:" (gone at the end).
// Errors never repeat a URL that may hold a password.
Result<std::unique_ptr<Store>> open_store(std::string_view url);

}  // namespace argwright::store
