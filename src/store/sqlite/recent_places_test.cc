#include "store/sqlite/recent_places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace argwright::store::sqlite {
namespace {

std::set<std::int64_t> found(const RecentPlaces& places, std::int64_t place) {
  const RecentPlaces::Numbers numbers = places.find(place);
  return {numbers.begin(), numbers.end()};
}

TEST(RecentPlaces, FindsWhatWasAdded) {
  RecentPlaces places;
  EXPECT_TRUE(found(places, 7).empty());
  places.add(7, 1);
  places.add(7 + 64, 2);  // the same slot
  places.add(7, 3);
  places.add(-7, 4);
  EXPECT_EQ(found(places, 7), (std::set<std::int64_t>{1, 3}));
  EXPECT_EQ(found(places, 71), (std::set<std::int64_t>{2}));
  EXPECT_EQ(found(places, -7), (std::set<std::int64_t>{4}));
  EXPECT_TRUE(found(places, 8).empty());
  EXPECT_EQ(places.size(), 4U);
}

TEST(RecentPlaces, TakesANumberOnce) {
  RecentPlaces places;
  places.add(1, 5);
  places.add(1, 5);
  EXPECT_EQ(places.size(), 1U);
}

TEST(RecentPlaces, KeepsTheNewestOfAPlaceThatComesAgainAndAgain) {
  RecentPlaces places;
  for (std::int64_t number = 1; number <= 100'000; ++number) places.add(1, number);
  EXPECT_EQ(places.size(), RecentPlaces::kOfOnePlace);
  const std::set<std::int64_t> numbers = found(places, 1);
  EXPECT_EQ(*numbers.begin(), 100'000 - 15);
  EXPECT_EQ(*numbers.rbegin(), 100'000);
  places.add(1, 3);  // late
  EXPECT_EQ(found(places, 1), numbers);
}

TEST(RecentPlaces, GivesATurnItsNewNumber) {
  RecentPlaces places;
  places.replace(1, 1, 2);
  places.add(1, 1);
  places.add(65, 1);
  places.replace(1, 1, 9);
  EXPECT_EQ(found(places, 1), (std::set<std::int64_t>{9}));
  EXPECT_EQ(found(places, 65), (std::set<std::int64_t>{1}));
}

TEST(RecentPlaces, HoldsAsMuchAsAMap) {
  std::mt19937_64 random(1);
  RecentPlaces places;
  std::map<std::int64_t, std::set<std::int64_t>> expected;
  for (std::int64_t number = 1; number <= 20'000; ++number) {
    const auto place = static_cast<std::int64_t>(random() % 15'000) * 977;
    places.add(place, number);
    expected[place].insert(number);
  }
  EXPECT_EQ(places.size(), 20'000U);
  EXPECT_EQ(places.all().size(), 20'000U);
  for (const auto& [place, numbers] : expected) ASSERT_EQ(found(places, place), numbers);
  places.clear();
  EXPECT_EQ(places.size(), 0U);
  EXPECT_TRUE(found(places, expected.begin()->first).empty());
}

}  // namespace
}  // namespace argwright::store::sqlite
