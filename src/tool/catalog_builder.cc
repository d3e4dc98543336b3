// Tools that come and go while readers go on. Tested by catalog_builder_test.cc and tests/races.
#include <algorithm>
#include <utility>

#include "argwright/catalog.h"
#include "tool/catalog_entry.h"

namespace argwright {

ToolCatalog::Builder::Builder(const ToolCatalog& first) : entries_(first.all()), current_(first) {
  for (const auto& entry : entries_) names_.insert(entry->declaration.name);
}

std::optional<Error> ToolCatalog::Builder::add(std::shared_ptr<Tool> tool) {
  Result<std::shared_ptr<const CatalogEntry>> entry = tool::make_entry(std::move(tool));
  if (!entry) return entry.error();
  return add_entry(*std::move(entry));
}

std::optional<Error> ToolCatalog::Builder::add(ToolDeclaration declaration) {
  Result<std::shared_ptr<const CatalogEntry>> entry = tool::make_entry(std::move(declaration));
  if (!entry) return entry.error();
  return add_entry(*std::move(entry));
}

std::optional<Error> ToolCatalog::Builder::add_entry(std::shared_ptr<const CatalogEntry> entry) {
  const std::string& name = entry->declaration.name;
  const std::lock_guard lock(edit_mutex_);
  if (!names_.insert(name).second) {
    const auto first = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& other) { return other->declaration.name == name; });
    return tool::taken_twice(name, (*first)->declaration.description, entry->declaration.description);
  }
  entries_.push_back(std::move(entry));
  edited_ = true;
  return std::nullopt;
}

bool ToolCatalog::Builder::remove(std::string_view name) {
  std::shared_ptr<const CatalogEntry> removed;  // dies after the lock is given back
  const std::lock_guard lock(edit_mutex_);
  const auto place = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const auto& entry) { return entry->declaration.name == name; });
  if (place == entries_.end()) return false;
  removed = *place;
  names_.erase(std::string_view(removed->declaration.name));
  entries_.erase(place);
  edited_ = true;
  return true;
}

ToolCatalog ToolCatalog::Builder::publish() {
  ToolCatalog
      previous;  // perhaps the last holder of the old snapshot: it dies after the locks are given back
  const std::lock_guard edit_lock(edit_mutex_);
  if (!edited_) return current();
  ToolCatalog next(entries_);
  edited_ = false;
  const std::lock_guard current_lock(current_mutex_);
  previous = std::exchange(current_, next);
  version_.fetch_add(1, std::memory_order_release);
  return next;
}

ToolCatalog ToolCatalog::Builder::current() const {
  const std::lock_guard lock(current_mutex_);
  return current_;
}

void ToolCatalog::Reader::refresh() {
  ToolCatalog previous = catalog_;  // dies after the lock is given back
  const std::lock_guard lock(builder_.current_mutex_);
  catalog_ = builder_.current_;
  version_ = builder_.version();
}

}  // namespace argwright
