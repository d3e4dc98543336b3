#include "tests/gateway/paced_upstream.h"

#include <array>
#include <cstdio>

namespace argwright::gateway_test {
namespace {

std::string chunk(const std::string& bytes) {
  std::array<char, 32> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
  return size.data() + bytes + "\r\n";
}

std::string event(const std::string& delta, const std::string& finish) {
  return R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"m","choices":)"
         R"([{"index":0,"delta":)" +
         delta + R"(,"finish_reason":)" + finish + "}]}\n\n";
}

}  // namespace

std::string tick(std::size_t number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "tick-%03zu;", number);
  return text.data();
}

PacedUpstream::PacedUpstream(Pace pace, std::size_t ticks, std::chrono::milliseconds patience)
    : pace_(pace), ticks_(ticks), patience_(patience), thread_([this] { serve(); }) {}

PacedUpstream::~PacedUpstream() {
  listener_.socket.shut_down();
  thread_.join();
}

void PacedUpstream::seen(std::size_t ticks) {
  const std::lock_guard lock(mutex_);
  seen_ = ticks;
  changed_.notify_all();
}

Instants PacedUpstream::written() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_over_; });
  return written_;
}

bool PacedUpstream::await_turn(std::size_t number) {
  if (pace_ == Pace::kByTheClock) {
    std::this_thread::sleep_for(kGap);
    return true;
  }
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience_, [&] { return seen_ >= number; });
}

void PacedUpstream::serve() {
  const Descriptor gateway = listener_.accept();
  if (gateway.number() >= 0) {
    read_request(gateway);
    write_all(gateway,
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (std::size_t i = 0; i < ticks_; ++i) {
      if (!await_turn(i)) break;
      const std::string bytes = chunk(event(R"({"content":")" + tick(i) + "\"}", "null"));
      {
        const std::lock_guard lock(mutex_);
        written_.push_back(Clock::now());
      }
      if (!write_all(gateway, bytes)) break;
    }
    write_all(gateway, chunk(event("{}", "\"stop\"") + "data: [DONE]\n\n") + "0\r\n\r\n");
  }
  const std::lock_guard lock(mutex_);
  is_over_ = true;
  changed_.notify_all();
}

}  // namespace argwright::gateway_test
