// S3-27 to S3-29: string literals without a declaration.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "argwright/repair.h"
#include "repair/promote.h"

namespace argwright {
namespace {

using Warnings = std::vector<std::string>;

const char* const kTrue = "string literal converted to boolean true";
const char* const kFalse = "string literal converted to boolean false";
const char* const kNull = "string literal converted to null";

struct Promoted {
  std::string json;
  Warnings warnings;
};

Promoted promote(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value) << text;
  if (!value) return {};
  Promoted promoted;
  promoted.warnings = promote_literals(*value);
  promoted.json = json::write(*value);
  return promoted;
}

TEST(PromoteLiterals, TurnsWholeStringsIntoWhatTheySay) {
  EXPECT_EQ(promote(R"({"a":"true"})").json, R"({"a":true})");
  EXPECT_EQ(promote(R"({"a":"true"})").warnings, Warnings{kTrue});
  EXPECT_EQ(promote(R"({"a":"false"})").json, R"({"a":false})");
  EXPECT_EQ(promote(R"({"a":"false"})").warnings, Warnings{kFalse});
  EXPECT_EQ(promote(R"({"a":"null"})").json, R"({"a":null})");
  EXPECT_EQ(promote(R"({"a":"null"})").warnings, Warnings{kNull});
}

TEST(PromoteLiterals, LeavesEverythingElseAlone) {
  for (const std::string_view text :
       {R"({"a":"True"})", R"({"a":"TRUE"})", R"({"a":" true"})", R"({"a":"true "})", R"({"a":"true story"})",
        R"({"a":"nullable"})", R"({"a":"untrue"})", R"({"a":""})", R"({"a":"1"})", R"({"a":"None"})",
        R"({"a":"yes"})", R"({"a":true,"b":null,"c":1.10})", "{}"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(promote(text).json, text);
    EXPECT_TRUE(promote(text).warnings.empty());
  }
}

TEST(PromoteLiterals, NeverTouchesKeys) {
  EXPECT_EQ(promote(R"({"true":"x","null":"y"})").json, R"({"true":"x","null":"y"})");
}

TEST(PromoteLiterals, ReachesEveryDepthAndWarnsInTheOrderOfTheText) {
  const Promoted promoted =
      promote(R"({"a":"null","b":{"c":["true",{"d":"false"},"x"],"e":"true"},"f":[["null"]],"g":"false"})");
  EXPECT_EQ(promoted.json, R"({"a":null,"b":{"c":[true,{"d":false},"x"],"e":true},"f":[[null]],"g":false})");
  EXPECT_EQ(promoted.warnings, (Warnings{kNull, kTrue, kFalse, kTrue, kNull, kFalse}));
}

TEST(PromoteLiterals, KnowsThePlaces) {
  json::Value value = *json::parse(R"({"a":"null","b/c":[1,["true"],{"d~":"false"}],"s":"x"})");
  std::string places;
  for (const repair::Promotion& promotion : repair::promote(value, "/at")) places += promotion.pointer + "\n";
  EXPECT_EQ(places, "/at/a\n/at/b~1c/1/0\n/at/b~1c/2/d~0\n");
  json::Value literal("true");
  EXPECT_EQ(repair::promote(literal).at(0).pointer, "");
}

TEST(PromoteLiterals, KeepsOrderDuplicatesAndNumberText) {
  EXPECT_EQ(promote(R"({"z":1e400,"a":"true","z":"null","b":1.10})").json,
            R"({"z":1e400,"a":true,"z":null,"b":1.10})");
}

TEST(PromoteLiterals, WorksOnARootThatIsNoObject) {
  EXPECT_EQ(promote(R"("true")").json, "true");
  EXPECT_EQ(promote(R"(["null"])").json, "[null]");
}

TEST(PromoteLiterals, DoesNotRecurse) {
  std::string text = "\"true\"";
  for (int i = 0; i < 500; ++i) text = "[" + text + "]";
  EXPECT_EQ(promote(text).warnings, Warnings{kTrue});
}

}  // namespace
}  // namespace argwright
