#include "gateway/client_keys.h"

#include "gateway/key_hash.h"
#include "gateway/test_head.h"

namespace argwright::gateway {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

KeyConfig key(const std::string& name, double per_minute = 0, std::size_t concurrent = 0) {
  KeyConfig config;
  config.name = name;
  config.sha256 = sha256_hex("secret of " + name);
  config.requests_per_minute = per_minute;
  config.concurrent = concurrent;
  return config;
}

TEST(ClientKeys, AreFoundByTheirSecret) {
  const ClientKeys keys({key("a"), key("b")}, nullptr);
  ASSERT_NE(keys.find("secret of b"), nullptr);
  EXPECT_EQ(keys.find("secret of b")->config.name, "b");
  EXPECT_EQ(keys.find("secret of c"), nullptr);
  EXPECT_EQ(keys.find(""), nullptr);
  EXPECT_EQ(keys.find(sha256_hex("secret of a")), nullptr);  // the digest is no key
  EXPECT_TRUE(ClientKeys({}, nullptr).empty());
}

TEST(ClientKeys, MayUseCertainModels) {
  KeyConfig config = key("a");
  EXPECT_TRUE(ClientKey(config).allows_model("anything"));
  config.models = {"gpt-*", "claude"};
  const ClientKey limited(config);
  EXPECT_TRUE(limited.allows_model("gpt-5"));
  EXPECT_TRUE(limited.allows_model("claude"));
  EXPECT_FALSE(limited.allows_model("claude-4"));
  EXPECT_FALSE(limited.allows_model(""));
}

TEST(ClientKeys, HaveARate) {
  ClientKey limited(key("a", 2));
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(limited.take_turn(now), milliseconds(0));
  EXPECT_EQ(limited.take_turn(now), milliseconds(0));
  const milliseconds wait = limited.take_turn(now);
  EXPECT_GT(wait, milliseconds(29'000));
  EXPECT_LE(wait, milliseconds(30'001));
  EXPECT_NE(limited.take_turn(now + wait - seconds(1)), milliseconds(0));
  EXPECT_EQ(limited.take_turn(now + wait), milliseconds(0));
  // However long nobody asks, no more than one minute's are saved.
  const auto later = now + std::chrono::hours(5);
  EXPECT_EQ(limited.take_turn(later), milliseconds(0));
  EXPECT_EQ(limited.take_turn(later), milliseconds(0));
  EXPECT_NE(limited.take_turn(later), milliseconds(0));
}

TEST(ClientKeys, ARateBelowOneStillLetsSomeThrough) {
  ClientKey rare(key("a", 0.5));
  const auto now = std::chrono::steady_clock::now();
  EXPECT_EQ(rare.take_turn(now), milliseconds(0));
  EXPECT_GT(rare.take_turn(now), seconds(119));
  EXPECT_EQ(rare.take_turn(now + seconds(121)), milliseconds(0));
}

TEST(ClientKeys, WithoutARateEveryRequestMayCome) {
  ClientKey free(key("a"));
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(free.take_turn(std::chrono::steady_clock::now()), milliseconds(0));
}

TEST(ClientKeys, BoundWhatIsUnderWay) {
  ClientKey bounded(key("a", 0, 2));
  EXPECT_TRUE(bounded.enter());
  EXPECT_TRUE(bounded.enter());
  EXPECT_FALSE(bounded.enter());
  bounded.leave();
  EXPECT_TRUE(bounded.enter());
  EXPECT_FALSE(bounded.enter());
}

TEST(ClientKeys, KeepTheirCountsWhereTheyStayTheSame) {
  const ClientKeys before({key("a", 60), key("b", 60)}, nullptr);
  KeyConfig changed = key("b", 60);
  changed.admin = true;
  const ClientKeys after({key("a", 60), changed}, &before);
  EXPECT_EQ(after.find("secret of a"), before.find("secret of a"));
  EXPECT_NE(after.find("secret of b"), before.find("secret of b"));
}

TEST(ClientKeys, AreShownInTwoWays) {
  EXPECT_EQ(shown_secret(request_head("Authorization: Bearer sk-1\r\n")), "sk-1");
  EXPECT_EQ(shown_secret(request_head("authorization: bearer   sk-1\r\n")), "sk-1");
  EXPECT_EQ(shown_secret(request_head("X-Api-Key: sk-2\r\n")), "sk-2");
  EXPECT_EQ(shown_secret(request_head("Authorization: Bearer sk-1\r\nx-api-key: sk-2\r\n")), "sk-1");
  EXPECT_EQ(shown_secret(request_head("Authorization: Basic abc\r\nx-api-key: sk-2\r\n")), "sk-2");
  EXPECT_EQ(shown_secret(request_head("Authorization: Bearer\r\n")), "");
  EXPECT_EQ(shown_secret(request_head("")), "");
}

}  // namespace
}  // namespace argwright::gateway
