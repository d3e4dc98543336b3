// The loop, its waiters and pauses, and connections.
#include "net/transport.h"

#include <stdexcept>

#include "net/cancellation.h"
#include "net/pause.h"
#include "net/test_loop.h"

namespace argwright::net {
namespace {

using std::chrono::milliseconds;

// Two ends of one connection.
struct Pair {
  Peer near, far;
};

Task<Pair> make_pair(Loop& loop) {
  asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(loop.executor(), loopback(0));
  Peer near = co_await Peer::connect(loop, acceptor.local_endpoint().port());
  auto [error, socket] = co_await acceptor.async_accept(asio::as_tuple(UseTask{}));
  EXPECT_FALSE(error);
  co_return Pair{near, Peer(Transport::make(loop, Socket(std::move(socket))))};
}

class Probe final : public Timed {
 public:
  Probe(Loop& loop, Instant at, std::function<void()> then) : Timed(loop), then_(std::move(then)) {
    due_ = at;
  }
  int times = 0;

 private:
  void expired() override {
    ++times;
    if (then_) then_();
  }
  std::function<void()> then_;
};

Task<void> sleep(Loop& loop, milliseconds time) {
  Cancellation none;
  co_await pause(loop, time, none);
}

TEST(Loop, TellsWhatHasExpiredOnce) {
  TestLoop test;
  Probe early(test.loop, Clock::now() + milliseconds(20), {});
  Probe never(test.loop, kNever, {});
  std::unique_ptr<Probe> gone = std::make_unique<Probe>(test.loop, Clock::now() + milliseconds(20), nullptr);
  // One that removes another while the loop walks over them.
  Probe remover(test.loop, Clock::now(), [&] { gone.reset(); });
  test.run(sleep(test.loop, milliseconds(120)));
  EXPECT_EQ(early.times, 1);
  EXPECT_EQ(never.times, 0);
  EXPECT_EQ(remover.times, 1);
}

TEST(Loop, GoesOnAfterAFault) {
  TestLoop test;
  Probe thrower(test.loop, Clock::now(), [] { throw std::runtime_error("in a timer"); });
  test.loop.spawn([]() -> Task<void> {
    throw std::runtime_error("in a coroutine");
    co_return;
  }());
  test.run(sleep(test.loop, milliseconds(100)));
  EXPECT_NE(test.faults.find("in a timer"), std::string::npos);
  EXPECT_NE(test.faults.find("in a coroutine"), std::string::npos);
}

TEST(Loop, TellsTheDate) {
  TestLoop test;
  // "Sun, 06 Nov 1994 08:49:37 GMT"
  ASSERT_EQ(test.loop.date().size(), 29U);
  EXPECT_EQ(test.loop.date().substr(3, 2), ", ");
  EXPECT_TRUE(test.loop.date().ends_with(" GMT"));
}

TEST(Loop, MayEndWhileSomethingWaits) {
  // What waits holds a connection, whose place in the loop's list must still be there.
  Loop loop;
  loop.spawn([](Loop& own) -> Task<void> {
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(own.executor(), loopback(0));
    const auto transport = Transport::make(own, Socket(own.executor()));
    (void)co_await acceptor.async_accept(asio::as_tuple(UseTask{}));
  }(loop));
  loop.context().poll();
}

TEST(Pause, TakesItsTime) {
  TestLoop test;
  const Instant began = Clock::now();
  test.run(sleep(test.loop, milliseconds(60)));
  EXPECT_GE(Clock::now() - began, milliseconds(60));
}

TEST(Pause, EndsWhenNobodyIsInterested) {
  TestLoop test;
  Cancellation cancellation;
  const Instant began = Clock::now();
  Probe canceller(test.loop, Clock::now() + milliseconds(30), [&] { cancellation.cancel(); });
  test.run([&]() -> Task<void> {
    co_await pause(test.loop, std::chrono::seconds(15), cancellation);
    EXPECT_TRUE(cancellation.is_cancelled());
    co_await pause(test.loop, std::chrono::seconds(15), cancellation);  // at once
  }());
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(10));
}

TEST(Waiter, IsWokenAtOnceOrLater) {
  TestLoop test;
  Waiter waiter(test.loop.context());
  std::string order;
  test.loop.spawn([](Waiter& own, std::string& told) -> Task<void> {
    co_await own.wait();
    told += "a";
    co_await own.wait();
    told += "b";
  }(waiter, order));
  test.run([&]() -> Task<void> {
    while (!waiter.is_waited_for()) co_await sleep(test.loop, milliseconds(1));
    waiter.wake();
    order += "1";
    waiter.wake_soon();
    waiter.wake();  // nobody waits any more
    order += "2";
    co_await sleep(test.loop, milliseconds(30));
  }());
  EXPECT_EQ(order, "a12b");
}

TEST(Transport, CarriesBytesBothWays) {
  TestLoop test;
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    const std::array<std::string_view, 4> pieces{"one ", "", "two ", "three\n"};
    EXPECT_TRUE(co_await pair.near.transport->write(pieces));
    EXPECT_EQ(co_await pair.far.hear("\n"), "one two three\n");
    EXPECT_TRUE(co_await pair.far.say("back\n"));
    EXPECT_EQ(co_await pair.near.hear("\n"), "back\n");
    EXPECT_TRUE(co_await pair.near.say(""));
  }());
}

TEST(Transport, WaitsForASlowReader) {
  TestLoop test;
  std::string large;
  for (int i = 0; large.size() < (std::size_t{6} << 20); ++i) large += std::to_string(i) + ",";
  large += "\n";
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    bool is_written = false;
    test.loop.spawn([](Peer peer, std::string_view text, bool& done) -> Task<void> {
      done = co_await peer.say(text);
    }(pair.near, large, is_written));
    co_await sleep(test.loop, milliseconds(60));
    EXPECT_FALSE(is_written);  // nobody reads
    // Little lies unread, whatever the peer sends.
    pair.far.transport->set_room(10'000);
    pair.far.transport->keep_reading();
    co_await sleep(test.loop, milliseconds(60));
    EXPECT_LT(pair.far.transport->buffered().size(), std::size_t{200} << 10);
    std::string heard;
    while (heard.size() < large.size()) {
      (void)co_await pair.far.transport->more(0);
      heard += pair.far.transport->buffered();
      pair.far.transport->consume(pair.far.transport->buffered().size());
      if (pair.far.transport->ended()) break;
    }
    EXPECT_TRUE(heard == large);
    co_await sleep(test.loop, milliseconds(30));  // the writer is told on its own turn
    EXPECT_TRUE(is_written);
  }());
}

TEST(Transport, EndsAtItsDeadline) {
  TestLoop test;
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    pair.near.transport->set_deadline(test.loop.now() + milliseconds(40));
    EXPECT_FALSE(co_await pair.near.transport->more(0));
    EXPECT_EQ(pair.near.transport->end(), End::kTimeout);
    EXPECT_EQ(pair.near.transport->fault(), "timed out");
    EXPECT_FALSE(co_await pair.near.say("too late"));
    EXPECT_EQ(co_await pair.far.hear_all(), "");
    EXPECT_EQ(pair.far.transport->end(), End::kClosed);
  }());
}

TEST(Transport, ADeadlineAlsoEndsAWrite) {
  TestLoop test;
  const std::string large(std::size_t{16} << 20, 'a');
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    pair.near.transport->set_deadline(test.loop.now() + milliseconds(60));
    EXPECT_FALSE(co_await pair.near.say(large));
    EXPECT_EQ(pair.near.transport->end(), End::kTimeout);
  }());
}

TEST(Transport, ANudgeWakesAndNothingElse) {
  TestLoop test;
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    pair.near.transport->set_deadline(test.loop.now() + std::chrono::seconds(10));
    pair.near.transport->set_nudge(test.loop.now() + milliseconds(40));
    EXPECT_FALSE(co_await pair.near.transport->more(0));
    EXPECT_FALSE(pair.near.transport->ended());
    EXPECT_TRUE(co_await pair.far.say("hello"));
    EXPECT_TRUE(co_await pair.near.transport->more(0));
    EXPECT_EQ(pair.near.transport->buffered(), "hello");
  }());
}

TEST(Transport, TellsThatThePeerStirs) {
  TestLoop test;
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    int stirs = 0;
    const auto count = [&] { ++stirs; };
    pair.near.transport->on_stir(count);
    pair.near.transport->keep_reading();
    EXPECT_TRUE(co_await pair.far.say("x"));
    co_await sleep(test.loop, milliseconds(40));
    EXPECT_EQ(stirs, 1);
    pair.near.transport->on_stir(count);
    pair.near.transport->keep_reading();
    pair.far.transport->abort(End::kAborted);
    co_await sleep(test.loop, milliseconds(40));
    EXPECT_EQ(stirs, 2);
    EXPECT_TRUE(pair.near.transport->ended());
    pair.near.transport->on_stir(nullptr);
  }());
}

TEST(Transport, SaysGoodbyeInOrder) {
  TestLoop test;
  test.run([&]() -> Task<void> {
    Pair pair = co_await make_pair(test.loop);
    // Unread bytes must not make the system reset the connection: our last words would be lost.
    EXPECT_TRUE(co_await pair.near.say(std::string(100'000, 'x')));
    test.loop.spawn([](Peer peer) -> Task<void> {
      EXPECT_TRUE(co_await peer.say("last words"));
      co_await peer.transport->close();
    }(pair.far));
    EXPECT_EQ(co_await pair.near.hear_all(), "last words");
    EXPECT_EQ(pair.near.transport->end(), End::kClosed);
    pair.near.transport->abort(End::kAborted);
    co_await sleep(test.loop, milliseconds(40));
    EXPECT_TRUE(pair.far.transport->ended());
  }());
}

TEST(Transport, SeesAnEndThatCameTogetherWithBytes) {
  TestLoop test;
  test.run([](Loop& loop) -> Task<void> {
    Pair pair = co_await make_pair(loop);
    EXPECT_TRUE(co_await pair.far.say("last words"));
    error_code ignored;
    pair.far.transport->socket().shutdown(Socket::shutdown_send, ignored);
    co_await sleep(loop, milliseconds(20));
    // One event tells of both.
    EXPECT_EQ(co_await pair.near.hear("words"), "last words");
    EXPECT_FALSE(co_await pair.near.transport->more(0));
    EXPECT_EQ(pair.near.transport->end(), End::kClosed);
    pair.far.transport->abort(End::kAborted);
  }(test.loop));
}

TEST(Transport, HoldsNothingForAConnectionThatWaits) {
  TestLoop test;
  std::weak_ptr<Transport> dropped;
  test.run([](Loop& loop, std::weak_ptr<Transport>& near) -> Task<void> {
    Pair pair = co_await make_pair(loop);
    near = pair.near.transport;
    pair.near.transport->keep_reading();
    co_await sleep(loop, milliseconds(20));
    pair.near.transport->abort(End::kAborted);
    pair.far.transport->abort(End::kAborted);
    co_await sleep(loop, milliseconds(20));
  }(test.loop, dropped));
  EXPECT_TRUE(dropped.expired()) << "a connection that was ended is still held";
}

TEST(Transport, TellsWhyItCannotConnect) {
  TestLoop test;
  std::uint16_t free_port = 0;
  {
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(test.loop.executor(), loopback(0));
    free_port = acceptor.local_endpoint().port();
  }
  test.run([&]() -> Task<void> {
    const auto transport = Transport::make(test.loop, Socket(test.loop.executor()));
    EXPECT_FALSE(co_await transport->connect(loopback(free_port)));
    EXPECT_EQ(transport->fault(), "Connection refused");
  }());
}

}  // namespace
}  // namespace argwright::net
