#include "gateway/reasoning/record_ring.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace argwright::gateway {
namespace {

void put(RecordRing& ring, std::string_view key, std::string_view name, std::string_view content,
         std::int64_t time = 0, std::uint8_t kind = 0) {
  ring.put(key, {kind, name, content, time, false}, RecordRing::Alike::kByName);
}

std::string found(RecordRing& ring, std::string_view key) {
  std::string text;
  for (const RecordRing::Record& record : ring.find(key)) {
    if (!text.empty()) text += ' ';
    text += record.name;
    text += '=';
    text += record.content;
  }
  return text;
}

TEST(RecordRing, FindsRecordsInTheirOrder) {
  RecordRing ring(100'000);
  EXPECT_EQ(found(ring, "a"), "");
  put(ring, "a", "one", "1");
  put(ring, "b", "one", "2");
  put(ring, "a", "two", "3");
  put(ring, "a", "", "");
  EXPECT_EQ(found(ring, "a"), "one=1 two=3 =");
  EXPECT_EQ(found(ring, "b"), "one=2");
  EXPECT_EQ(found(ring, ""), "");
}

TEST(RecordRing, ReplacesWhatHasTheSameKindAndName) {
  RecordRing ring(100'000);
  put(ring, "a", "one", "old");
  put(ring, "a", "two", "2");
  const std::size_t before = ring.bytes();
  put(ring, "a", "one", "new");
  EXPECT_EQ(found(ring, "a"), "two=2 one=new");
  EXPECT_EQ(ring.bytes(), before);
  put(ring, "a", "one", "other", 0, 1);
  EXPECT_EQ(found(ring, "a"), "two=2 one=new one=other");
}

TEST(RecordRing, ReplacesOnlyWhatSaysTheSameWhereToldSo) {
  RecordRing ring(100'000);
  for (const char* content : {"1", "2", "1"}) {
    ring.put("a", {0, "one", content, 0, false}, RecordRing::Alike::kByContent);
  }
  EXPECT_EQ(found(ring, "a"), "one=2 one=1");
}

TEST(RecordRing, KeepsTheNewestOfAKey) {
  RecordRing ring(100'000);
  for (char name = 'a'; name <= 'z'; ++name) put(ring, "key", std::string(1, name), "");
  EXPECT_EQ(found(ring, "key"), "s= t= u= v= w= x= y= z=");
}

TEST(RecordRing, KeepsEveryMemberOfARecord) {
  RecordRing ring(100'000);
  ring.put("key", {3, "name", "content", -5, true}, RecordRing::Alike::kByName);
  const RecordRing::Record record = ring.find("key").at(0);
  EXPECT_EQ(record.kind, 3);
  EXPECT_EQ(record.time, -5);
  EXPECT_TRUE(record.mark);
}

TEST(RecordRing, ForgetsTheOldestAndStaysSmall) {
  RecordRing ring(100'000);
  const std::string content(500, 'x');
  for (int i = 0; i < 5000; ++i) {
    put(ring, "key " + std::to_string(i), "", content);
    ASSERT_LE(ring.bytes(), 100'000U);
  }
  EXPECT_LE(ring.capacity(), 120'000U);
  EXPECT_EQ(found(ring, "key 0"), "");
  EXPECT_EQ(found(ring, "key 4999"), "=" + content);
  EXPECT_EQ(found(ring, "key 4900"), "=" + content);
}

TEST(RecordRing, KeepsWhatIsUsed) {
  RecordRing ring(100'000);
  put(ring, "used", "", "1");
  put(ring, "used", "again", "2");
  const std::string content(500, 'x');
  for (int i = 0; i < 5000; ++i) {
    put(ring, "key " + std::to_string(i), "", content);
    ASSERT_EQ(found(ring, "used"), "=1 again=2") << i;
  }
}

TEST(RecordRing, TakesARecordLargerThanAllItMayHold) {
  RecordRing ring(10'000);
  put(ring, "small", "", "1");
  const std::string large(50'000, 'x');
  put(ring, "large", "", large);
  EXPECT_EQ(found(ring, "large"), "=" + large);
  put(ring, "next", "", "2");
  EXPECT_EQ(found(ring, "next"), "=2");
  EXPECT_LE(ring.capacity(), 12'000U);
}

TEST(RecordRing, DropsWhatIsOld) {
  constexpr std::int64_t kHour = 3'600'000'000;
  RecordRing ring(1'000'000);
  for (int hour = 0; hour < 100; ++hour) put(ring, std::to_string(hour), "", "content", hour * kHour);
  ring.drop_before(50 * kHour);
  EXPECT_EQ(found(ring, "40"), "");
  EXPECT_EQ(found(ring, "60"), "=content");
  ring.drop_before(1000 * kHour);
  EXPECT_EQ(ring.bytes(), 0U);
  put(ring, "next", "", "1", 1000 * kHour);
  EXPECT_EQ(found(ring, "next"), "=1");
}

// A segment for every hour, though there is little in each: they take no more room than they need.
TEST(RecordRing, HoldsLittleForLong) {
  constexpr std::int64_t kHour = 3'600'000'000;
  RecordRing ring(200'000);
  for (int hour = 0; hour < 1000; ++hour) put(ring, std::to_string(hour), "", "content", 2 * hour * kHour);
  EXPECT_EQ(found(ring, "0"), "=content");
  EXPECT_EQ(found(ring, "999"), "=content");
}

TEST(RecordRing, GivesWhatAMapWouldGiveOrNothing) {
  std::mt19937_64 random(3);
  RecordRing ring(60'000);
  std::map<std::string, std::string> expected;
  int hits = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string key = std::to_string(random() % 3000);
    if (random() % 2 == 0) {
      const std::string content(random() % 100, static_cast<char>('a' + random() % 26));
      put(ring, key, "n", content);
      expected[key] = content;
    } else if (const std::string text = found(ring, key); !text.empty()) {
      ASSERT_EQ(text, "n=" + expected[key]);
      ++hits;
    }
    ASSERT_LE(ring.bytes(), 60'000U);
  }
  EXPECT_GT(hits, 1000);
}

}  // namespace
}  // namespace argwright::gateway
