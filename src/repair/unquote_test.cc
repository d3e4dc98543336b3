#include "repair/unquote.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"

namespace argwright::repair {
namespace {

std::string quoted(std::string text, int layers) {
  for (int i = 0; i < layers; ++i) {
    std::string outer;
    json::append_quoted(outer, text);
    text = std::move(outer);
  }
  return text;
}

TEST(Trim, TakesWhiteSpaceOffBothEnds) {
  EXPECT_EQ(trim(" \t\r\n\v\f a b \n"), "a b");
  EXPECT_EQ(trim("x"), "x");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Unquote, TakesOffEveryLayerUpToTheLimit) {
  for (int layers = 1; layers <= kMaxUnquoteLayers; ++layers) {
    const Unquoted result = unquote(quoted(R"({"a":"b\n"})", layers), kMaxUnquoteLayers);
    EXPECT_EQ(result.layers, layers);
    EXPECT_EQ(result.text, R"({"a":"b\n"})");
  }
}

TEST(Unquote, StopsAtTheLimitAndKeepsWhatIsLeft) {
  const Unquoted result = unquote(quoted("{}", 3), 2);
  EXPECT_EQ(result.layers, 2);
  EXPECT_EQ(result.text, quoted("{}", 1));
}

TEST(Unquote, TrimsBeforeEachStep) {
  const Unquoted result = unquote(" \n\"  \\\"{}\\\"  \" ", kMaxUnquoteLayers);
  EXPECT_EQ(result.layers, 2);
  EXPECT_EQ(result.text, "{}");
}

// S0-17 and S0-18: a step is tried on "...", and one that does not decode ends the loop without an error.
TEST(Unquote, LeavesAloneWhatIsNoJsonString) {
  for (const std::string_view text : {"", "\"", "{}", "x", "\"a", "a\"", "'a'", R"("a"b")", R"("\d")",
                                      R"("\ud83d")", "\"a\nb\"", "\"\xFF\""}) {
    SCOPED_TRACE(text);
    const Unquoted result = unquote(text, kMaxUnquoteLayers);
    EXPECT_EQ(result.layers, 0);
    EXPECT_EQ(result.text, "");
  }
}

TEST(Unquote, KeepsTheTextOfTheLastStepThatWorked) {
  const Unquoted result = unquote(R"("\"a\"b\"")", kMaxUnquoteLayers);
  EXPECT_EQ(result.layers, 1);
  EXPECT_EQ(result.text, R"("a"b")");
}

TEST(Unquote, AnEmptyStringIsALayer) {
  const Unquoted result = unquote(R"("")", kMaxUnquoteLayers);
  EXPECT_EQ(result.layers, 1);
  EXPECT_EQ(result.text, "");
}

TEST(Unquote, RemembersWhereEachByteCameFrom) {
  const std::string raw = R"(  "{\"k\":\u00e9\n}")";
  std::vector<std::uint32_t> origins;
  const Unquoted result = unquote(raw, kMaxUnquoteLayers, &origins);
  ASSERT_EQ(result.text, "{\"k\":\u00E9\n}");
  ASSERT_EQ(origins.size(), result.text.size());
  const std::vector<std::uint32_t> expected = {3, 4, 6, 7, 9, 10, 10, 16, 18};
  EXPECT_EQ(origins, expected) << "both bytes of a character point at its escape";
}

TEST(Unquote, OriginsGoThroughSeveralLayers) {
  const std::string raw = " " + quoted(R"({"key": 'v'})", 3);
  std::vector<std::uint32_t> origins;
  const Unquoted result = unquote(raw, kMaxUnquoteLayers, &origins);
  ASSERT_EQ(result.layers, 3);
  ASSERT_EQ(origins.size(), result.text.size());
  // Every visible character that is no quote stands at its origin in the text as received.
  for (std::size_t i = 0; i < result.text.size(); ++i) {
    if (result.text[i] != '"') {
      EXPECT_EQ(raw.at(origins[i]), result.text[i]) << i;
    }
    if (i > 0) {
      EXPECT_LT(origins[i - 1], origins[i]);
    }
  }
}

}  // namespace
}  // namespace argwright::repair
