#include "json/walker.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "json/checker.h"
#include "json/string_decode.h"

namespace argwright::json {
namespace {

// The walk over the whole text, in memory of its exact size, so that a sanitizer sees any read behind it.
bool walks_over(std::string_view text, const Limits& limits = {}) {
  const auto exact = std::make_unique<char[]>(text.size());
  text.copy(exact.get(), text.size());
  Walker walk({exact.get(), text.size()}, limits);
  return walk.skip() && walk.arrived();
}

constexpr std::string_view kTexts[] = {
    R"({"a":1,"b":[true,false,null],"c":{"d":"e\n\u00e9\ud83d\ude00","f":-1.5e+3},"":[]})",
    " \t\r\n{ \"a\" : [ 1 , { } , [ ] , \"x y z and more than sixteen bytes\" ] } \n",
    R"([[[[[[{"a":[{"b":{"c":[1,2,{}]}}]},7]]]]]])",
    R"(["天気","é","🌧","plain"])",
    "0",
    "-0.10E-2",
    "true",
    R"("\"\\\/\b\f\n\r\t")",
    "\"\xff\"",
    R"("\ud800")",
    R"("\udc00\ud800")",
    "01",
    "-",
    "1.",
    "1e",
    "tru",
    "",
    "{} {}",
    R"({"a":1,})",
    R"({"a" 1})",
    "[1,,2]",
    "[1}",
    "\"a\nb\"",
};

TEST(Walker, WalksOverWhatTheGrammarAccepts) {
  std::size_t strict = 0;
  for (const std::string_view text : kTexts) {
    EXPECT_EQ(walks_over(text), is_strict(text)) << text;
    // Bent at every place.
    for (std::size_t at = 0; at <= text.size(); ++at) {
      for (const std::string_view put :
           {"", "\"", "\\", ",", ":", "{", "}", "[", "]", "0", " ", "\x01", "\xc3"}) {
        for (const std::size_t taken : {0U, 1U}) {
          std::string bent(text);
          bent.replace(at, taken, put);
          const bool expected = is_strict(bent);
          strict += expected ? 1U : 0U;
          ASSERT_EQ(walks_over(bent), expected) << bent;
        }
      }
      ASSERT_EQ(walks_over(text.substr(0, at)), is_strict(text.substr(0, at))) << text.substr(0, at);
    }
  }
  EXPECT_GT(strict, 500U);
}

TEST(Walker, KeepsToTheLimits) {
  for (const std::string_view text : {"1", "[]", "[[[[[[[[]]]]]]]]", R"([[[[[[[[{"a":{}}]]]]]]]])", "{}"}) {
    for (std::size_t depth = 0; depth < 12; ++depth) {
      const Limits limits{.max_depth = depth};
      EXPECT_EQ(walks_over(text, limits), is_strict(text, limits)) << text << " " << depth;
    }
    EXPECT_FALSE(walks_over(text, {.max_bytes = text.size() - 1}));
    EXPECT_TRUE(walks_over(text, {.max_bytes = text.size()}));
  }
  const std::string deep(100'000, '[');
  EXPECT_FALSE(walks_over(deep));
}

TEST(Walker, TellsMembersItemsAndScalars) {
  const Limits limits;
  Walker walk(R"({"a": "x\u0041", "天": [1.50, true, null], "c": "é"} )", limits);
  std::string_view key;
  Walker::Text text;
  ASSERT_TRUE(walk.enter_object());
  ASSERT_TRUE(walk.first_member(key));
  EXPECT_EQ(key, "a");
  ASSERT_TRUE(walk.string(text));
  EXPECT_EQ(text.raw, "x\\u0041");
  EXPECT_TRUE(text.has_escapes);
  ASSERT_TRUE(walk.next_member(key));
  EXPECT_EQ(key, "天");
  ASSERT_TRUE(walk.enter_list());
  std::string_view number;
  ASSERT_TRUE(walk.first_item() && walk.number(number));
  EXPECT_EQ(number, "1.50");
  ASSERT_TRUE(walk.next_item());
  EXPECT_EQ(walk.peek(), 't');
  ASSERT_TRUE(walk.boolean() && walk.next_item() && walk.null());
  EXPECT_FALSE(walk.next_item());
  EXPECT_FALSE(walk.arrived()) << "the object is open";
  ASSERT_TRUE(walk.next_member(key));
  ASSERT_TRUE(walk.string(text));
  EXPECT_FALSE(text.has_escapes);
  EXPECT_FALSE(text.is_plain());
  EXPECT_FALSE(walk.next_member(key));
  EXPECT_TRUE(walk.arrived());
}

TEST(Walker, EndsAtAnotherKindThanAskedFor) {
  const Limits limits;
  Walker::Text text;
  std::string_view view;
  std::string decoded;
  EXPECT_FALSE(Walker("[]", limits).enter_object());
  EXPECT_FALSE(Walker("{}", limits).enter_list());
  EXPECT_FALSE(Walker("1", limits).string(text));
  EXPECT_FALSE(Walker("1", limits).string(decoded));
  EXPECT_FALSE(Walker("null", limits).boolean());
  EXPECT_FALSE(Walker("true", limits).null());
  EXPECT_FALSE(Walker("\"1\"", limits).number(view));
  Walker walk("[1,2]", limits);
  ASSERT_TRUE(walk.enter_list() && walk.first_item());
  EXPECT_FALSE(walk.string(text));
  EXPECT_FALSE(walk.next_item()) << "it is over";
  EXPECT_FALSE(walk.arrived());
}

TEST(Walker, EndsAtAKeyInDisguise) {
  const Limits limits;
  for (const std::string_view body : {R"({"\u0061":1})", R"({"a\/b":1})"}) {
    Walker walk(body, limits);
    std::string_view key;
    ASSERT_TRUE(walk.enter_object());
    EXPECT_FALSE(walk.first_member(key)) << body;
    EXPECT_FALSE(walk.arrived()) << body;
    EXPECT_TRUE(walks_over(body)) << "where no key is asked for";
  }
}

TEST(Walker, DecodesStringsAsDecodeStringDoes) {
  std::vector<std::string> tokens = {
      R"("")",
      R"("a")",
      R"("\"")",
      R"("\\\"\/\b\f\n\r\t")",
      R"("\u00e9x")",
      R"("天気 \n")",
      R"("\ud83d\ude00")",
      R"("\ud800")",
      R"("\q")",
      "\"a\nb\"",
      "\"\xff\"",
      R"("open)",
      R"("open\)",
      R"("{\"title\":\"Annual plan\",\"labels\":[\"a\",\"bb\"],\"n\":1}")",
  };
  for (const std::size_t size : {1000U, 1007U, 1008U, 1009U, 1024U, 5000U}) {
    tokens.push_back("\"" + std::string(size, 'x') + "\\\"" + std::string(3, 'y') + "\"");
    tokens.push_back("\"" + std::string(size, 'x') + "\"");
  }
  const Limits limits;
  for (const std::string& token : tokens) {
    for (const std::string_view behind : {"", ",", " and some more bytes than sixteen"}) {
      std::string expected = "before ";
      const bool whole = decode_string(token, expected);
      std::string found = "before ";
      const std::string text = token + std::string(behind);
      Walker walk(text, limits);
      ASSERT_EQ(walk.string(found), whole) << text;
      if (!whole) continue;
      EXPECT_EQ(found, expected) << text;
      EXPECT_EQ(walk.peek(), behind.empty() ? '\0' : behind[0]) << text;
    }
  }
}

}  // namespace
}  // namespace argwright::json
