#include "repair/fix_log.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::repair {
namespace {

TEST(FixLog, ListsFixesInOrder) {
  FixLog log(10);
  EXPECT_TRUE(log.empty());
  log.add(Rule::kTrailingComma, 7, ",", "");
  log.add(Rule::kMissingCloser, 9, "", "}");
  EXPECT_FALSE(log.empty());
  EXPECT_EQ(log.total(), 2U);
  const std::vector<Fix> fixes = log.list();
  ASSERT_EQ(fixes.size(), 2U);
  EXPECT_EQ(fixes[0].rule, "trailing_comma");
  EXPECT_EQ(fixes[0].offset, 7U);
  EXPECT_EQ(fixes[0].before, ",");
  EXPECT_EQ(fixes[0].after, "");
  EXPECT_EQ(fixes[1].rule, "missing_closer");
  EXPECT_EQ(fixes[1].after, "}");
}

TEST(FixLog, CountsWhatItNoLongerLists) {
  FixLog log(2);
  for (std::size_t i = 0; i < 1000; ++i) log.add(Rule::kComment, i, "#", "");
  EXPECT_EQ(log.total(), 1000U);
  ASSERT_EQ(log.list().size(), 2U);
  EXPECT_EQ(log.list().back().offset, 1U) << "the first ones are kept";
}

TEST(FixLog, WithoutRoomStillCounts) {
  FixLog log(0);
  log.add(Rule::kComment, 0, "#", "");
  EXPECT_EQ(log.total(), 1U);
  EXPECT_FALSE(log.empty());
  EXPECT_TRUE(log.list().empty());
}

TEST(FixLog, ForgetsWhatAFailedAttemptWrote) {
  FixLog log(10);
  log.add(Rule::kComment, 1, "# kept", "");
  const FixLog::Mark mark = log.mark();
  log.add(Rule::kSingleQuotes, 2, "'", "\"");
  log.add(Rule::kSingleQuotes, 5, "'", "\"");
  log.forget_after(mark);
  EXPECT_EQ(log.total(), 1U);
  log.add(Rule::kTrailingComma, 9, ",", "");
  const std::vector<Fix> fixes = log.list();
  ASSERT_EQ(fixes.size(), 2U);
  EXPECT_EQ(fixes[0].before, "# kept");
  EXPECT_EQ(fixes[1].rule, "trailing_comma");
  EXPECT_EQ(fixes[1].before, ",");
}

TEST(FixLog, ForgetsAlsoWhatWasOnlyCounted) {
  FixLog log(1);
  log.add(Rule::kComment, 1, "#", "");
  const FixLog::Mark mark = log.mark();
  log.add(Rule::kComment, 2, "#", "");
  log.forget_after(mark);
  EXPECT_EQ(log.total(), 1U);
  EXPECT_EQ(log.list().size(), 1U);
}

TEST(FixLog, ForgettingNothingChangesNothing) {
  FixLog log(10);
  log.add(Rule::kComment, 1, "# a", "");
  log.forget_after(log.mark());
  ASSERT_EQ(log.list().size(), 1U);
  EXPECT_EQ(log.list().front().before, "# a");
}

TEST(FixLog, ShortensLongExcerptsBetweenCharacters) {
  FixLog log(10);
  log.add(Rule::kProse, 0, std::string(60, 'x'), std::string(61, 'y'));
  std::string wide(59, 'x');
  wide += "\u00E9tail";  // the 60th byte would cut the character
  log.add(Rule::kProse, 0, wide, "");
  const std::vector<Fix> fixes = log.list();
  EXPECT_EQ(fixes[0].before, std::string(60, 'x'));
  EXPECT_EQ(fixes[0].after, std::string(60, 'y') + "...");
  EXPECT_EQ(fixes[1].before, std::string(59, 'x') + "...");
}

TEST(FixLog, TakesOffsetsThroughTheOriginMap) {
  FixLog log(10);
  const OriginMap map(std::vector<std::uint32_t>{4, 5, 8, 20});
  log.set_origin(&map);
  log.add(Rule::kComment, 2, "#", "");
  log.add(Rule::kComment, 99, "#", "");
  log.set_origin(nullptr);
  log.add(Rule::kComment, 2, "#", "");
  const std::vector<Fix> fixes = log.list();
  EXPECT_EQ(fixes[0].offset, 8U);
  EXPECT_EQ(fixes[1].offset, 20U) << "behind the end: the last byte there is";
  EXPECT_EQ(fixes[2].offset, 2U);
}

TEST(OriginMap, AnEmptyOneKeepsOffsets) {
  const OriginMap map;
  EXPECT_TRUE(map.identity());
  EXPECT_EQ(map[17], 17U);
}

TEST(Rules, HaveDistinctNamesAndWords) {
  std::set<std::string_view> names;
  std::set<std::string_view> words;
  for (const RuleInfo& rule : repair_rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    EXPECT_TRUE(words.insert(rule.words).second) << rule.words;
    EXPECT_EQ(rule_words(rule.name), rule.words);
    EXPECT_EQ(rule.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos)
        << rule.name;
  }
  EXPECT_EQ(rule_words("no_such_rule"), "");
  EXPECT_EQ(rule_words(""), "");
  EXPECT_EQ(rule_info(Rule::kTrailingComma).name, "trailing_comma");
}

}  // namespace
}  // namespace argwright::repair
