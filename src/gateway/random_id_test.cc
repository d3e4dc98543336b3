#include "gateway/random_id.h"

#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

TEST(RandomId, HasItsPrefixAndHexDigits) {
  const std::string id = random_id("resp_");
  EXPECT_EQ(id.size(), 29U);
  EXPECT_TRUE(id.starts_with("resp_"));
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef", 5), std::string::npos) << id;
}

TEST(RandomId, IsGivenOnce) {
  std::vector<std::vector<std::string>> given(4);
  std::vector<std::thread> threads;
  for (auto& each : given) {
    threads.emplace_back([&each] {
      for (int i = 0; i < 10'000; ++i) each.push_back(random_id("r"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> all;
  for (const auto& each : given) all.insert(each.begin(), each.end());
  EXPECT_EQ(all.size(), 40'000U);
}

}  // namespace
}  // namespace argwright::gateway
