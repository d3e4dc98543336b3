#include <gtest/gtest.h>

#include <string>

#include "argwright/catalog.h"

namespace argwright::tool {
namespace {

std::string schema_named(const std::string& key) { return R"({"properties":{")" + key + R"(":{}}})"; }

void ask(SchemaCache& cache, const std::string& text) { EXPECT_TRUE(cache.schema(text)); }

TEST(SchemaCache, CompilesATextOnce) {
  SchemaCache cache;
  const auto first = cache.schema(schema_named("a"));
  const auto second = cache.schema(schema_named("a"));
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->keys(), std::vector<std::string>{"a"});
  EXPECT_EQ(cache.statistics().hits, 1U);
  EXPECT_EQ(cache.statistics().misses, 1U);
}

TEST(SchemaCache, TellsTextsApartByTheirBytes) {
  SchemaCache cache;
  EXPECT_NE(*cache.schema(schema_named("a")), *cache.schema(schema_named("b")));
  EXPECT_NE(*cache.schema(schema_named("a")), *cache.schema(schema_named("a") + " "));
}

TEST(SchemaCache, KeepsWholeToolLists) {
  SchemaCache cache;
  const std::string tools =
      R"([{"name":"t","input_schema":{"properties":{"a":{}}}},{"name":"u","input_schema":{}}])";
  const auto first = cache.tools(tools);
  const auto second = cache.tools(tools);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->all().size(), 2U);
  EXPECT_EQ(first->schema("t"), second->schema("t"));
  EXPECT_EQ(cache.statistics().hits, 1U);
}

TEST(SchemaCache, DoesNotTakeAToolListForASchema) {
  SchemaCache cache;
  const std::string both = R"({"tools":[]})";
  EXPECT_TRUE(cache.tools(both));
  EXPECT_TRUE(cache.schema(both));
  EXPECT_EQ(cache.statistics().misses, 2U);
  EXPECT_TRUE(cache.tools(both)->all().empty());
  EXPECT_EQ(cache.statistics().hits, 1U);
}

TEST(SchemaCache, RemembersErrors) {
  SchemaCache cache;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(cache.schema("{"));
    EXPECT_FALSE(cache.schema(R"({"type":"objekt"})"));
    EXPECT_TRUE(cache.tools("no json").error().message.starts_with("the tool definitions are not JSON: "));
    EXPECT_EQ(cache.tools(R"([{"name":"t","input_schema":{}},{"name":"t","input_schema":{}}])").error().code,
              ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(cache.statistics().hits, 4U);
}

TEST(SchemaCache, DropsWhatWasNotAskedForLongest) {
  SchemaCache cache({2, 1000});
  ask(cache, schema_named("a"));
  ask(cache, schema_named("b"));
  ask(cache, schema_named("a"));  // now b is the older one
  ask(cache, schema_named("c"));
  EXPECT_EQ(cache.statistics().entries, 2U);
  ask(cache, schema_named("a"));
  EXPECT_EQ(cache.statistics().hits, 2U);
  ask(cache, schema_named("b"));
  EXPECT_EQ(cache.statistics().hits, 2U);
}

TEST(SchemaCache, StaysBelowItsBytes) {
  const std::string one = schema_named("a");
  SchemaCache cache({100, one.size() * 3});
  for (char key = 'a'; key <= 'z'; ++key) ask(cache, schema_named(std::string(1, key)));
  EXPECT_EQ(cache.statistics().entries, 3U);
  EXPECT_EQ(cache.statistics().bytes, one.size() * 3);
  EXPECT_TRUE(cache.schema(schema_named(std::string(1000, 'x'))));
  EXPECT_EQ(cache.statistics().entries, 3U);
}

TEST(SchemaCache, WithoutRoomStillCompiles) {
  SchemaCache cache({0, 0});
  EXPECT_TRUE(cache.schema(schema_named("a")));
  EXPECT_EQ(cache.statistics().entries, 0U);
}

TEST(SchemaCache, LeavesDroppedSchemasToTheirHolders) {
  SchemaCache cache({1, 1000});
  const auto held = cache.schema(schema_named("a"));
  ask(cache, schema_named("b"));
  EXPECT_EQ((*held)->keys(), std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace argwright::tool
