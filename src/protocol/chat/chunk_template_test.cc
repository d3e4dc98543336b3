#include "protocol/chat/chunk_template.h"

#include <gtest/gtest.h>

namespace argwright::protocol::chat {
namespace {

std::string chunk(std::string_view content, std::string_view created = "17", std::string_view more = "") {
  return R"({"id":"c1","created":)" + std::string(created) +
         R"(,"choices":[{"index":0,"delta":{"content":")" + std::string(content) +
         R"("},"finish_reason":null}])" + std::string(more) + "}";
}

ChunkTemplate learned(std::string_view data, std::string_view key = "content") {
  ChunkTemplate made;
  EXPECT_TRUE(made.learn(data, key));
  return made;
}

TEST(ChunkTemplate, GivesTheTextOfAChunkThatDiffersInNothingElse) {
  const ChunkTemplate made = learned(chunk("one"));
  EXPECT_EQ(made.match(chunk("two")), "two");
  EXPECT_EQ(made.match(chunk(R"(a\n\"b\"\u00e9)")), "a\n\"b\"é");
  EXPECT_EQ(made.match(chunk("天気 🌧")), "天気 🌧");
}

TEST(ChunkTemplate, LooksPastTheTimeTheIdAndThePadding) {
  const ChunkTemplate made = learned(chunk("one", "17", R"(,"obfuscation":"xyz")"));
  EXPECT_EQ(made.match(chunk("two", "18", R"(,"obfuscation":"p")")), "two");
  EXPECT_EQ(made.match(chunk("two", "018", R"(,"obfuscation":"p")")), std::nullopt) << "no number of JSON";
  EXPECT_EQ(made.match(chunk("two", "18", R"(,"obfuscation":"\q")")), std::nullopt) << "no strict string";
}

TEST(ChunkTemplate, KnowsNoChunkOfAnotherMake) {
  const ChunkTemplate made = learned(chunk("one"));
  std::string finished = chunk("two");
  finished.replace(finished.find("null"), 4, "\"stop\"");
  for (const std::string& other : {finished, chunk("two") + " ", chunk("two", "17", R"(,"usage":{})"),
                                   chunk(R"(two","role":"x)"), std::string(), chunk(""), chunk("tw\x01o"),
                                   chunk("\xff"), chunk(R"(two\)"), chunk("two").substr(0, 60)}) {
    EXPECT_EQ(made.match(other), std::nullopt) << other;
  }
}

TEST(ChunkTemplate, LearnsOnlyWhereTheMemberIsCertain) {
  ChunkTemplate made;
  EXPECT_FALSE(made.learn(R"({"a":1})", "content"));
  EXPECT_FALSE(made.learn(R"({"content":null})", "content"));
  EXPECT_FALSE(made.learn(R"({"content":"a","x":{"content":"b"}})", "content")) << "twice";
  EXPECT_FALSE(made.learn(R"({"x\"content":"a"})", "content")) << "another key";
  EXPECT_TRUE(made.empty());
  EXPECT_TRUE(made.learn(R"({"a":"\"content\":\"x\"","content":"a"})", "content"))
      << "once, and once in a text";
  EXPECT_EQ(made.match(R"({"a":"\"content\":\"x\"","content":"b"})"), "b");
}

TEST(ChunkTemplate, LooksPastMembersThatStandOnce) {
  const ChunkTemplate made = learned(R"({"id":"c","x":{"id":"d"},"content":"one"})");
  EXPECT_EQ(made.match(R"({"id":"c","x":{"id":"d"},"content":"two"})"), "two");
  EXPECT_EQ(made.match(R"({"id":"e","x":{"id":"d"},"content":"two"})"), std::nullopt);
}

TEST(ChunkTemplate, ForgetsWhatItLearnedBefore) {
  ChunkTemplate made = learned(chunk("one", "17", R"(,"obfuscation":"xyz")"));
  ASSERT_TRUE(made.learn(R"({"content":"a"})", "content"));
  EXPECT_EQ(made.match(R"({"content":"b"})"), "b");
  EXPECT_EQ(made.match(chunk("two")), std::nullopt);
}

}  // namespace
}  // namespace argwright::protocol::chat
