// The promise of the catalog that no look-up allocates, counted: this program has its own operator new.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "argwright/catalog.h"

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace argwright {
namespace {

TEST(CatalogLookup, AllocatesNothing) {
  std::vector<std::string> names;
  ToolCatalog::Builder builder;
  for (int i = 0; i < 1000; ++i) {
    names.push_back("a_tool_with_a_rather_long_name_" + std::to_string(i));
    ASSERT_FALSE(builder.add(ToolDeclaration::from_schema_text(names.back(), "", R"({"type":"object"})")));
  }
  builder.publish();
  ToolCatalog::Reader reader(builder);

  const std::size_t before = allocations;
  std::size_t found = 0;
  for (const std::string& name : names) {
    const ToolCatalog& catalog = reader.catalog();
    found += catalog.get(name) != nullptr ? 1 : 0;
    found += catalog.schema(name) != nullptr ? 1 : 0;
    found += catalog.get("nowhere") != nullptr ? 1 : 0;
    const ToolCatalog copy = builder.current();
    found += copy.all().size() == names.size() ? 1 : 0;
  }
  const std::size_t after = allocations;
  EXPECT_EQ(found, 3 * names.size());
  EXPECT_EQ(after - before, 0U);
  EXPECT_GT(before, 0U);  // the counter counts
}

}  // namespace
}  // namespace argwright
