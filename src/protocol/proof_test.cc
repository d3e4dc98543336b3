#include "protocol/proof.h"

#include <gtest/gtest.h>

#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

TEST(Proof, TakesItsOwnFieldsFirst) {
  Proof proof;
  proof.signature = "sig";
  proof.encrypted = "enc";
  proof.details = testing::parsed(R"([{"signature":"other","data":"other"}])").items();
  EXPECT_EQ(signature_of(proof), "sig");
  EXPECT_EQ(encrypted_of(proof), "enc");
}

TEST(Proof, TakesTheLastOfTheDetails) {
  Proof proof;
  proof.details =
      testing::parsed(
          R"([{"signature":"a","data":"x"},{"signature":"b","data":"y"},{"signature":"","data":null},3])")
          .items();
  EXPECT_EQ(signature_of(proof), "b");
  EXPECT_EQ(encrypted_of(proof), "y");
  EXPECT_FALSE(proof.empty());
}

TEST(Proof, IsEmptyWithoutAny) {
  const Proof proof;
  EXPECT_TRUE(proof.empty());
  EXPECT_EQ(signature_of(proof), "");
  EXPECT_EQ(encrypted_of(proof), "");
}

}  // namespace
}  // namespace argwright::protocol
