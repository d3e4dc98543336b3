#include "base/base64.h"

#include <gtest/gtest.h>

namespace argwright {
namespace {

std::string decoded(std::string_view text) {
  const Result<std::string> bytes = decode_base64(text);
  return bytes ? *bytes : "error: " + bytes.error().describe();
}

TEST(Base64, DecodesTheVectorsOfRfc4648) {
  EXPECT_EQ(decoded(""), "");
  EXPECT_EQ(decoded("Zg=="), "f");
  EXPECT_EQ(decoded("Zm8="), "fo");
  EXPECT_EQ(decoded("Zm9v"), "foo");
  EXPECT_EQ(decoded("Zm9vYg=="), "foob");
  EXPECT_EQ(decoded("Zm9vYmE="), "fooba");
  EXPECT_EQ(decoded("Zm9vYmFy"), "foobar");
}

TEST(Base64, DecodesEveryByte) {
  EXPECT_EQ(decoded("AP+AfwE="), std::string("\x00\xFF\x80\x7F\x01", 5));
  EXPECT_EQ(decoded("++//"), "\xFB\xEF\xFF");
}

TEST(Base64, RefusesWhatIsNotStrict) {
  EXPECT_EQ(decoded("Zm9v\n"), "error: not a base64 digit (at byte 4)");
  EXPECT_EQ(decoded("Zm 9v"), "error: not a base64 digit (at byte 2)");
  EXPECT_EQ(decoded("Zm-_"), "error: not a base64 digit (at byte 2)");
  EXPECT_EQ(decoded("Zg"), "error: base64 comes in groups of four (at byte 2)");
  EXPECT_EQ(decoded("Zg="), "error: base64 comes in groups of four (at byte 3)");
  EXPECT_EQ(decoded("Z==="), "error: not a base64 digit (at byte 1)");
  EXPECT_EQ(decoded("===="), "error: not a base64 digit (at byte 0)");
  EXPECT_EQ(decoded("Zg==Zg=="), "error: not a base64 digit (at byte 2)");
  EXPECT_EQ(decoded("Zh=="), "error: bits left over at the end of base64 (at byte 1)");
  EXPECT_EQ(decoded("A"), "error: base64 comes in groups of four (at byte 1)");
  EXPECT_EQ(decoded("=="), "error: base64 comes in groups of four (at byte 2)");
}

TEST(Base64, WritesWhatItReads) {
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(decode_base64(encode_base64(all)).value_or(""), all);
}

}  // namespace
}  // namespace argwright
