#include "gateway/breaker.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class BreakerTest : public testing::Test {
 protected:
  bool fail() { return breaker_.failed(now_, 3, milliseconds(1000)); }
  Breaker breaker_;
  Breaker::Clock::time_point now_ = Breaker::Clock::now();
};

TEST_F(BreakerTest, OpensAfterFailuresInARow) {
  EXPECT_FALSE(fail());
  EXPECT_FALSE(fail());
  EXPECT_TRUE(breaker_.allows(now_));
  breaker_.succeeded();  // the row is broken
  EXPECT_FALSE(fail());
  EXPECT_FALSE(fail());
  EXPECT_FALSE(breaker_.is_open(now_));
  EXPECT_TRUE(fail());
  EXPECT_TRUE(breaker_.is_open(now_));
  EXPECT_FALSE(breaker_.allows(now_));
  EXPECT_FALSE(fail());  // it is open already
}

TEST_F(BreakerTest, LetsOneTryAfterThePause) {
  fail(), fail(), fail();
  EXPECT_FALSE(breaker_.allows(now_ + milliseconds(999)));
  now_ += milliseconds(1000);
  EXPECT_FALSE(breaker_.is_open(now_));
  EXPECT_TRUE(breaker_.allows(now_));
  EXPECT_FALSE(breaker_.allows(now_));  // the first has not come back
  fail();
  EXPECT_FALSE(breaker_.allows(now_ + milliseconds(999)));
  EXPECT_TRUE(breaker_.allows(now_ + milliseconds(1000)));
  breaker_.succeeded();
  EXPECT_TRUE(breaker_.allows(now_));
  EXPECT_TRUE(breaker_.allows(now_));
}

TEST_F(BreakerTest, AnotherMayTryWhereTheFirstNeverComesBack) {
  fail(), fail(), fail();
  now_ += milliseconds(1000);
  EXPECT_TRUE(breaker_.allows(now_));
  EXPECT_FALSE(breaker_.allows(now_ + milliseconds(4999)));
  EXPECT_TRUE(breaker_.allows(now_ + seconds(5)));
}

TEST_F(BreakerTest, MayBeSwitchedOff) {
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(breaker_.failed(now_, 0, milliseconds(1000)));
  EXPECT_TRUE(breaker_.allows(now_));
}

TEST_F(BreakerTest, OfManyThreadsOneTries) {
  fail(), fail(), fail();
  now_ += seconds(2);
  std::atomic<int> let_through{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 100; ++j) let_through += breaker_.allows(now_) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(let_through.load(), 1);
}

}  // namespace
}  // namespace argwright::gateway
