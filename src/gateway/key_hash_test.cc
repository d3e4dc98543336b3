#include "gateway/key_hash.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

// The test vectors of FIPS 180-2.
TEST(KeyHash, IsSha256) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(KeyHash, ComparesWholeDigests) {
  EXPECT_TRUE(same_digest(sha256_hex("a"), sha256_hex("a")));
  EXPECT_FALSE(same_digest(sha256_hex("a"), sha256_hex("b")));
  EXPECT_FALSE(same_digest(sha256_hex("a"), sha256_hex("a").substr(0, 63)));
  EXPECT_TRUE(same_digest("", ""));
}

}  // namespace
}  // namespace argwright::gateway
