#include "json/key_check.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::json {
namespace {

TEST(KeyCheck, FindsEveryKeyOnceInNestedObjects) {
  EXPECT_EQ(check_keys(R"({"a":1,"b":{"a":2,"c":[{"a":3},{"a":4}]}})"), KeyCheck::kUnique);
  EXPECT_EQ(check_keys("{}"), KeyCheck::kUnique);
}

TEST(KeyCheck, SeesARepeatedKeyAtAnyLevel) {
  EXPECT_EQ(check_keys(R"({"a":1,"a":1})"), KeyCheck::kMayRepeat);
  EXPECT_EQ(check_keys(R"({"x":[{"k":1,"m":{"n":0},"k":2}]})"), KeyCheck::kMayRepeat);
}

TEST(KeyCheck, LeavesKeysItCannotReadCheaplyToTheSlowLook) {
  EXPECT_EQ(check_keys(R"({"\u0061":1,"b":1})"), KeyCheck::kMayRepeat);
  EXPECT_EQ(check_keys(R"({"":1})"), KeyCheck::kMayRepeat);
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":1";
  EXPECT_EQ(check_keys(many + "}"), KeyCheck::kMayRepeat);
}

TEST(KeyCheck, RefusesWhatIsNoStrictObject) {
  EXPECT_EQ(check_keys("[1]"), KeyCheck::kNotStrict);
  EXPECT_EQ(check_keys(R"({"a":1,})"), KeyCheck::kNotStrict);
  EXPECT_EQ(check_keys(""), KeyCheck::kNotStrict);
}

TEST(KeyCheck, ManyObjectsInAListCostNoMemory) {
  std::string rows = "{\"rows\":[";
  for (int i = 0; i < 1000; ++i) rows += std::string(i > 0 ? "," : "") + R"({"id":1,"name":"x"})";
  EXPECT_EQ(check_keys(rows + "]}"), KeyCheck::kUnique);
}

}  // namespace
}  // namespace argwright::json
