#include "net/name_lookup.h"

#include <atomic>
#include <future>

#include "net/pause.h"
#include "net/test_loop.h"

namespace argwright::net {
namespace {

using std::chrono::milliseconds;

// A resolver for which one name is stuck until it is let go.
class Names {
 public:
  ~Names() { let_go(); }
  NameLookup::Resolve resolve() {
    return [state = state_](const std::string& host, std::uint16_t port) {
      ++state->asked;
      if (host == "stuck") state->gate.get_future().wait();
      ++state->answered;
      if (host == "nobody") return NameLookup::Answer{asio::error::host_not_found, {}};
      return NameLookup::Answer{{}, {loopback(port)}};
    };
  }
  void let_go() {
    if (!std::exchange(is_open_, true)) state_->gate.set_value();
  }
  int asked() const { return state_->asked; }
  int answered() const { return state_->answered; }

 private:
  struct State {
    std::promise<void> gate;
    std::atomic<int> asked{0}, answered{0};
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();  // threads may outlive the test
  bool is_open_ = false;
};

TEST(NameLookup, OneThatIsStuckHoldsUpNobodyElse) {
  Names names;
  TestLoop test;
  NameLookup lookup(test.loop, names.resolve());
  std::optional<NameLookup::Answer> stuck;
  bool is_over = false;
  Cancellation none;
  test.loop.spawn([](NameLookup& own, Cancellation& cancellation, std::optional<NameLookup::Answer>& answer,
                     bool& over) -> Task<void> {
    answer = co_await own.find("stuck", 1, Clock::now() + std::chrono::seconds(60), cancellation);
    over = true;
  }(lookup, none, stuck, is_over));
  test.run([](NameLookup& own, Names& asked, TestLoop& loop, const bool& over) -> Task<void> {
    Cancellation cancellation;
    const auto well = co_await own.find("well", 80, Clock::now() + std::chrono::seconds(10), cancellation);
    EXPECT_TRUE(well && !well->error);
    if (well) EXPECT_EQ(well->addresses, std::vector{loopback(80)});
    const auto nobody =
        co_await own.find("nobody", 80, Clock::now() + std::chrono::seconds(10), cancellation);
    EXPECT_TRUE(nobody && nobody->error) << "an error is an answer";
    EXPECT_FALSE(over);
    EXPECT_EQ(own.under_way(), 1U);
    asked.let_go();
    for (int i = 0; i < 200 && !over; ++i) co_await pause(loop.loop, milliseconds(25), cancellation);
    EXPECT_TRUE(over);
    EXPECT_EQ(own.under_way(), 0U);
  }(lookup, names, test, is_over));
  EXPECT_TRUE(stuck && !stuck->error);
}

TEST(NameLookup, WhoAskForTheSameNameShareOneQuestion) {
  Names names;
  TestLoop test;
  NameLookup lookup(test.loop, names.resolve());
  int answers = 0;
  Cancellation cancellations[5];
  for (Cancellation& each : cancellations) {
    test.loop.spawn([](NameLookup& own, Cancellation& cancellation, int& got) -> Task<void> {
      const auto answer =
          co_await own.find("stuck", 1, Clock::now() + std::chrono::seconds(60), cancellation);
      if (answer && answer->addresses.size() == 1) ++got;
    }(lookup, each, answers));
  }
  test.run([](TestLoop& loop, Names& asked, Cancellation* those, const int& got) -> Task<void> {
    Cancellation cancellation;
    co_await pause(loop.loop, milliseconds(30), cancellation);
    those[1].cancel();  // one goes, the others still wait
    co_await pause(loop.loop, milliseconds(30), cancellation);
    asked.let_go();
    for (int i = 0; i < 200 && got < 4; ++i) co_await pause(loop.loop, milliseconds(25), cancellation);
  }(test, names, cancellations, answers));
  EXPECT_EQ(answers, 4);
  EXPECT_EQ(names.asked(), 1);
}

TEST(NameLookup, IsNotWaitedForBeyondItsDeadline) {
  Names names;
  TestLoop test;
  NameLookup lookup(test.loop, names.resolve());
  test.run([](NameLookup& own) -> Task<void> {
    Cancellation cancellation;
    const auto answer = co_await own.find("stuck", 1, Clock::now() + milliseconds(60), cancellation);
    EXPECT_FALSE(answer);
  }(lookup));
}

TEST(NameLookup, AnswersToNobodyAreForgotten) {
  Names names;
  {
    TestLoop test;
    NameLookup lookup(test.loop, names.resolve());
    test.run([](NameLookup& own) -> Task<void> {
      Cancellation cancellation;
      EXPECT_FALSE(co_await own.find("stuck", 1, Clock::now() + milliseconds(30), cancellation));
    }(lookup));
  }
  names.let_go();
  for (int i = 0; i < 200 && names.answered() == 0; ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_EQ(names.answered(), 1);
}

TEST(NameLookup, AsksTheSystem) {
  const NameLookup::Answer answer = NameLookup::ask_system("localhost", 80);
  EXPECT_FALSE(answer.error) << answer.error.message();
  EXPECT_FALSE(answer.addresses.empty());
  EXPECT_TRUE(NameLookup::ask_system("no-such-host.invalid", 80).error);
}

}  // namespace
}  // namespace argwright::net
