#include "gateway/reasoning/sealed_token.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

const Origin kOrigin{"main", "deepseek", "deepseek-chat"};

std::vector<ThoughtPart> thoughts(std::string text) {
  return {ThoughtPart{ThoughtPart::Kind::kReasoning, std::move(text)}};
}

TEST(SealedToken, OpensToWhatWasSealed) {
  const Sealer sealer("secret");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1} << 20}) {
    const std::vector<ThoughtPart> parts = thoughts(std::string(size, 'x'));
    const std::string token = sealed_token(sealer, kOrigin, parts, "alice");
    EXPECT_TRUE(is_token(token));
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."),
              std::string::npos);
    const std::optional<OpenedToken> opened = open_token(sealer, token, "alice");
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->origin, kOrigin);
    EXPECT_EQ(opened->parts, parts);
  }
}

TEST(SealedToken, HidesItsContentAndNeverLooksTheSameTwice) {
  const Sealer sealer("secret");
  const std::string one = sealed_token(sealer, kOrigin, thoughts("why"), "alice");
  EXPECT_NE(one, sealed_token(sealer, kOrigin, thoughts("why"), "alice"));
}

TEST(SealedToken, DoesNotOpenForOthersOrWhenAltered) {
  const Sealer sealer("secret");
  const std::string token = sealed_token(sealer, kOrigin, thoughts("why"), "alice");
  EXPECT_FALSE(open_token(sealer, token, "bob"));
  EXPECT_FALSE(open_token(sealer, token, ""));
  EXPECT_FALSE(open_token(Sealer("another"), token, "alice"));
  for (std::size_t at = 0; at + 1 < token.size(); ++at) {  // the last digit holds bits that say nothing
    std::string altered = token;
    altered[at] = altered[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(open_token(sealer, altered, "alice")) << at;
  }
  for (const std::string& other :
       {std::string(), std::string("aw1."), token.substr(0, token.size() / 2), token + "AAAA",
        std::string("aw1.!!!!"), std::string("EqQBCkYIBxgCIkBs")}) {
    EXPECT_FALSE(open_token(sealer, other, "alice")) << other;
  }
}

TEST(SealedToken, TellsWhoMayHaveItBack) {
  EXPECT_TRUE(is_same_source({"a", "anthropic", "claude"}, {"b", "anthropic", "claude"}));
  EXPECT_FALSE(is_same_source({"a", "anthropic", "claude"}, {"a", "anthropic", "other"}));
  EXPECT_FALSE(is_same_source({"a", "anthropic", "m"}, {"b", "deepseek", "m"}));
  EXPECT_TRUE(is_same_source({"a", "generic", "m"}, {"a", "generic", "m"}));
  EXPECT_FALSE(is_same_source({"a", "generic", "m"}, {"b", "generic", "m"}));
}

TEST(Sealer, OpensOnlyWithItsSecretAndOwner) {
  const Sealer sealer("secret");
  const std::string sealed = sealer.seal("text", "owner");
  EXPECT_EQ(sealed.size(), 4U + 28);
  EXPECT_EQ(sealer.open(sealed, "owner"), "text");
  EXPECT_FALSE(sealer.open(sealed, "other"));
  EXPECT_FALSE(Sealer("other").open(sealed, "owner"));
  EXPECT_FALSE(sealer.open(sealed.substr(1), "owner"));
  EXPECT_FALSE(sealer.open("", "owner"));
}

}  // namespace
}  // namespace argwright::gateway
