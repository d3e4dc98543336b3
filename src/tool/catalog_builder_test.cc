#include <gtest/gtest.h>

#include <string>

#include "argwright/catalog.h"
#include "tool/catalog_fakes.h"

namespace argwright::tool {
namespace {

std::shared_ptr<Tool> named(std::string name, std::string description = "") {
  return std::make_shared<SilentTool>(std::move(name), std::move(description));
}

std::string names_of(const ToolCatalog& catalog) {
  std::string names;
  for (const auto& entry : catalog.all()) names += entry->declaration.name + " ";
  return names;
}

TEST(CatalogBuilder, ShowsEditsWhenTheyArePublished) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a")));
  ASSERT_FALSE(builder.add(named("b")));
  EXPECT_EQ(names_of(builder.current()), "");
  EXPECT_EQ(names_of(builder.publish()), "a b ");
  EXPECT_EQ(names_of(builder.current()), "a b ");
  EXPECT_TRUE(builder.remove("a"));
  ASSERT_FALSE(builder.add(named("c")));
  EXPECT_EQ(names_of(builder.current()), "a b ");
  EXPECT_EQ(names_of(builder.publish()), "b c ");
}

TEST(CatalogBuilder, LeavesOlderSnapshotsAlone) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a", "first")));
  const ToolCatalog old = builder.publish();
  builder.remove("a");
  ASSERT_FALSE(builder.add(named("a", "second")));
  builder.publish();
  EXPECT_EQ(old.get("a")->declaration.description, "first");
  EXPECT_EQ(builder.current().get("a")->declaration.description, "second");
}

TEST(CatalogBuilder, StartsFromACatalog) {
  ToolCatalog::Builder builder(*ToolCatalog::create({named("a", "first")}));
  EXPECT_EQ(names_of(builder.current()), "a ");
  EXPECT_TRUE(builder.add(named("a", "second")));
  ASSERT_FALSE(builder.add(named("b")));
  EXPECT_EQ(names_of(builder.publish()), "a b ");
}

TEST(CatalogBuilder, RefusesANameThatIsTakenAndNamesBoth) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a", "first")));
  const std::optional<Error> error = builder.add(ToolDeclaration::from_schema_text("a", "second", "{}"));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, R"(two tools are named 'a': "first" and "second")");
  EXPECT_EQ(names_of(builder.publish()), "a ");
}

TEST(CatalogBuilder, TakesANameAgainAfterItWasRemoved) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a", "first")));
  EXPECT_TRUE(builder.remove("a"));
  EXPECT_FALSE(builder.remove("a"));
  ASSERT_FALSE(builder.add(named("a", "second")));
  EXPECT_EQ(builder.publish().get("a")->declaration.description, "second");
}

TEST(CatalogBuilder, KeepsCompiledSchemasFromSnapshotToSnapshot) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a")));
  const ToolCatalog first = builder.publish();
  ASSERT_FALSE(builder.add(named("b")));
  EXPECT_EQ(builder.publish().schema("a"), first.schema("a"));
}

TEST(CatalogBuilder, PublishesNothingNewWithoutEdits) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a")));
  builder.publish();
  const std::uint64_t version = builder.version();
  builder.publish();
  EXPECT_EQ(builder.version(), version);
  builder.remove("a");
  builder.publish();
  EXPECT_GT(builder.version(), version);
}

TEST(CatalogReader, FollowsWhatIsPublished) {
  ToolCatalog::Builder builder;
  ASSERT_FALSE(builder.add(named("a")));
  builder.publish();
  ToolCatalog::Reader reader(builder);
  EXPECT_EQ(names_of(reader.catalog()), "a ");
  ASSERT_FALSE(builder.add(named("b")));
  EXPECT_EQ(names_of(reader.catalog()), "a ");
  builder.publish();
  EXPECT_EQ(names_of(reader.catalog()), "a b ");
}

}  // namespace
}  // namespace argwright::tool
