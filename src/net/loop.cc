#include "net/loop.h"

#include <array>
#include <ctime>
#include <exception>

namespace argwright::net {
namespace {

std::string http_date(std::time_t time) {
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 64> text{};
  const int size = std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                                 kDays.at(static_cast<std::size_t>(parts.tm_wday)), parts.tm_mday,
                                 kMonths.at(static_cast<std::size_t>(parts.tm_mon)), parts.tm_year + 1900,
                                 parts.tm_hour, parts.tm_min, parts.tm_sec);
  return {text.data(), static_cast<std::size_t>(size)};
}

}  // namespace

Timed::Timed(Loop& loop) : loop_(loop), slot_(loop.timed_.size()) { loop.timed_.push_back(this); }

Timed::~Timed() {
  Timed* const last = loop_.timed_.back();
  loop_.timed_[slot_] = last;
  last->slot_ = slot_;
  loop_.timed_.pop_back();
}

Loop::Loop() : timer_(context_.get_executor()), now_(Clock::now()) { tick(); }
// What still waits may hold something timed: it goes while the list of those is there.
Loop::~Loop() { context_.drop_pending(); }

void Loop::tick() {
  now_ = Clock::now();
  const std::time_t second = std::time(nullptr);
  if (second != dated_) {
    dated_ = second;
    date_ = http_date(second);
  }
  // Before anything that could throw: without its next tick a loop knows no time any more.
  timer_.expires_after(kTick);
  timer_.async_wait([this](error_code error) {
    if (!error) tick();
  });
  // What expires may add and remove others: by index, backwards, so that whoever takes the place of a removed
  // one has been looked at.
  for (std::size_t i = timed_.size(); i-- > 0;) {
    if (i >= timed_.size()) continue;
    Timed& each = *timed_[i];
    if (each.due_ <= now_) {
      each.due_ = kNever;
      each.expired();
    }
  }
}

void Loop::run(const std::function<void(std::string_view)>& on_fault) {
  on_fault_ = on_fault;
  for (;;) {
    try {
      context_.run();
      return;
    } catch (const std::exception& fault) {
      on_fault(fault.what());
    }
  }
}

void Loop::stop() { context_.stop(); }

void Loop::wind_up() {
  constexpr std::chrono::milliseconds kMoment{20};
  for (int round = 0; round < 10; ++round) {
    context_.restart();
    try {
      if (context_.run_for(kMoment / 4) <= 1) break;
    } catch (const std::exception& fault) {
      if (on_fault_) on_fault_(fault.what());
    }
  }
  context_.drop_pending();
}

void Loop::spawn(Task<void> task) {
  asio::co_spawn(executor(), std::move(task), [this](const std::exception_ptr& fault) {
    if (!fault || !on_fault_) return;
    try {
      std::rethrow_exception(fault);
    } catch (const std::exception& error) {
      on_fault_(error.what());
    }
  });
}

}  // namespace argwright::net
