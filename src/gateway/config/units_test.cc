#include "gateway/config/units.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using std::chrono::milliseconds;

TEST(Duration, IsReadWithItsUnit) {
  EXPECT_EQ(parse_duration("500ms"), milliseconds(500));
  EXPECT_EQ(parse_duration("30s"), milliseconds(30'000));
  EXPECT_EQ(parse_duration("1.5s"), milliseconds(1500));
  EXPECT_EQ(parse_duration("0.1s"), milliseconds(100));
  EXPECT_EQ(parse_duration("5m"), milliseconds(300'000));
  EXPECT_EQ(parse_duration("2h"), milliseconds(7'200'000));
  EXPECT_EQ(parse_duration("30 d"), milliseconds(2'592'000'000));
  EXPECT_EQ(parse_duration("0s"), milliseconds(0));
  EXPECT_EQ(parse_duration("-3s"), milliseconds(-3000));
}

TEST(Duration, IsRefusedWhereItCannotBeMeant) {
  for (const char* const text : {"", "s", "30", "30 sec", "1m30s", "0.1ms", "nan s", "infs", "1e300d",
                                 "4000d", "9999999999999999999999s", " 30s", "30S"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
  EXPECT_EQ(duration_of_seconds(1e300), std::nullopt);
  EXPECT_EQ(duration_of_seconds(0.5), milliseconds(500));
}

TEST(Duration, IsShownInItsLargestUnit) {
  for (const char* const text : {"500ms", "30s", "90s", "5m", "2h", "36h", "30d", "1001ms", "0s"}) {
    EXPECT_EQ(show_duration(*parse_duration(text)), text);
  }
}

TEST(Size, IsReadWithItsUnit) {
  EXPECT_EQ(parse_size("4KB"), 4000);
  EXPECT_EQ(parse_size("4KiB"), 4096);
  EXPECT_EQ(parse_size("64 MiB"), 64 << 20);
  EXPECT_EQ(parse_size("1GiB"), 1 << 30);
  EXPECT_EQ(parse_size("12B"), 12);
}

TEST(Size, IsRefusedWhereItCannotBeMeant) {
  for (const char* const text : {"", "MiB", "64", "64M", "1.5GiB", "9999999TiB", "64mib"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

TEST(Size, IsShownInItsLargestUnit) {
  for (const char* const text : {"4KB", "64KiB", "64MiB", "1GiB", "12B", "0B"}) {
    EXPECT_EQ(show_size(static_cast<std::uint64_t>(*parse_size(text))), text);
  }
}

}  // namespace
}  // namespace argwright::gateway
