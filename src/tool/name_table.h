// The entries of a catalog by name: hashed once, when they are added, in one piece of memory.
#pragma once

#include <bit>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "argwright/catalog.h"

namespace argwright::tool {

class NameTable {
 public:
  // For `count` entries in all. Before the first add().
  void reserve(std::size_t count) { slots_.resize(std::bit_ceil(count * 2 + 1)); }

  // The entry that has the name already; nullptr: it is added now. It must outlive the table.
  const CatalogEntry* add(const CatalogEntry& entry) {
    Slot& slot = slots_[place_of(entry.declaration.name)];
    if (slot.entry != nullptr) return slot.entry;
    slot = {hash(entry.declaration.name), &entry};
    return nullptr;
  }

  const CatalogEntry* find(std::string_view name) const {
    return slots_.empty() ? nullptr : slots_[place_of(name)].entry;
  }

 private:
  struct Slot {
    std::size_t hash = 0;
    const CatalogEntry* entry = nullptr;  // none: free
  };

  static std::size_t hash(std::string_view name) { return std::hash<std::string_view>{}(name); }

  // Where the name stands, or where it would. More than half of the slots are free, so there is an end.
  std::size_t place_of(std::string_view name) const {
    const std::size_t wanted = hash(name);
    for (std::size_t i = wanted;; ++i) {
      const Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.entry == nullptr || (slot.hash == wanted && slot.entry->declaration.name == name))
        return i & (slots_.size() - 1);
    }
  }

  std::vector<Slot> slots_;  // a power of two
};

}  // namespace argwright::tool
