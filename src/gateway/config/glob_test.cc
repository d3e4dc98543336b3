#include "gateway/config/glob.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace argwright::gateway {
namespace {

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_matches("gpt-*", "gpt-5"));
  EXPECT_TRUE(glob_matches("gpt-*", "gpt-"));
  EXPECT_FALSE(glob_matches("gpt-*", "chatgpt-5"));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("*mini*", "gpt-5-mini-2025"));
  EXPECT_TRUE(glob_matches("a*b*c", "a-b-b-c"));
  EXPECT_FALSE(glob_matches("a*b*c", "a-c-b"));
  EXPECT_TRUE(glob_matches("glm-4.?", "glm-4.6"));
  EXPECT_FALSE(glob_matches("glm-4.?", "glm-4."));
  EXPECT_FALSE(glob_matches("glm-4.?", "glm-4.61"));
  EXPECT_TRUE(glob_matches("?", "模"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_TRUE(glob_matches("", ""));
}

TEST(Glob, IsNotSlowOnHostilePatterns) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(5000, 'a')));
}

TEST(Glob, CoversWhatIsNarrower) {
  EXPECT_TRUE(glob_covers("*", "gpt-*"));
  EXPECT_TRUE(glob_covers("gpt-*", "gpt-5*"));
  EXPECT_TRUE(glob_covers("gpt-*", "gpt-5"));
  EXPECT_TRUE(glob_covers("gpt-?", "gpt-5"));
  EXPECT_FALSE(glob_covers("gpt-?", "gpt-*"));
  EXPECT_FALSE(glob_covers("gpt-5", "gpt-?"));
  EXPECT_FALSE(glob_covers("gpt-5*", "gpt-*"));
  EXPECT_FALSE(glob_covers("gpt-*", "*"));
}

// What glob_covers() claims is held against every text over the alphabet, for every pair of short patterns.
TEST(Glob, CoversOnlyWhatItMatches) {
  const auto words = [](std::string_view alphabet, std::size_t longest) {
    std::vector<std::string> all = {""};
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (all[at].size() == longest) continue;
      for (const char c : alphabet) all.push_back(all[at] + c);
    }
    return all;
  };
  const std::vector<std::string> patterns = words("ab*?", 3);
  const std::vector<std::string> texts = words("ab", 4);
  std::size_t claims = 0;
  for (const std::string& wide : patterns) {
    for (const std::string& narrow : patterns) {
      if (!glob_covers(wide, narrow)) continue;
      ++claims;
      for (const std::string& text : texts) {
        ASSERT_TRUE(!glob_matches(narrow, text) || glob_matches(wide, text))
            << wide << " does not cover " << narrow << " at " << text;
      }
    }
  }
  EXPECT_GT(claims, patterns.size());
}

}  // namespace
}  // namespace argwright::gateway
