#include "repair/duplicate_keys.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

struct Cleaned {
  Duplicates found = Duplicates::kNone;
  std::string json;
  std::string key;
  std::size_t fixes = 0;
};

Cleaned clean(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value) << text;
  Cleaned cleaned;
  if (!value) return cleaned;
  FixLog log(100);
  cleaned.found = drop_duplicate_keys(*value, log, cleaned.key);
  cleaned.json = json::write(*value);
  cleaned.fixes = log.total();
  return cleaned;
}

TEST(DuplicateKeys, AreUntouchedWhereThereAreNone) {
  const Cleaned cleaned = clean(R"({"b":1,"a":{"b":1},"c":[{"b":1},{"b":2}]})");
  EXPECT_EQ(cleaned.found, Duplicates::kNone);
  EXPECT_EQ(cleaned.json, R"({"b":1,"a":{"b":1},"c":[{"b":1},{"b":2}]})");
  EXPECT_EQ(cleaned.fixes, 0U);
}

TEST(DuplicateKeys, WithTheSameValueKeepTheFirst) {
  const Cleaned cleaned = clean(R"({"a":1,"b":2,"a":1,"a":1})");
  EXPECT_EQ(cleaned.found, Duplicates::kDropped);
  EXPECT_EQ(cleaned.json, R"({"a":1,"b":2})");
  EXPECT_EQ(cleaned.fixes, 2U);
}

TEST(DuplicateKeys, AreComparedByMeaning) {
  const Cleaned cleaned = clean(R"({"a":{"x":1,"y":2},"a":{"y":2,"x":1}})");
  EXPECT_EQ(cleaned.found, Duplicates::kDropped);
  EXPECT_EQ(cleaned.json, R"({"a":{"x":1,"y":2}})");
}

TEST(DuplicateKeys, WithDifferentValuesAreAConflictThatNamesTheKey) {
  const Cleaned cleaned = clean(R"({"x":0,"path":"a","path":"b"})");
  EXPECT_EQ(cleaned.found, Duplicates::kConflict);
  EXPECT_EQ(cleaned.key, "path");
  EXPECT_EQ(clean(R"({"n":1,"n":1.0})").found, Duplicates::kConflict) << "number text counts";
  EXPECT_EQ(clean(R"({"n":1,"n":null})").found, Duplicates::kConflict);
}

TEST(DuplicateKeys, AreFoundAtAnyDepth) {
  EXPECT_EQ(clean(R"({"a":[[{"k":1,"k":1}]]})").json, R"({"a":[[{"k":1}]]})");
  EXPECT_EQ(clean(R"({"a":{"b":{"k":1,"k":2}}})").key, "k");
}

TEST(DuplicateKeys, AConflictAnywhereWinsOverWhatWasDropped) {
  EXPECT_EQ(clean(R"({"a":1,"a":1,"b":{"k":1,"k":2}})").found, Duplicates::kConflict);
}

TEST(DuplicateKeys, ThousandsAreCheapEnough) {
  std::string text = "{";
  for (int i = 0; i < 20000; ++i) text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  text += R"(,"k7":1})";
  const Cleaned cleaned = clean(text);
  EXPECT_EQ(cleaned.found, Duplicates::kDropped);
  EXPECT_EQ(cleaned.fixes, 1U);
}

}  // namespace
}  // namespace argwright::repair
