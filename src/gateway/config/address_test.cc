#include "gateway/config/address.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

std::string reading(std::string_view text) {
  const Result<ListenAddress> result = parse_listen_address(text);
  if (!result) return result.error().message.substr(0, result.error().message.find(';'));
  return show_address(result->address, result->port) + (is_loopback(result->address) ? " loopback" : "");
}

TEST(ListenAddress, IsReadAndToldFromOtherMachines) {
  EXPECT_EQ(reading("127.0.0.1:8787"), "127.0.0.1:8787 loopback");
  EXPECT_EQ(reading("127.9.9.9:0"), "127.9.9.9:0 loopback");
  EXPECT_EQ(reading("localhost:80"), "127.0.0.1:80 loopback");
  EXPECT_EQ(reading("[0:0::1]:65535"), "[::1]:65535 loopback");
  EXPECT_EQ(reading("[::ffff:127.0.0.1]:1"), "[::ffff:127.0.0.1]:1 loopback");
  EXPECT_EQ(reading("0.0.0.0:8787"), "0.0.0.0:8787");
  EXPECT_EQ(reading("[::]:8787"), "[::]:8787");
  EXPECT_EQ(reading("[::ffff:10.0.0.1]:1"), "[::ffff:10.0.0.1]:1");
}

TEST(ListenAddress, IsRefusedWithTheReason) {
  EXPECT_EQ(reading("127.0.0.1"), "has no port");
  EXPECT_EQ(reading("[::1]"), "has no port");
  EXPECT_EQ(reading("[::1:80"), "has no ']'");
  EXPECT_EQ(reading("::1:80"), "is an IPv6 address without brackets");
  EXPECT_EQ(reading("127.0.0.1:65536"), "has no port between 0 and 65535");
  EXPECT_EQ(reading("127.0.0.1:-1"), "has no port between 0 and 65535");
  EXPECT_EQ(reading("127.0.0.1:"), "has no port between 0 and 65535");
  EXPECT_EQ(reading("127.0.0.1:80x"), "has no port between 0 and 65535");
  EXPECT_EQ(reading(":8787"), "has no address");
  EXPECT_EQ(reading("example.com:80"), "does not begin with an IP address");
  EXPECT_EQ(reading("127.1:80"), "does not begin with an IP address");
  EXPECT_EQ(reading("[127.0.0.1]:80"), "has no IPv6 address between its brackets");
  EXPECT_EQ(reading(std::string_view("127.0.0.1\0:80", 13)), "holds a zero byte");
}

TEST(ListenAddress, AnUnreadableOneIsNotLoopback) {
  EXPECT_FALSE(is_loopback(""));
  EXPECT_FALSE(is_loopback("localhost.example.com"));
}

}  // namespace
}  // namespace argwright::gateway
