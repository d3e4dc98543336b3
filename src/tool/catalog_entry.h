// One tool of a catalog: compiled and checked once, shared by all snapshots that hold it.
#pragma once

#include <memory>
#include <string_view>

#include "argwright/catalog.h"

namespace argwright::tool {

// An error for no tool at all or one without a name.
Result<std::shared_ptr<const CatalogEntry>> make_entry(std::shared_ptr<Tool> tool);
Result<std::shared_ptr<const CatalogEntry>> make_entry(ToolDeclaration declaration);

// Two tools want one name; both are told apart by what they say about themselves.
Error taken_twice(std::string_view name, std::string_view first_description,
                  std::string_view second_description);

}  // namespace argwright::tool
