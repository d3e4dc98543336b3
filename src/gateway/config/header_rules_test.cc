#include "gateway/config/header_rules.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

TEST(HeaderName, MayBeAnyToken) {
  EXPECT_EQ(header_name_fault("X-Title"), "");
  EXPECT_EQ(header_name_fault("anthropic-beta"), "");
  for (const char* const name : {"", "a b", "a:", "a\r\n", "ä", "a\"b"}) {
    EXPECT_EQ(header_name_fault(name), "is no name of a header: letters, digits and !#$%&'*+-.^_`|~ only")
        << name;
  }
}

TEST(HeaderName, IsNotOneOfTheConnection) {
  for (const char* const name : {"Host", "content-length", "Transfer-Encoding", "Connection", "TE", "Trailer",
                                 "Upgrade", "Keep-Alive", "Proxy-Connection", "Proxy-Authorization"}) {
    EXPECT_EQ(header_name_fault(name), "belongs to the connection and cannot be set") << name;
  }
}

TEST(HeaderValue, HoldsNoControlCharacter) {
  const std::string fault = "has a value with a line break or another control character";
  EXPECT_EQ(header_value_fault(""), "");
  EXPECT_EQ(header_value_fault("a\tb ü"), "");
  EXPECT_EQ(header_value_fault("a\rb"), fault);
  EXPECT_EQ(header_value_fault("a\nb"), fault);
  EXPECT_EQ(header_value_fault(std::string_view("a\0b", 3)), fault);
  EXPECT_EQ(header_value_fault("a\x7f"), fault);
}

}  // namespace
}  // namespace argwright::gateway
