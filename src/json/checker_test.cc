#include "json/checker.h"

#include <gtest/gtest.h>

#include <string>

namespace argwright::json {
namespace {

TEST(Checker, TellsTheKindOfTheRoot) {
  EXPECT_EQ(*check("null"), Kind::kNull);
  EXPECT_EQ(*check(" true"), Kind::kBoolean);
  EXPECT_EQ(*check("false "), Kind::kBoolean);
  EXPECT_EQ(*check("-1"), Kind::kNumber);
  EXPECT_EQ(*check("0"), Kind::kNumber);
  EXPECT_EQ(*check("\n\"a\""), Kind::kString);
  EXPECT_EQ(*check("\t[]"), Kind::kArray);
  EXPECT_EQ(*check("\r{}"), Kind::kObject);
}

TEST(Checker, GivesTheErrorsOfTheReader) {
  for (const std::string_view text : {"", "{", "[1,]", "{\"a\":1 \"b\":2}", "\"\\ud800\"", "\"\xFF\"", "01",
                                      "{}x", "\"\n\"", "[[[[", "tru"}) {
    const Result<Kind> checked = check(text, {.max_depth = 3});
    const Result<Value> read = parse(text, {.max_depth = 3});
    ASSERT_FALSE(checked) << text;
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(checked.error().describe(), read.error().describe());
    EXPECT_EQ(checked.error().code, read.error().code);
    EXPECT_FALSE(is_strict(text, {.max_depth = 3}));
  }
}

TEST(Checker, AcceptsWhatNoMachineNumberHolds) {
  EXPECT_TRUE(is_strict("[123456789012345678901234567890,1e400,-1e-400]"));
}

// Arrays and objects in a pattern that no word boundary hides: every closer must match its opener.
TEST(Checker, RemembersWhatIsOpenAtAnyDepth) {
  constexpr std::size_t kDepth = 3000;
  const Limits limits{.max_depth = kDepth};
  std::string opened;
  std::string closed;
  for (std::size_t i = 0; i < kDepth; ++i) {
    const bool object = i * i % 7 < 3;
    opened += object ? "{\"\":" : "[";
    closed.insert(closed.begin(), object ? '}' : ']');
  }
  EXPECT_TRUE(is_strict(opened + "0" + closed, limits));
  for (std::size_t i = 0; i < kDepth; i += 7) {
    std::string wrong = closed;
    wrong[i] = wrong[i] == '}' ? ']' : '}';
    EXPECT_FALSE(is_strict(opened + "0" + wrong, limits)) << i;
  }
}

TEST(Checker, KindOfRootLooksAtTheFirstByteOnly) {
  EXPECT_EQ(kind_of_root("  {broken"), Kind::kObject);
  EXPECT_EQ(kind_of_root(""), Kind::kNull);
  EXPECT_EQ(kind_of_root("   "), Kind::kNull);
  EXPECT_EQ(kind_of_root("?"), Kind::kNull);
}

}  // namespace
}  // namespace argwright::json
