// The whole of argwright.toml: every section and list, and the rules that hold between them.
#pragma once

#include <span>

#include "gateway/config.h"
#include "gateway/config/entry.h"
#include "gateway/config/field.h"

namespace argwright::gateway {

// Precondition: the entry is the root table. What could not be read has its default; all complaints are in
// the log of the entry's context.
Config read_root(const Entry& root);

// What read_root() knows, in the order of the documentation.
std::span<const Field<Config>> root_fields();

}  // namespace argwright::gateway
