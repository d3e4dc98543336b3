#include "argwright/catalog.h"

#include <gtest/gtest.h>

#include <string>

#include "argwright/registry.h"
#include "tool/catalog_fakes.h"

namespace argwright::tool {
namespace {

ToolParameter parameter(std::string name, Cardinality cardinality, bool required) {
  ToolParameter made;
  made.name = std::move(name);
  made.cardinality = cardinality;
  made.is_required = required;
  return made;
}

TEST(ToolCatalog, FindsToolsByTheirWholeName) {
  const auto search = std::make_shared<SilentTool>("memory.search", "searches");
  const ToolCatalog catalog =
      *ToolCatalog::create({search, std::make_shared<SilentTool>("memory", "remembers")});
  const CatalogEntry* const entry = catalog.get("memory.search");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->tool, search);
  EXPECT_EQ(entry->declaration.name, "memory.search");
  EXPECT_EQ(entry->declaration.description, "searches");
  EXPECT_EQ(catalog.get(std::string_view("memory.search").substr(0, 6))->declaration.description,
            "remembers");
  EXPECT_EQ(catalog.get("Memory"), nullptr);
  EXPECT_EQ(catalog.get(""), nullptr);
}

TEST(ToolCatalog, IsEmptyUntilMade) {
  const ToolCatalog catalog;
  EXPECT_TRUE(catalog.all().empty());
  EXPECT_EQ(catalog.get("t"), nullptr);
  EXPECT_EQ(catalog.schema("t"), nullptr);
}

TEST(ToolCatalog, ListsToolsInTheOrderOfRegistration) {
  std::vector<std::shared_ptr<Tool>> tools;
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    tools.push_back(std::make_shared<SilentTool>("tool" + std::to_string(i * 37 % 100), ""));
    expected += tools.back()->name() + " ";
  }
  std::string names;
  const ToolCatalog catalog = *ToolCatalog::create(tools);
  for (const auto& entry : catalog.all()) names += entry->declaration.name + " ";
  EXPECT_EQ(names, expected);
}

TEST(ToolCatalog, CompilesTheDeclaredParameters) {
  const ToolCatalog catalog = *ToolCatalog::create(
      {std::make_shared<SilentTool>("t", "", std::vector{parameter("city", Cardinality::kSingle, true)})});
  ASSERT_NE(catalog.schema("t"), nullptr);
  EXPECT_EQ(catalog.schema("t")->keys(), std::vector<std::string>{"city"});
}

TEST(ToolCatalog, RefusesTwoToolsWithOneNameAndNamesBoth) {
  const Result<ToolCatalog> catalog = ToolCatalog::create(
      {std::make_shared<SilentTool>("read", "reads a file"), std::make_shared<SilentTool>("write", "writes"),
       std::make_shared<SilentTool>("read", "reads mail")});
  ASSERT_FALSE(catalog);
  EXPECT_EQ(catalog.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(catalog.error().message, R"(two tools are named 'read': "reads a file" and "reads mail")");
}

TEST(ToolCatalog, RefusesAToolWithoutName) {
  EXPECT_FALSE(ToolCatalog::create({std::make_shared<SilentTool>("", "nameless")}));
  EXPECT_FALSE(ToolCatalog::create({nullptr}));
  EXPECT_FALSE(ToolCatalog::create_declared({ToolDeclaration{}}));
}

TEST(ToolCatalog, OutlivesWhatItWasMadeFromAndSharesItsSnapshot) {
  ToolCatalog copy;
  const CatalogEntry* entry = nullptr;
  {
    const ToolCatalog catalog = *ToolCatalog::create({std::make_shared<SilentTool>("t", "stays")});
    copy = catalog;
    entry = catalog.get("t");
  }
  EXPECT_EQ(copy.get("t"), entry);
  EXPECT_EQ(entry->declaration.description, "stays");
}

TEST(ToolCatalog, GivesHandlersForWhatCanBeRun) {
  const ToolCatalog catalog =
      *ToolCatalog::create({std::make_shared<SilentTool>("b", ""), std::make_shared<SilentTool>("a", "")});
  const std::vector<std::shared_ptr<ToolHandler>> handlers = catalog.create_handlers();
  ASSERT_EQ(handlers.size(), 2U);
  EXPECT_EQ(handlers[0]->tool_name(), "b");
  EXPECT_EQ(handlers[1]->tool_name(), "a");
  const ToolCatalog declared =
      *ToolCatalog::create_declared({ToolDeclaration::from_schema_text("c", "", "{}")});
  EXPECT_TRUE(declared.create_handlers().empty());
}

// C13.
TEST(CatalogWarnings, TellOfCardinalitiesThatContradictIsRequired) {
  ToolParameter outer = parameter("outer", Cardinality::kOptional, false);
  outer.value_kind = ValueKind::kJsonObject;
  outer.nested = {parameter("inner", Cardinality::kOptional, true)};
  const ToolCatalog catalog = *ToolCatalog::create(
      {std::make_shared<SilentTool>("t", "",
                                    std::vector{parameter("single", Cardinality::kSingle, false), outer,
                                                parameter("fine", Cardinality::kSingle, true),
                                                parameter("list", Cardinality::kList, false)})});
  ASSERT_EQ(catalog.warnings().size(), 2U);
  EXPECT_EQ(
      catalog.warnings()[0],
      (CatalogWarning{"t", "single", "single_not_required",
                      "parameter 'single' of tool 't' has the cardinality Single but is not required; it is "
                      "taken as optional"}));
  EXPECT_EQ(catalog.warnings()[1].parameter, "outer.inner");
  EXPECT_EQ(catalog.warnings()[1].code, "optional_required");
}

TEST(CatalogWarnings, TellOfParametersDeclaredTwiceAndOfEnumsWithoutValues) {
  ToolParameter colour = parameter("colour", Cardinality::kSingle, true);
  colour.value_kind = ValueKind::kEnumToken;
  const ToolCatalog catalog = *ToolCatalog::create(
      {std::make_shared<SilentTool>("t", "",
                                    std::vector{colour, parameter("a", Cardinality::kSingle, true),
                                                parameter("a", Cardinality::kSingle, true)})});
  ASSERT_EQ(catalog.warnings().size(), 2U);
  EXPECT_EQ(catalog.warnings()[0].code, "enum_without_values");
  EXPECT_EQ(catalog.warnings()[1].code, "duplicate_parameter");
}

TEST(CatalogWarnings, AreKeptByTheEntryOfTheTool) {
  const ToolCatalog catalog = *ToolCatalog::create(
      {std::make_shared<SilentTool>("good", ""),
       std::make_shared<SilentTool>("odd", "", std::vector{parameter("a", Cardinality::kSingle, false)})});
  EXPECT_TRUE(catalog.get("good")->warnings.empty());
  EXPECT_EQ(catalog.get("odd")->warnings, catalog.warnings());
}

}  // namespace
}  // namespace argwright::tool
