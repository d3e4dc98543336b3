// Tested by catalog_test.cc.
#include "argwright/catalog.h"

#include <utility>

#include "argwright/registry.h"
#include "tool/catalog_entry.h"
#include "tool/name_table.h"

namespace argwright {

struct ToolCatalog::Table {
  Entries entries;
  tool::NameTable by_name;
  std::vector<CatalogWarning> warnings;
};

ToolCatalog::ToolCatalog() {
  static const std::shared_ptr<const Table> kEmpty = std::make_shared<const Table>();
  table_ = kEmpty;
}

ToolCatalog::ToolCatalog(Entries entries) {
  auto table = std::make_shared<Table>();
  table->entries = std::move(entries);
  table->by_name.reserve(table->entries.size());
  for (const auto& entry : table->entries) {
    table->by_name.add(*entry);
    table->warnings.insert(table->warnings.end(), entry->warnings.begin(), entry->warnings.end());
  }
  table_ = std::move(table);
}

Result<ToolCatalog> ToolCatalog::create_from(Entries entries) {
  tool::NameTable seen;
  seen.reserve(entries.size());
  for (const auto& entry : entries) {
    const CatalogEntry* const first = seen.add(*entry);
    if (first == nullptr) continue;
    return tool::taken_twice(entry->declaration.name, first->declaration.description,
                             entry->declaration.description);
  }
  return ToolCatalog(std::move(entries));
}

Result<ToolCatalog> ToolCatalog::create(const std::vector<std::shared_ptr<Tool>>& tools) {
  Entries entries;
  for (const std::shared_ptr<Tool>& tool : tools) {
    Result<std::shared_ptr<const CatalogEntry>> entry = tool::make_entry(tool);
    if (!entry) return entry.error();
    entries.push_back(*std::move(entry));
  }
  return create_from(std::move(entries));
}

Result<ToolCatalog> ToolCatalog::create_declared(std::vector<ToolDeclaration> declarations) {
  Entries entries;
  for (ToolDeclaration& declaration : declarations) {
    Result<std::shared_ptr<const CatalogEntry>> entry = tool::make_entry(std::move(declaration));
    if (!entry) return entry.error();
    entries.push_back(*std::move(entry));
  }
  return create_from(std::move(entries));
}

const CatalogEntry* ToolCatalog::get(std::string_view name) const { return table_->by_name.find(name); }

const Schema* ToolCatalog::schema(std::string_view name) const {
  const CatalogEntry* const entry = get(name);
  return entry != nullptr ? entry->declaration.schema.get() : nullptr;
}

const std::vector<std::shared_ptr<const CatalogEntry>>& ToolCatalog::all() const { return table_->entries; }
const std::vector<CatalogWarning>& ToolCatalog::warnings() const { return table_->warnings; }

std::vector<std::shared_ptr<ToolHandler>> ToolCatalog::create_handlers() const {
  std::vector<std::shared_ptr<ToolHandler>> handlers;
  for (const auto& entry : all()) {
    if (entry->tool != nullptr) handlers.push_back(std::make_shared<ToolHandlerAdapter>(entry->tool));
  }
  return handlers;
}

}  // namespace argwright
